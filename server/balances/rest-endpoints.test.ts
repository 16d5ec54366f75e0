import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listManagedAccounts } from "../accounts/managed-accounts";
import { newId } from "../lib/ids";
import { createMerchant } from "../merchants/create-merchant";
import { controlDeadlinesOfThisFile, warmUp } from "../test/banks/account-access";
import { simbankOfThisFile } from "../test/banks/simbank";
import { call } from "../test/client";
import { query } from "../test/database";
import { ctx, newPartner, newTenant, type Tenant, tokenFor } from "../test/rows/fixtures";
import { ensureTestAccounts } from "../test/rows/test-accounts";
import { until } from "../test/until";
import { fetchBalance } from "./fetch-balance";

const simbank = simbankOfThisFile();
const deadlines = controlDeadlinesOfThisFile();
let partner: Awaited<ReturnType<typeof newPartner>>;
let tenant: Tenant;

beforeAll(async () => {
  await warmUp();
});
beforeEach(async () => {
  simbank.faults.length = 0;
  partner = await newPartner();
  tenant = await newTenant({ partnerId: partner.partnerId });
});

const ask = (token: string, merchantId?: string) =>
  call("getBalances", undefined, {
    token,
    ...(merchantId === undefined ? {} : { query: { merchant_id: merchantId } }),
  });
const run = async (sql: string, values: unknown[]) => (await query(sql, values)).rows;
/** A merchant's real accounts without a live connection. */
const addRealAccount = () =>
  run(
    `INSERT INTO managed_accounts (id, merchant_id, currency, roles, simulated, bank_slug, iban, holder_name)
     VALUES ($1, $2, 'EUR', '{settlement}', false, 'bpi', 'PT50000201231234567890154', 'Olaria')`,
    [newId(), tenant.merchantId],
  );

describe("GET /balances", () => {
  it("200 with id, currency, roles, balance and test, for the merchant, its partner and an admin alike", async () => {
    await ensureTestAccounts(tenant.merchantId, ["EUR"]);
    const reply = await ask(tenant.token);
    const shape = (role: string) => ({
      ...{ id: expect.any(String), currency: "EUR", roles: [role], balance: "0.00" },
      test: true,
    });
    expect([reply.status, reply.data]).toEqual([200, [shape("receiving"), shape("refund")]]);
    expect(reply.headers.get("cache-control")).toBe("no-store");
    for (const token of [tenant.token, partner.token, await tokenFor("admin")]) {
      expect((await ask(token, tenant.merchantId)).data).toEqual(reply.data);
    }
  });

  it("200 with as many decimals as the currency has", async () => {
    await ensureTestAccounts(tenant.merchantId, ["HUF", "JPY", "KWD"]);
    const { data } = await ask(tenant.token);
    const decimals = data.map(({ currency, balance }) => `${currency} ${balance}`);
    expect([...new Set(decimals)]).toEqual(["HUF 0.00", "JPY 0", "KWD 0.000"]);
  });

  it("200 with an empty list for a merchant without managed accounts", async () => {
    const { text } = await ask(tenant.token);
    expect(JSON.parse(text)).toEqual({ success: true, data: [] });
  });

  it("returns the simulated accounts to a test-only credential, and all accounts to others, who see which are simulated", async () => {
    await ensureTestAccounts(tenant.merchantId, ["EUR"]);
    await addRealAccount();
    const rolesOf = async (token: string) => (await ask(token)).data.map(({ roles }) => roles[0]);
    const testOnly = await tokenFor({ merchantId: tenant.merchantId }, { testOnly: true });
    expect(await rolesOf(testOnly)).toEqual(["receiving", "refund"]);
    const all = await ask(tenant.token);
    expect(all.data.map(({ roles, balance, test }) => [roles[0], balance, test]).sort()).toEqual([
      ["receiving", "0.00", true],
      ["refund", "0.00", true],
      ["settlement", null, false],
    ]);
  });

  it("200 with null for the account whose bank fails, and the other's balance", async () => {
    await ensureTestAccounts(tenant.merchantId, ["EUR"]);
    await ask(tenant.token);
    // A lost response is not among them: a read on a kept connection is repeated once (`bank-connections.test.ts`).
    for (const kind of [new Response("down", { status: 503 }), new Response("<html>")]) {
      simbank.faults.push({ method: "GET", kind });
      const { status, data } = await ask(tenant.token);
      expect([status, data.map(({ balance }) => balance).sort()]).toEqual([200, ["0.00", null]]);
    }
    expect((await ask(tenant.token)).data.map(({ balance }) => balance)).toEqual(["0.00", "0.00"]);
  });

  it("200 with null for the account whose bank is late; the other's bank responds before the deadline", async () => {
    const { balances: read, first } = await withOneLate(async () => (await ask(tenant.token)).data, "the other");
    expect(read.map(({ balance }) => balance).sort()).toEqual(["0.00", null]);
    expect(first).toBe("the other has answered");
  });

  it("control: sequential reads reach the late one's deadline before the other is sent", async () => {
    const { first } = await withOneLate(async () => {
      const read = [];
      for (const account of await listManagedAccounts(ctx, tenant.merchantId))
        read.push(await fetchBalance(ctx, account));
      return read;
    }, "the late one");
    expect(first).toBe("the late one was given up");
  });
});

