import { beforeEach, describe, expect, test } from "vitest";
import { callerOfRole } from "../../identity/rules";
import { byId } from "../../lib/endpoint";
import { newId } from "../../lib/ids";
import { maskIban } from "../../lib/money/iban";
import { answer, shopper, storyOfThisFile, workDone } from "../../test/banks/payment-stories";
import { attemptOf, newEntry, taken } from "../../test/banks/statements";
import { call } from "../../test/client";
import { moveClock, query } from "../../test/database";
import { newTenant, type Tenant } from "../../test/rows/fixtures";
import { startCheckout } from "../checkout/start-checkout";
import { eraseCustomer } from "../customers/erase-customer";
import { paymentEndpoints } from "../rest-endpoints";
import { forgetAccount, forgetUnused } from "./forget-account";

const initiate = byId(paymentEndpoints, "initiatePayment");
const PSU = { ip: null, userAgent: null, locale: "en" };
const ORDER = { amount: 2550, currency: "EUR", test_transaction: true };

const story = storyOfThisFile();
let merchant: Tenant;
beforeEach(async () => {
  merchant = await newTenant();
  story.bank.exchanges.splice(0);
});

async function newPayment(customerId?: string, tenant = merchant) {
  const customer = { ...(customerId === undefined ? {} : { id: customerId }), email: "jane@example.com" };
  return (await call("createPaymentRequest", { customer, order: ORDER }, { token: tenant.token })).data;
}

/** Presses "Continue" on the page, with the consent to save the account. */
const press = (paymentToken: string, remember = true) =>
  startCheckout(shopper, { paymentToken, bankId: story.banks[0] ?? "", seenAmount: ORDER.amount, remember, psu: PSU });

type Press = { customerId: string; remember?: boolean; how?: "approve" | "reject" };

/** A customer's payment on the page, from the press to the bank's final status. */
async function pay({ customerId, remember = true, how = "approve" }: Press): Promise<string> {
  const { payment_token: paymentToken } = await newPayment(customerId);
  const started = await press(paymentToken, remember);
  await answer(started.kind === "redirect" ? started.url : null, how);
  await settled();
  return paymentToken;
}

/** Long enough for the bank to execute it and for us to fetch its status. */
async function settled(): Promise<void> {
  await moveClock("2 minutes");
  await workDone();
}

const accountsOf = async (customerId: string, tenant = merchant) =>
  (await newPayment(customerId, tenant)).customer_bank_accounts ?? [];

const rows = async () => {
  const sql = "SELECT * FROM remembered_accounts WHERE merchant_id = $1 ORDER BY created_at, id";
  return (await query(sql, [merchant.merchantId])).rows;
};

const requestOf = async (id: string) => (await query("SELECT * FROM payment_requests WHERE id = $1", [id])).rows[0];
const statusOf = async (id: string) => (await requestOf(id)).status;

const sentDebtors = () =>
  story.bank.exchanges
    .filter(({ method, path }) => method === "POST" && /\/v1\/payments\/[^/]+$/.test(path))
    .map(({ requestBody }) => JSON.parse(requestBody).debtorAccount?.iban);

/** The customer's one account. */
async function remembered(customerId: string): Promise<string> {
  await pay({ customerId });
  const [account] = await accountsOf(customerId);
  return account?.id ?? "";
}

describe("an account is remembered", () => {
  test("once a payment with the customer's consent is completed, sealed and masked", async () => {
    const { payment_token: paymentToken } = await newPayment("C-1");
    const started = await press(paymentToken);
    expect(await accountsOf("C-1")).toEqual([]);
    await answer(started.kind === "redirect" ? started.url : null, "approve");
    await settled();
    const [account, ...others] = await accountsOf("C-1");
    expect(others).toEqual([]);
    expect(account).toMatchObject({ bank_id: story.banks[0], account_masked: expect.stringMatching(/^•••• \d{4}$/) });
    const [row] = await rows();
    expect(row).toMatchObject({ customer_id: "C-1", test: true, account_masked: account?.account_masked });
    // No run of digits as long as an account number is anywhere in the row.
    const texts = Object.values(row).map((value) =>
      Buffer.isBuffer(value) ? value.toString("latin1") : String(value),
    );
    expect(texts.join(" ")).not.toMatch(/[A-Z]{2}\d{12}/);
  });

  test("never without that consent, and never for a payment that did not complete", async () => {
    await pay({ customerId: "C-1", remember: false });
    await pay({ customerId: "C-1", how: "reject" });
    expect(await accountsOf("C-1")).toEqual([]);
  });

  test("once, however many payments are made from it", async () => {
    await pay({ customerId: "C-1" });
    const [first] = await accountsOf("C-1");
    await pay({ customerId: "C-1" });
    const [second, ...others] = await accountsOf("C-1");
    expect([second?.id, others]).toEqual([first?.id, []]);
    expect(Date.parse(second?.last_used_at ?? "")).toBeGreaterThan(Date.parse(first?.last_used_at ?? ""));
  });

  test.each([
    { how: "with our end-to-end id: the account that the statement names", byOurId: true },
    { how: "with only the reference, which anyone may send: none", byOurId: false },
  ])("by a credit that comes before the bank's status, $how", async ({ byOurId }) => {
    const { payment_token: paymentToken, payment_request_id: id } = await newPayment("C-1");
    await press(paymentToken);
    const { accountId, endToEndId } = await attemptOf(id);
    const debtor = { name: "Jane", iban: "PT50000201231234567890154" };
    const named = byOurId ? { endToEndId } : { remittance: (await requestOf(id)).payment_reference };
    await taken(newEntry(accountId, { ...named, debtor }));
    expect(await statusOf(id)).toBe("completed");
    await settled();
    expect((await accountsOf("C-1")).map(({ account_masked }) => account_masked)).toEqual(byOurId ? ["•••• 0154"] : []);
  });

  test("not if the merchant named no customer", async () => {
    const { payment_token: paymentToken } = await newPayment();
    const started = await press(paymentToken);
    await answer(started.kind === "redirect" ? started.url : null, "approve");
    await settled();
    expect(await rows()).toEqual([]);
  });
});

