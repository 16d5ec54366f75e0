import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { VERIFIED_FOR_S } from "@/server/identity/permissions/permissions";
import type { Session } from "@/server/identity/sessions/sessions";
import { env } from "@/server/lib/config/env";
import { closeDb } from "@/server/lib/db";
import { createMerchant } from "@/server/merchants/create-merchant";
import { newPerson } from "@/server/test/person";
import { png } from "@/server/test/pictures";
import { ctx } from "@/server/test/rows/fixtures";
import { takeLogo } from "./take-logo";

let merchantId: string;
let session: Session;
beforeAll(async () => {
  merchantId = (await createMerchant(ctx, { brandName: "Acme" })).id;
  session = (await (await newPerson()).session()) as Session;
});
afterAll(closeDb);

/** Sends a logo; returns status and error code, and whether the body was read. */
async function send(given: { session: Session | null; merchant?: string; origin?: string }) {
  const form = new FormData();
  form.set("seen", "");
  form.set("logo", new Blob([new Uint8Array(png({ width: 64, height: 64 }))]), "logo.png");
  const url = `${env().baseUrl}/console/checkout/logo?merchant=${given.merchant ?? merchantId}`;
  const headers = { Origin: given.origin ?? env().baseUrl };
  const request = new Request(url, { method: "POST", body: form, headers });
  const response = await takeLogo(request, async () => given.session);
  const { error } = (await response.json()) as { error?: { code: string } };
  return { status: response.status, code: error?.code, read: request.bodyUsed };
}

describe("a logo", () => {
  const as = (role: string): Session => ({
    ...session,
    user: { ...session.user, memberships: [{ merchantId, partnerId: null, role }] },
  });

  it("of an owner is stored: 200, and its body is read", async () => {
    expect(await send({ session })).toEqual({ status: 200, code: undefined, read: true });
  });

  it.each([
    ["from another origin", () => send({ session, origin: "https://elsewhere.example" }), 403, "FORBIDDEN"],
    ["without a session", () => send({ session: null }), 401, "UNAUTHORIZED"],
    ["of a viewer", () => send({ session: as("viewer") }), 403, "FORBIDDEN"],
    ["for an unknown merchant", () => send({ session, merchant: "x" }), 404, "MERCHANT_NOT_FOUND"],
    [
      "without a recent step-up",
      () => send({ session: { ...session, verifiedForS: VERIFIED_FOR_S + 1 } }),
      403,
      "VERIFICATION_REQUIRED",
    ],
  ])("%s is refused before its body is read", async (_whose, refused, status, code) => {
    expect(await refused()).toEqual({ status, code, read: false });
  });
});
