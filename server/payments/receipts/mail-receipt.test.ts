import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { env } from "../../lib/config/env";
import type { Ctx } from "../../lib/context";
import { setBusiness, setReceipts } from "../../merchants/business/set-business";
import { readMerchant } from "../../merchants/read-merchant";
import { answer, storyOfThisFile, workDone } from "../../test/banks/payment-stories";
import { moveClock, query } from "../../test/database";
import { newTenant, ctx as operator } from "../../test/rows/fixtures";
import { eraseCustomer } from "../customers/erase-customer";
import { createPaymentLink } from "../links/create-payment-link";
import { sendLink } from "../links/mails/send-link";
import { getPayment } from "../queries/get-payment";
import { receiptMail } from "./receipt-mail";

const story = storyOfThisFile();

/** Without an id no account is remembered, so that one statement could settle the payment. */
const ROSA = { name: "Rosa Lima", email: "Rosa.Lima@Shopper.example" };
const ctx: Ctx = operator;

const rows = async (sql: string, values: unknown[] = []) => (await query(sql, values)).rows;
const receipts = () =>
  rows(`SELECT m.recipient, m.subject, m.text, r.payment_request_id AS of
    FROM mails m LEFT JOIN payment_receipt_mails r ON r.mail_id = m.id
    WHERE m.recipient LIKE '%shopper.example' ORDER BY m.id`);

beforeEach(async () => {
  await rows("DELETE FROM payment_receipt_mails");
  await rows("DELETE FROM mails");
  await send(false);
});
afterEach(() => Object.assign(env(), { smtpUrl: null }));

const send = (enabled = true) => setReceipts(ctx, { merchantId: story.tenant.merchantId, enabled });

/** A payment of the customer, approved at the bank until it is completed. */
async function paid(customer: object = ROSA): Promise<string> {
  const { id, token } = await story.newPayment();
  await rows("UPDATE payment_requests SET customer = $2 WHERE id = $1", [id, JSON.stringify(customer)]);
  await answer((await story.press(token)).data.redirect_url, "approve");
  await moveClock("5 seconds");
  await Promise.all([workDone(), workDone()]);
  expect(await story.statusOf(id)).toBe("completed");
  return id;
}

describe("a completed payment of a merchant that sends receipts", () => {
  it("mails one receipt to its customer, with the payee's details, and shows when", async () => {
    const { merchantId } = story.tenant;
    const { businessVersion: version } = await readMerchant({}, merchantId);
    const details = { taxNumber: "PT 509 442 013", postalAddress: "Rua 14\n4750 Barcelos", helpAddress: "" };
    await setBusiness(ctx, { merchantId, ...details, version });
    await send();
    const id = await paid();
    const [mail, ...more] = await receipts();
    expect([mail.recipient, mail.of, more]).toEqual(["rosa.lima@shopper.example", id, []]);
    expect(mail.text).toContain(`Payment ID: ${id}\n`);
    expect(mail.text).toContain("Rua 14\n4750 Barcelos\nTax number: PT 509 442 013\n");
    expect((await getPayment(ctx, { id, merchantId })).receiptMailedAt).toEqual(expect.any(Date));
  });

  it("mails none without a customer's address", async () => {
    await send();
    const id = await paid({ id: "cus_2", name: "Rosa Lima" });
    expect([
      await receipts(),
      (await getPayment(ctx, { id, merchantId: story.tenant.merchantId })).receiptMailedAt,
    ]).toEqual([[], null]);
  });

  it("mails none of a test payment where mail leaves the installation", async () => {
    await send();
    Object.assign(env(), { smtpUrl: "smtp://127.0.0.1:1" });
    await paid();
    expect(await receipts()).toEqual([]);
  });
});

describe("a completed payment of another merchant", () => {
  it("mails none, as the setting is off until someone switches it on, and once it is off again", async () => {
    await paid();
    await send();
    await send(false);
    await paid();
    expect(await receipts()).toEqual([]);
  });
});

