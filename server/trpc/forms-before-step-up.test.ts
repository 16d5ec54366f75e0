import { describe, expect, it } from "vitest";
import { CALLS, callAs, inputOf, rowOf } from "../../verification/permissions/cells";
import { PLANS } from "../../verification/permissions/plans";
import { consoleWorldOfThisFile, personNamed } from "../../verification/permissions/world";
import { fingerprint } from "../../verification/tenancy/matrix";
import type { ProcedurePath } from "../identity/permissions/permissions";
import { VERIFICATION_REQUIRED } from "./console-call";
import { appRouter } from "./router";

/** A wrong field of each form, by call. */
const WRONG: Partial<Record<ProcedurePath, object>> = {
  "credentials.create": { name: " " },
  "credentials.limit": { endsAt: "2001-01-01T00:00:00Z" },
  "branding.set": { brandName: "" },
  "business.set": { taxNumber: "none", postalAddress: "", helpAddress: "", version: 1 },
  "branding.setOrigins": { origins: ["shop.example"] },
  "webhooks.setUrl": { url: "http://localhost/hook" },
  "webhooks.endpoints.create": { name: "Orders!", url: "ftp://shop.example" },
  "webhooks.endpoints.edit": { url: "http://192.168.0.7/hook" },
  "team.invite": { email: "jane" },
  "partnerTeam.invite": { name: "" },
  "platform.merchants.create": { country: "Portugal" },
  "platform.merchants.switch": { reason: "" },
  "platform.names.refuse": { reason: " " },
  "platform.usage.setLimit": { perMinute: 0.5 },
  "platform.partners.create": { name: "" },
  "platform.connections.put": { text: "{" },
  "platform.accounts.add": { iban: "PT50" },
  "platform.people.give": { email: "jane" },
};

/** Dangerous calls without a typed form: a choice, a file, or a code that only the step-up may judge. */
const WITHOUT_A_FORM: readonly ProcedurePath[] = [
  ...(["me.startPasskey", "me.addPasskey", "me.removePasskey", "me.startApp", "me.confirmApp"] as const),
  ...(["me.removeApp", "me.renewRecoveryCodes", "branding.setLogo", "branding.removeLogo"] as const),
  ...(["customers.erase", "customers.eraseOfPayment", "business.setReceipts"] as const),
  ...(["webhooks.endpoints.rotate", "webhooks.endpoints.prepare", "webhooks.endpoints.activate"] as const),
  ...(["webhooks.endpoints.revoke", "team.setRole", "team.remove", "team.requireTwoFactor"] as const),
  ...(["partnerTeam.setRole", "partnerTeam.remove", "partnerTeam.requireTwoFactor"] as const),
  ...(["platform.names.approve", "platform.connections.check"] as const),
  ...(["platform.connections.switch", "platform.accounts.setRoles"] as const),
  ...(["platform.accounts.close", "platform.people.take", "platform.people.switch"] as const),
  ...(["platform.people.resetSignIn", "platform.people.requireTwoFactor"] as const),
];

const world = consoleWorldOfThisFile();

const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { meta?: { checkForm?: unknown } } }>;
const forms = CALLS.filter(([path]) => WRONG[path] !== undefined);

async function codeOf(name: string, path: ProcedurePath, input: object): Promise<string> {
  const outcome = await callAs(personNamed(name, world), path, input);
  return "code" in outcome ? outcome.code : "success";
}

describe("a dangerous call with a form", () => {
  it("checks the form first, or is listed as one without", () => {
    const dangerous = CALLS.map(([path]) => path).filter((path) => rowOf(path).verified);
    const checked = dangerous.filter((path) => procedures[path]?._def.meta?.checkForm !== undefined);
    expect(checked.sort()).toEqual(Object.keys(WRONG).sort());
    expect([...checked, ...WITHOUT_A_FORM].sort()).toEqual(dangerous.sort());
  });

  it.each(forms)("%s: field errors before the step-up, and nothing for others", async (path, plan) => {
    const { alpha } = world.shops;
    const at = { merchant: "merchant", partner: "partner", platform: "platform", own: "merchant" }[plan.at];
    const right = await inputOf(plan, alpha, alpha, 0);
    const wrong = { ...right, ...WRONG[path] };
    const before = await fingerprint();
    expect({
      wrong: await codeOf(`owner of the ${at} who proved it long ago`, path, wrong),
      right: await codeOf(`owner of the ${at} who proved it long ago`, path, right),
      viewer: await codeOf(`viewer of the ${at}`, path, wrong),
    }).toEqual({ wrong: "VALIDATION_ERROR", right: VERIFICATION_REQUIRED, viewer: "FORBIDDEN" });
    expect(await fingerprint()).toEqual(before);
  });

  it.each([
    ["platform.connections.check", "success"],
    ["platform.connections.put", "VALIDATION_ERROR"],
  ] as const)("%s: reads no file of the connection before the step-up; control: after it, %s", async (path, after) => {
    const { text } = (await inputOf(PLANS[path], world.shops.alpha, world.shops.alpha, 0)) as { text: string };
    const { profile } = JSON.parse(text);
    const tls = { certFile: "/srv/keys/none.pem", keyFile: "/srv/keys/none.pem" };
    const input = { text: JSON.stringify({ profile: { ...profile, security: { tls } } }) };
    expect(await codeOf("owner of the platform who proved it long ago", path, input)).toBe(VERIFICATION_REQUIRED);
    expect(await codeOf("owner of the platform", path, input)).toBe(after);
  });
});
