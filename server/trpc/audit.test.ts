import { describe, expect, it } from "vitest";
import { hasActionLabel } from "../../components/console/audit/audit-labels";
import { CALLS, callAs, inputOf } from "../../verification/permissions/cells";
import type { AnyPlan } from "../../verification/permissions/plan";
import {
  type ConsoleShop,
  consoleWorldOfThisFile,
  newShop,
  personNamed,
  ROW_TIMEOUT_MS,
} from "../../verification/permissions/world";
import type { ProcedurePath } from "../identity/permissions/permissions";
import { grant, newPerson } from "../test/banks/account-access";
import { query } from "../test/database";
import { ctx as operator } from "../test/rows/fixtures";
import { pauseEndpoint } from "../webhooks/health/pause-endpoint";
import { countResend } from "../webhooks/log/count-resend";
import { generateWebhookSecret } from "../webhooks/secrets/change-secrets";
import { appRouter } from "./router";

const SENDS = "What it sends is a call of the API: it is in the log of calls, and leaves here what that leaves.";
const PLAYED =
  "It is what a shopper does, of a test: it stands in the payment's history, and is nobody's act at the Console.";
const OF_THE_PERSON = "It changes a list of filters that only the person sees.";
const BEGINS = "It only begins something: what comes of it is written down when it does.";

/** Mutations without an audit entry, each with its reason. */
const SILENT: Partial<Record<ProcedurePath, string>> = {
  "developers.calls.repeat": SENDS,
  "developers.reference.send": SENDS,
  "developers.testPayments.choose": PLAYED,
  "developers.testPayments.open": PLAYED,
  "developers.testPayments.answer": PLAYED,
  "me.startPasskey": BEGINS,
  "me.startApp": BEGINS,
  "me.startVerifyMail": BEGINS,
  "payments.views.save": OF_THE_PERSON,
  "payments.views.delete": OF_THE_PERSON,
  "platform.connections.check": "It looks at a profile that was typed, and keeps nothing of it.",
};

/** Two-factor authentication is required, and the call removes the requirement. */
async function requiredTwoFactor(place: { merchantId?: string; partnerId?: string }): Promise<{ required: false }> {
  const sql = "INSERT INTO two_factor_policies (id, merchant_id, partner_id) VALUES (gen_random_uuid(), $1, $2)";
  await query(sql, [place.merchantId ?? null, place.partnerId ?? null]);
  return { required: false };
}

/** For calls of the plan that change nothing, another input that does. */
const CHANGING: Partial<Record<ProcedurePath, (shop: ConsoleShop) => Promise<object> | object>> = {
  "branding.set": () => ({ brandName: "Another name", accent: "#123456", version: 1 }),
  "credentials.limit": ({ credentialId }) => ({
    ...{ id: credentialId, endsAt: null, allowedNetworks: ["203.0.113.0/24"] },
    seen: { endsAt: null, allowedNetworks: [] },
  }),
  "business.setReceipts": () => ({ enabled: true }),
  "business.set": () => ({ taxNumber: "PT 509 442 013", postalAddress: "", helpAddress: "", version: 1 }),
  "branding.setOrigins": () => ({ origins: ["https://shop.example"], version: 1 }),
  "webhooks.endpoints.edit": ({ endpoint }) => ({ name: endpoint, signed: false, version: 1 }),
  "webhooks.endpoints.switch": ({ endpoint }) => ({ name: endpoint, to: "disabled" }),
  "webhooks.endpoints.revoke": async ({ merchantId }) => {
    await generateWebhookSecret(operator, { merchant_id: merchantId });
    return {};
  },
  "webhooks.health.resume": async ({ merchantId, endpoint }) => {
    await pauseEndpoint(operator, { merchantId, name: endpoint });
    return { name: endpoint };
  },
  "webhooks.log.resendAll": async ({ merchantId, deliveryId }) => {
    const sql = "UPDATE webhook_deliveries SET status = 'failed', done_at = app_now() WHERE id = $1";
    await query(sql, [deliveryId]);
    const { until, count } = await countResend(operator, { merchantId });
    return { until: until.toISOString(), count };
  },
  "team.requireTwoFactor": ({ merchantId }) => requiredTwoFactor({ merchantId }),
  "partnerTeam.requireTwoFactor": async ({ partnerId }) => ({ partnerId, ...(await requiredTwoFactor({ partnerId })) }),
  "platform.people.requireTwoFactor": () => requiredTwoFactor({}),
  "accounts.removeAccess": async ({ merchantId, accountId }) => {
    await grant(await newPerson(merchantId), { merchantId, accountId });
    return { accountId };
  },
};

const world = consoleWorldOfThisFile();
let turn = 0;

const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: "query" | "mutation" } }>;
const typeOf = (path: string) => procedures[path]?._def.type;
const mutations = CALLS.filter(([path, plan]) => typeOf(path) === "mutation" && !plan.proof);

type Entry = { id: string; action: string; actorId: string | null; actorKind: string };

async function entries(): Promise<Entry[]> {
  const sql = `SELECT id::text, action, actor_id AS "actorId", actor_kind AS "actorKind" FROM audit_entries ORDER BY at, id`;
  return (await query<Entry>(sql)).rows;
}

/** A call about a new shop, and its audit entries. */
async function leftBy(path: ProcedurePath, plan: AnyPlan) {
  turn += 1;
  const shop = await newShop(`audited-${turn}`, world.shops.alpha.partnerId, world.hookUrl);
  const changing = CHANGING[path];
  const input = changing
    ? { ...(await changing(shop)), merchantId: shop.merchantId }
    : await inputOf(plan, shop, shop, turn);
  const person = personNamed("owner of the platform", world);
  const before = await entries();
  const outcome = await callAs(person, path, input);
  const known = new Set(before.map(({ id }) => id));
  const left = (await entries()).filter(({ id }) => !known.has(id));
  return { outcome, left, userId: person.session?.user.id ?? null };
}

describe("each mutation of the Console writes one audit entry with its actor", () => {
  it.each(mutations)(
    "%s",
    async (path, plan) => {
      const { outcome, left, userId } = await leftBy(path, plan);
      const isRefused = "code" in outcome;
      if (isRefused) expect(plan.also ?? [], `${outcome.code} ${outcome.message}`).toContain(outcome.code);
      expect(left).toMatchObject(isRefused || path in SILENT ? [] : [{ actorId: userId, actorKind: "user" }]);
      for (const { action } of left) expect([action, hasActionLabel(action)]).toEqual([action, true]);
    },
    ROW_TIMEOUT_MS,
  );

  it("control: a mutation without an audit entry is detected", async () => {
    const { left } = await leftBy("audit.list", { at: "merchant" });
    expect(left).toEqual([]);
  });
});