it("an erased customer's receipt is deleted, sent or not, and another customer's is kept", async () => {
  await send();
  await paid({ ...ROSA, id: "cus_3" });
  const kept = await paid({ id: "cus_4", email: "kept@shopper.example" });
  await eraseCustomer(ctx, { merchantId: story.tenant.merchantId, test: true, key: "id:cus_3" });
  expect((await receipts()).map(({ of }) => of)).toEqual([kept]);
});

it("an erased customer's mails with links are deleted with their masked address, and others' and another merchant's are kept", async () => {
  const { merchantId } = story.tenant;
  const foreignId = (await newTenant()).merchantId;
  await paid({ ...ROSA, id: "cus_5" });
  const sent = [
    [merchantId, ROSA.email],
    [merchantId, "kept-link@kept.example"],
    [foreignId, ROSA.email],
  ] as const;
  for (const [shop, recipient] of sent) {
    const order = { amount: 100, currency: "EUR", payment_reference: "Table 12", test_transaction: true };
    const { link_id: id } = await createPaymentLink(ctx, { merchant_id: shop, order });
    await sendLink(ctx, { id, merchantId: shop, recipient });
  }
  await eraseCustomer(ctx, { merchantId, test: true, key: "id:cus_5" });
  const sql = `SELECT recipient_masked AS masked, m.recipient FROM payment_link_mails l LEFT JOIN mails m ON m.id = l.mail_id
    WHERE l.merchant_id = ANY ($1) ORDER BY l.id`;
  expect(await rows(sql, [[merchantId, foreignId]])).toEqual([
    { masked: "•••", recipient: null },
    { masked: "k•••@kept.example", recipient: "kept-link@kept.example" },
    { masked: "r•••@shopper.example", recipient: "rosa.lima@shopper.example" },
  ]);
});

describe("the text of a receipt", () => {
  const completedAt = new Date("2026-11-20T09:41:00Z");
  const payment = {
    ...{ id: "0190aaaa-0000-7000-8000-000000000000", amount: 7450n, currency: "EUR", test: false, completedAt },
    ...{ paymentReference: "Order\r\nBcc: 3451", locale: "en-GB", bankName: "Millennium bcp" },
  };
  const payee = {
    brandName: "Olaria do Norte",
    taxNumber: null,
    postalAddress: null,
    helpAddress: "ajuda@olaria.example",
  };

  it("has the facts of the payment, and no line from the merchant's texts", () => {
    expect(receiptMail(payment, payee)).toEqual({
      subject: "Payment receipt: €74.50, Olaria do Norte",
      text: [
        "You paid €74.50 to Olaria do Norte.",
        "Reference: Order Bcc: 3451\nConfirmed: 20 November 2026 at 09:41 (UTC)\nBank: Millennium bcp\nPayment ID: 0190aaaa-0000-7000-8000-000000000000",
        "Olaria do Norte",
        "This confirms a payment. It isn’t an invoice.",
        "Questions about your order? ajuda@olaria.example",
        "Bankside sent this e-mail for Olaria do Norte.\n",
      ].join("\n\n"),
    });
  });

  it("states the amount exactly where the language shows a currency without decimals", () => {
    const { subject, text } = receiptMail({ ...payment, amount: 149_950n, currency: "HUF" }, payee);
    expect([subject, text].map((part) => /HUF.1,499\.50/.test(part))).toEqual([true, true]);
  });

  it("is in the language of the payment's page, and says that it is a test", () => {
    const { subject, text } = receiptMail({ ...payment, locale: "pt-PT", test: true }, payee);
    expect(subject).toMatch(/^Comprovativo de pagamento: 74,50.€, Olaria do Norte$/);
    expect(text).toContain("\n\nIsto é um teste. Não é movimentado dinheiro real.\n\n");
  });
});
