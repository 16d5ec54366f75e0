import { describe, expect, it } from "vitest";
import { setReceipts } from "../../merchants/business/set-business";
import { answer, shopper, storyOfThisFile } from "../../test/banks/payment-stories";
import { attemptsOf, underLocks } from "../../test/banks/statements";
import { moveClock, query } from "../../test/database";
import { ctx } from "../../test/rows/fixtures";
import { getCheckout } from "../checkout/get-checkout";
import { getPayment } from "../queries/get-payment";
import { listPayments } from "../queries/list-payments";
import { expireRequest, requestsToEnd } from "../requests/end-request";
import { settleByCredit } from "./settle-by-entry";

// What the customer and the merchant are shown of a payment whose money came by another way than the last one.

const story = storyOfThisFile();
const AMOUNT = 2550n;
const FIRST_IBAN = "PT50000201231234567890154";
const SECOND_IBAN = "PT50002700000001234567833";

const credit = (attemptId = "", amountMinor = AMOUNT) =>
  underLocks(attemptId, (tx, request) =>
    settleByCredit(tx, request, attemptId, { amountMinor, currency: "EUR", source: "recon" }),
  );
const rowsOf = async <T>(sql: string, values: unknown[]) => (await query(sql, values)).rows as T[];

async function bankNameOf(id: string | undefined): Promise<string> {
  const [bank] = await rowsOf<{ name: string }>("SELECT display_name AS name FROM banks WHERE id = $1", [id]);
  return bank?.name ?? "";
}

describe("a payment that an attempt paid after another bank was chosen", () => {
  it("names the bank and the account that paid, to customer and merchant", async () => {
    const { merchantId } = story.tenant;
    await setReceipts(ctx, { merchantId, enabled: true });
    const customer = { name: "Rosa Lima", email: "rosa.lima@shopper.example" };
    const { token, id } = await story.newPayment({}, { customer });
    await story.press(token, story.banks[0], { debtorIban: FIRST_IBAN });
    await story.press(token, story.banks[1], { debtorIban: SECOND_IBAN });
    const [first, second] = await attemptsOf(id);
    const [bank, other] = [await bankNameOf(story.banks[0]), await bankNameOf(story.banks[1])];
    const found = async (search: string) =>
      (await listPayments(ctx, { merchantId, test: true, search, limit: 50 })).items.map((one) => one.bankName);
    expect([await found("7833"), await found("0154")]).toEqual([[other], [other]]);
    expect(await credit(first?.id)).toBe("settled");

    expect(await getCheckout(shopper, token)).toMatchObject({
      phase: "paid",
      bank: { id: story.banks[0], displayName: bank },
      payerMasked: expect.stringMatching(/0154$/),
      lateMoney: null,
    });
    const payment = await getPayment(ctx, { id, merchantId });
    expect([payment.bankName, payment.payerMasked?.slice(-4), payment.attempt?.id]).toEqual([bank, "0154", first?.id]);
    expect(payment.attempts.map((one) => one.id)).toEqual([first?.id, second?.id]);
    const [event] = await rowsOf<{ body: string }>(
      "SELECT body FROM webhook_events WHERE subject_id = $1 AND type = 'payment_request.succeeded'",
      [id],
    );
    expect(JSON.parse(event?.body ?? "").data.object.metadata.bank_name).toBe(bank);
    const [mail] = await rowsOf<{ text: string }>("SELECT text FROM mails WHERE recipient = $1", [customer.email]);
    expect(mail?.text).toContain(`Bank: ${bank}\n`);
    expect([await found("0154"), await found("7833")]).toEqual([[bank], []]);
  });
});

describe("a payment that ended unpaid", () => {
  const lateMoneyOf = async (token: string) => {
    const checkout = await getCheckout(shopper, token);
    return [checkout?.phase, checkout?.lateMoney];
  };
  async function expired(bankId?: string) {
    const { token, id } = await story.newPayment();
    if (bankId) {
      for (let time = 0; time < 2; time += 1)
        story.bank.faults.push({ method: "POST", path: /\/v1\/payments\/[^/]+$/, kind: "lost" });
      await story.press(token, bankId);
    }
    await moveClock("16 minutes");
    for (const over of await requestsToEnd(10)) await expireRequest(over);
    return { token, id };
  }

  it("and whose money arrived says so to the customer", async () => {
    const { token, id } = await expired(story.banks[0]);
    expect(await lateMoneyOf(token)).toEqual(["expired", null]);
    await credit((await attemptsOf(id))[0]?.id);
    expect(await lateMoneyOf(token)).toEqual(["expired", "arrived"]);
  });

  it("and of which another amount arrived says that the result is unclear", async () => {
    const { token, id } = await story.newPayment();
    await answer((await story.press(token)).data.redirect_url, "reject");
    expect(await lateMoneyOf(token)).toEqual(["cancelled_at_bank", null]);
    await credit((await attemptsOf(id))[0]?.id, AMOUNT - 1n);
    expect(await lateMoneyOf(token)).toEqual(["cancelled_at_bank", "unclear"]);
  });

  it("control: without money or an exception says neither", async () => {
    expect(await lateMoneyOf((await expired()).token)).toEqual(["expired", null]);
  });
});