/**
 * Reads two balances while one bank starts a response and never ends it; returns what happened first. Its deadline passes
 * once the other has responded, or as soon as it is called itself.
 */
async function withOneLate<B>(
  read: () => Promise<B[]>,
  awaited: "the other" | "the late one",
): Promise<{ balances: B[]; first: string | undefined }> {
  await ensureTestAccounts(tenant.merchantId, ["EUR"]);
  await ask(tenant.token);
  const order: string[] = [];
  const endless = new ReadableStream({ cancel: () => void order.push("the late one was given up") });
  simbank.faults.push({ method: "GET", kind: new Response(endless) });
  const before = simbank.exchanges.length;
  const hasOtherAnswered = () => simbank.exchanges.length === before + 1;
  const result = read();
  await until(() => simbank.faults.length === 0);
  if (awaited === "the late one") deadlines.ofCall.pass();
  else await until(() => hasOtherAnswered() && deadlines.ofReading.waiting() === 1);
  await until(hasOtherAnswered);
  order.push("the other has answered");
  deadlines.ofReading.pass();
  return { balances: await result, first: order[0] };
}

describe("GET /balances refuses", () => {
  it("400 MERCHANT_ID_REQUIRED for a partner and an admin without merchant_id", async () => {
    for (const token of [partner.token, await tokenFor("admin")]) {
      const { status, error } = await ask(token);
      expect([status, error.code]).toEqual([400, "MERCHANT_ID_REQUIRED"]);
    }
  });

  it("404 MERCHANT_NOT_FOUND for another's merchant and an unknown one, byte for byte the same", async () => {
    const foreign = await createMerchant(ctx, { brandName: "Other" });
    for (const token of [tenant.token, partner.token]) {
      const [known, unknown] = [await ask(token, foreign.id), await ask(token, newId())];
      expect([known.status, known.error.code]).toEqual([404, "MERCHANT_NOT_FOUND"]);
      expect(unknown.text).toBe(known.text);
    }
  });

  it("400 VALIDATION_ERROR for a merchant_id that is not a uuid", async () => {
    const { error } = await ask(tenant.token, "7");
    expect(error).toMatchObject({ code: "VALIDATION_ERROR", metadata: { errors: [{ field: "merchant_id" }] } });
  });

  it("403 FORBIDDEN_VIEW for a credential without the scope read", async () => {
    const limited = await tokenFor({ merchantId: tenant.merchantId }, { scopes: ["payments", "webhooks"] });
    expect([(await ask(limited)).status, (await ask(limited)).error.code]).toEqual([403, "FORBIDDEN_VIEW"]);
    const reader = await tokenFor({ merchantId: tenant.merchantId }, { scopes: ["read"] });
    expect((await ask(reader)).status).toBe(200);
  });

  it("401 NO_TOKEN", async () => {
    expect((await call("getBalances")).error.code).toBe("NO_TOKEN");
  });
});
