import { listBanks } from "../../server/banks/list-banks";
import { initiatePayment } from "../../server/payments/bank-calls/initiate-payment";
import { createPaymentRequest } from "../../server/payments/requests/create-payment-request";
import { attemptOf, newEntry, taken } from "../../server/test/banks/statements";
import { ctx } from "../../server/test/rows/fixtures";
import type { Plans } from "./plan";
import type { ConsoleShop } from "./world";

type TransactionPath = Extract<keyof Plans, "transactions.match" | "transactions.dismiss">;

const REASON = "The payer called";

/** An unmatched transaction on an account of the shop, a new one for each call. */
async function newTransaction({ accountId }: ConsoleShop, turn: number): Promise<{ id: string; reason: string }> {
  const { id } = await taken(newEntry(accountId, { remittance: `Nobody's ${turn}` }));
  return { id, reason: REASON };
}

/** A payment that waits at a bank, and a transaction of its amount that no rule can match. */
async function newPair({ merchantId }: ConsoleShop, turn: number) {
  const order = { amount: 2550, currency: "EUR", test_transaction: true };
  const made = await createPaymentRequest(ctx, { merchant_id: merchantId, order });
  const [bank] = (await listBanks({}, { currency: "EUR" })).filter(({ market }) => market === "PT");
  const psu = { ip: "203.0.113.9", userAgent: null };
  await initiatePayment(ctx, { paymentToken: made.payment_token, bankId: bank?.id ?? "", scheme: null, psu });
  const { accountId } = await attemptOf(made.payment_request_id);
  const { id } = await taken(newEntry(accountId, { remittance: `Nobody's ${turn}` }));
  return { id, payment: made.payment_request_id, reason: REASON };
}

export const TRANSACTION_PLANS: Pick<Plans, TransactionPath> = {
  "transactions.match": { at: "platform", input: newPair },
  "transactions.dismiss": { at: "platform", input: newTransaction },
};
