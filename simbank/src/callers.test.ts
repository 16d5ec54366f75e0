import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { SIMULATION_KEY_HEADER, simulationKeys } from "../../server/lib/config/simulation-key";
import { fictitiousIban } from "../../server/lib/money/iban";
import { simbankOfThisFile } from "../../server/test/banks/simbank";
import { query } from "../../server/test/database";

// The callers that a simulated bank accepts, and the banks that exist.

const bank = simbankOfThisFile();

const ORDER = {
  instructedAmount: { currency: "EUR", amount: "25.50" },
  creditorAccount: { iban: fictitiousIban("EUR", "shop") },
  creditorName: "Olaria do Norte",
};

const paymentsAtBanks = async () => Number((await query("SELECT count(*) FROM sim_payments")).rows[0].count);

async function initiate(slug: string, key: string | null) {
  const reply = await fetch(`${bank.baseUrl}/simbank/${slug}/xs2a/v1/payments/sepa-credit-transfers`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-Request-ID": randomUUID(),
      "PSU-IP-Address": "203.0.113.7",
      "TPP-Redirect-URI": `${bank.baseUrl}/return`,
      ...(key === null ? {} : { [SIMULATION_KEY_HEADER]: key }),
    },
    body: JSON.stringify(ORDER),
  });
  const text = await reply.text();
  return { status: reply.status, code: text.startsWith("{") ? JSON.parse(text).tppMessages?.[0]?.code : undefined };
}

describe("the interface for programs", () => {
  it.each([
    ["no key", null],
    ["an empty one", ""],
    ["another installation's", "c29tZXRoaW5nIGVsc2U"],
  ])("401 CERTIFICATE_MISSING with %s, and keeps nothing", async (_what, key) => {
    const before = await paymentsAtBanks();
    expect(await initiate("millennium-bcp", key)).toEqual({ status: 401, code: "CERTIFICATE_MISSING" });
    expect(await paymentsAtBanks()).toBe(before);
  });

  it("accepts the installation's key, also during a rotation", async () => {
    expect((await initiate("millennium-bcp", simulationKeys())).status).toBe(201);
    expect((await initiate("millennium-bcp", `bmV3ZXI, ${simulationKeys()}`)).status).toBe(201);
  });

  it.each(["accounts", "consents/x", "payments/sepa-credit-transfers/x/status"])(
    "is closed to strangers at every address: %s",
    async (path) => {
      const reply = await fetch(`${bank.baseUrl}/simbank/bpi/xs2a/v1/${path}`);
      expect([reply.status, await reply.text()]).toEqual([401, expect.stringContaining("CERTIFICATE_MISSING")]);
    },
  );

  it("publishes its OAuth metadata to all, and exchanges codes for the installation alone", async () => {
    const oauth = `${bank.baseUrl}/simbank/bawag/xs2a`;
    expect((await fetch(`${oauth}/.well-known/oauth-authorization-server`)).status).toBe(200);
    const form = new URLSearchParams({ grant_type: "authorization_code", code: "x" });
    expect((await fetch(`${oauth}/oauth/token`, { method: "POST", body: form })).status).toBe(401);
  });
});

describe("a slug that is no bank of the catalogue", () => {
  it.each(["your-bank-login", "bpi-login", "BPI", "__proto__", "constructor"])("404: %s", async (slug) => {
    expect((await initiate(slug, simulationKeys())).status).toBe(404);
    for (const path of ["app", "approve/x", "authorize", "jwks", ".well-known/openid-configuration"])
      expect((await fetch(`${bank.baseUrl}/simbank/${slug}/${path}`)).status).toBe(404);
  });

  it("is not the bank of merchants' accounts", async () => {
    expect((await initiate("riverbank", simulationKeys())).status).toBe(201);
  });
});