describe("a remembered account", () => {
  test("pays by its id alone, which names the bank and the payer's account", async () => {
    const id = await remembered("C-1");
    const before = await rows();
    const { payment_token, payment_request_id } = await newPayment("C-1");
    const started = await call(initiate, { payment_token, customerBankAccountId: id });
    const again = await call(initiate, { payment_token, customerBankAccountId: id.toUpperCase() });
    expect([started.status, again.data]).toEqual([200, started.data]);
    const [, iban] = sentDebtors();
    expect(maskIban(iban)).toBe(before[0].account_masked);
    expect(sentDebtors()).toHaveLength(2);
    await answer(started.data.redirect_url, "approve");
    await settled();
    expect(await statusOf(payment_request_id)).toBe("completed");
    const [row] = await rows();
    expect(row.last_used_at.getTime()).toBeGreaterThan(before[0].last_used_at.getTime());
  });

  test("of another customer, of another merchant and an unknown one get the same error", async () => {
    const id = await remembered("C-1");
    const stranger = await newTenant();
    const payments = [
      [await newPayment("C-2"), id],
      [await newPayment(), id],
      [await newPayment("C-1", stranger), id],
      [await newPayment("C-1"), "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a13"],
    ] as const;
    const answers = [];
    for (const [{ payment_token }, customerBankAccountId] of payments) {
      answers.push((await call(initiate, { payment_token, customerBankAccountId })).text);
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain("CUSTOMER_BANK_ACCOUNT_NOT_FOUND");
    expect(sentDebtors()).toHaveLength(1);
    expect([await accountsOf("C-2"), await accountsOf("C-1", stranger)]).toEqual([[], []]);
  });

  test("of test payments is not offered for live payments", async () => {
    const id = await remembered("C-1");
    await query("UPDATE remembered_accounts SET test = false WHERE id = $1", [id]);
    const { payment_token } = await newPayment("C-1");
    const { status, error } = await call(initiate, { payment_token, customerBankAccountId: id });
    expect([status, error.code, await accountsOf("C-1")]).toEqual([404, "CUSTOMER_BANK_ACCOUNT_NOT_FOUND", []]);
  });

  test("is offered for payments in its bank's currency", async () => {
    await remembered("C-1");
    const order = { ...ORDER, currency: "GBP" };
    const { data } = await call("createPaymentRequest", { customer: { id: "C-1" }, order }, { token: merchant.token });
    expect(data.customer_bank_accounts).toBeUndefined();
  });
});

describe("forgetting", () => {
  test("erases at once: no payment can be started with it, and a started one continues", async () => {
    const id = await remembered("C-1");
    const { payment_token: started } = await newPayment("C-1");
    const first = await call(initiate, { payment_token: started, customerBankAccountId: id });
    const { payment_token: paymentToken } = await newPayment("C-1");
    await forgetAccount(shopper, { paymentToken, accountId: id });
    const refused = await call(initiate, { payment_token: paymentToken, customerBankAccountId: id });
    expect(refused.error.code).toBe("CUSTOMER_BANK_ACCOUNT_NOT_FOUND");
    const again = await call(initiate, { payment_token: started, customerBankAccountId: id });
    expect(again.data).toEqual(first.data);
    const [row] = await rows();
    expect([row.iban_sealed, row.iban_hash, row.account_masked]).toEqual([null, null, null]);
    expect(await accountsOf("C-1")).toEqual([]);
  });

  test("withdraws pending consents at that bank", async () => {
    const id = await remembered("C-1");
    const { payment_token: paymentToken } = await newPayment("C-1");
    const started = await press(paymentToken);
    await forgetAccount(shopper, { paymentToken, accountId: id });
    await answer(started.kind === "redirect" ? started.url : null, "approve");
    await settled();
    expect(await accountsOf("C-1")).toEqual([]);
    // And a new consent counts again.
    expect(await remembered("C-1")).not.toBe("");
  });

  test("a whole customer withdraws the consent of a payment that is paid later", async () => {
    const { payment_token: paymentToken, payment_request_id } = await newPayment("C-1");
    const started = await press(paymentToken);
    const { merchantId } = merchant;
    const caller = callerOfRole(newId(), { merchantId, partnerId: null, role: "owner" });
    await eraseCustomer({ ...shopper, caller }, { merchantId, test: true, key: "id:C-1" });
    await answer(started.kind === "redirect" ? started.url : null, "approve");
    await settled();
    expect([await statusOf(payment_request_id), await rows()]).toEqual(["completed", []]);
  });

  test("is possible only with a payment of the same customer", async () => {
    const id = await remembered("C-1");
    for (const customerId of ["C-2", undefined]) {
      const { payment_token: paymentToken } = await newPayment(customerId);
      await forgetAccount(shopper, { paymentToken, accountId: id });
    }
    expect((await accountsOf("C-1")).map((account) => account.id)).toEqual([id]);
  });

  test("happens automatically after thirteen months without a payment, not before", async () => {
    const id = await remembered("C-1");
    await moveClock("12 months 27 days");
    await forgetUnused();
    const held = (await rows()).map((row) => [row.id, row.forgotten_at]);
    await moveClock("5 days");
    await forgetUnused();
    const [row] = await rows();
    expect([held, row.iban_sealed]).toEqual([[[id, null]], null]);
  });
});
