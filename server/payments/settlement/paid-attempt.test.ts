import { describe, expect, it } from "vitest";
import { setReceipts } from "../../merchants/business/set-receipts";
import { shopper, storyOfThisFile } from "../../test/banks/payment-stories";
import { attemptsOf, underLocks } from "../../test/banks/statements";
import { query } from "../../test/database";
import { ctx } from "../../test/rows/fixtures";
import { getCheckout } from "../checkout/get-checkout";
import { getPayment } from "../queries/get-payment";
import { listPayments } from "../queries/list-payments";
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
const rowsOf = <T>(sql: string, values: unknown[]) =>
  query(async (client) => (await client.query(sql, values)).rows as T[]);

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
