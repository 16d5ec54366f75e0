import { beforeAll, describe, expect, it } from "vitest";
import { receivingAccountFor } from "../accounts/receiving-account";
import { connectorFor } from "../connectors/connector-for";
import { NO_MERCHANT } from "../connectors/guard/guard";
import { findProfileById } from "../connectors/profiles";
import { env } from "../lib/config/env";
import { type Ctx, systemCtx } from "../lib/context";
import { newId } from "../lib/ids";
import { isIban } from "../lib/money/iban";
import { createMerchant } from "../merchants/create-merchant";
import { controlDeadlinesOfThisFile, warmUp } from "../test/banks/account-access";
import { answerAtBank, simbankOfThisFile } from "../test/banks/simbank";
import { moveClock, query } from "../test/database";
import { ensureTestAccounts } from "../test/rows/test-accounts";
import { getAccountBalance, getBalances } from "./get-balances";

const simbank = simbankOfThisFile();
controlDeadlinesOfThisFile();
beforeAll(async () => {
  await warmUp();
});

const ctx: Ctx = systemCtx("test");

async function newMerchant(): Promise<{ id: string; ctx: Ctx }> {
  const { id } = await createMerchant(ctx, { brandName: "Olaria do Norte" });
  const actor = { kind: "credential", id: null } as const;
  return { id, ctx: { ...ctx, caller: { kind: "merchant", merchantId: id, actor, scopes: [], testOnly: false } } };
}

async function pay(iban: string, amountMinor: bigint): Promise<void> {
  const scheme = "SEPA_CREDIT_TRANSFER";
  const profile = await findProfileById("bpi", "test", { bank: { id: "bpi", slug: "bpi", schemes: [scheme] } });
  if (!profile) throw new Error("The simulated bank is not served.");
  const connector = connectorFor(profile, NO_MERCHANT);
  const order = {
    endToEndId: "e2e",
    money: { amountMinor, currency: "EUR" },
    creditor: { name: "Olaria", iban },
    scheme,
    remittance: "Order",
  };
  const outcome = await connector.initiate(profile, {
    scheme,
    ...connector.prepareInitiation(profile, order),
    idempotencyKey: newId(),
    psu: { ip: null, userAgent: null, locale: "en" },
    redirect: { uri: `${env().baseUrl}/return`, state: "s", secret: "x" },
  });
  if (!outcome.ok || outcome.value.next.kind !== "redirect") throw new Error(JSON.stringify(outcome));
  await answerAtBank(outcome.value.next.url, "approve");
}

/** Every account with the reason of a null, fetched one by one as the Console does. */
async function withReasons(merchant: { id: string; ctx: Ctx }) {
  const accounts = await getBalances(merchant.ctx, {});
  const input = { merchantId: merchant.id };
  return Promise.all(accounts.map(({ id }) => getAccountBalance(merchant.ctx, { ...input, accountId: id })));
}

describe("the receiving account", () => {
  it("is created once for test payments, and never for live ones", async () => {
    const { id } = await newMerchant();
    const wanted = { merchantId: id, currency: "EUR", test: true };
    const both = await Promise.all([receivingAccountFor(ctx, wanted), receivingAccountFor(ctx, wanted)]);
    expect(both[0]).toEqual(both[1]);
    expect([both[0]?.holderName, isIban(both[0]?.iban ?? "")]).toEqual(["Olaria do Norte", true]);
    expect(await receivingAccountFor(ctx, { ...wanted, test: false })).toBeNull();
  });
});

describe("balances", () => {
  it("of a merchant without accounts are an empty list", async () => {
    const merchant = await newMerchant();
    expect(await getBalances(merchant.ctx, {})).toEqual([]);
  });

  it("are live: the next call includes a payment", async () => {
    const merchant = await newMerchant();
    await ensureTestAccounts(merchant.id, ["EUR"]);
    const account = await receivingAccountFor(ctx, { merchantId: merchant.id, currency: "EUR", test: true });
    const read = async () => (await getBalances(merchant.ctx, {})).map(({ roles, balance }) => [roles[0], balance]);
    expect(await read()).toEqual([
      ["receiving", "0.00"],
      ["refund", "0.00"],
    ]);
    await pay(account?.iban ?? "", 7_450n);
    await moveClock("2 seconds");
    expect(await read()).toEqual([
      ["receiving", "74.50"],
      ["refund", "0.00"],
    ]);
  });

  it("create a corporate consent once, and again when it is gone", async () => {
    const merchant = await newMerchant();
    await receivingAccountFor(ctx, { merchantId: merchant.id, currency: "EUR", test: true });
    const consents = () =>
      simbank.exchanges.filter(({ method, path }) => method === "POST" && path.endsWith("/consents")).length;
    const before = consents();
    await getBalances(merchant.ctx, {});
    await getBalances(merchant.ctx, {});
    expect(consents() - before).toBe(1);
    await query("UPDATE sim_consents SET valid_until = app_now() - interval '1 day'");
    expect((await getBalances(merchant.ctx, {}))[0]?.balance).toBe("0.00");
    expect(consents() - before).toBe(2);
  });

  it("send the user's address to the bank for attended reads only, not for API calls with a user's token", async () => {
    const merchant = await newMerchant();
    await receivingAccountFor(ctx, { merchantId: merchant.id, currency: "EUR", test: true });
    await getBalances(merchant.ctx, {});
    const user = { kind: "user", id: null } as const;
    for (const actor of [user, { ...user, attended: true } as const])
      await getBalances({ ...merchant.ctx, ip: "203.0.113.9", caller: { ...merchant.ctx.caller, actor } }, {});
    const asked = simbank.exchanges.filter(({ path }) => path.endsWith("/balances")).slice(-3);
    const addresses = asked.map(({ requestHeaders }) => requestHeaders["psu-ip-address"]);
    expect(addresses).toEqual([undefined, undefined, "203.0.113.9"]);
  });

  it("are null with a reason where a bank fails; the others are returned", async () => {
    const merchant = await newMerchant();
    await ensureTestAccounts(merchant.id, ["EUR"]);
    const blocked = "UPDATE managed_accounts SET bank_slug = 'bpi' WHERE merchant_id = $1 AND 'refund' = ANY (roles)";
    await query(blocked, [merchant.id]);
    const read = await withReasons(merchant);
    expect(read.map(({ balance, reason }) => [balance, reason])).toEqual([
      ["0.00", null],
      [null, "no-consent"],
    ]);
    await query("UPDATE managed_accounts SET simulated = false WHERE merchant_id = $1", [merchant.id]);
    const live = await withReasons(merchant);
    expect(live.map(({ balance, reason }) => [balance, reason])).toEqual([
      [null, "not-connected"],
      [null, "not-connected"],
    ]);
  });

  it("of another merchant are not found", async () => {
    const [one, other] = [await newMerchant(), await newMerchant()];
    await expect(getBalances(one.ctx, { merchant_id: other.id })).rejects.toMatchObject({ code: "MERCHANT_NOT_FOUND" });
    await expect(getBalances(ctx, {})).rejects.toMatchObject({ code: "MERCHANT_ID_REQUIRED" });
  });
});
