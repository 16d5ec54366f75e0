import { chooseBank } from "../../server/developer-tools/test-payments/run-test-payment";
import { newId } from "../../server/lib/ids";
import { createPaymentRequest } from "../../server/payments/requests/create-payment-request";
import { ctx } from "../../server/test/rows/fixtures";
import type { Plans } from "./plan";
import type { ConsoleShop } from "./world";

type TestPaymentPath = Extract<keyof Plans, `developers.testPayments.${string}`>;

/**
 * A test payment without a chosen bank; null for a missing shop. Its bank has no redirect back, because the return URL
 * has no page.
 */
async function newTestPayment({ merchantId }: ConsoleShop): Promise<{ id: string; paymentToken: string }> {
  const order = { amount: 2550, currency: "EUR", payment_reference: "SIM-NORETURN", test_transaction: true };
  const made = await createPaymentRequest(ctx, { merchant_id: merchantId, order }).catch(() => null);
  return { id: made?.payment_request_id ?? newId(), paymentToken: made?.payment_token ?? "ptok_none" };
}

/** A test payment that waits for its customer at the bank. */
async function atBank(shop: ConsoleShop): Promise<{ id: string }> {
  const { id, paymentToken } = await newTestPayment(shop);
  await chooseBank(ctx, { merchantId: shop.merchantId, paymentToken }).catch(() => null);
  return { id };
}

const foreign = "PAYMENT_REQUEST_NOT_FOUND";

export const TEST_PAYMENT_PLANS: Pick<Plans, TestPaymentPath> = {
  "developers.testPayments.choose": {
    at: "merchant",
    input: async (shop) => ({ paymentToken: (await newTestPayment(shop)).paymentToken }),
    foreign,
  },
  "developers.testPayments.open": { at: "merchant", input: atBank, foreign },
  "developers.testPayments.answer": {
    at: "merchant",
    input: async (shop) => ({ ...(await atBank(shop)), press: "approve" as const }),
    foreign,
  },
};
