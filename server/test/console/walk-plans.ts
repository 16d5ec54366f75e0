import { chooseBank } from "../../developers/walk/walk-payment";
import { newId } from "../../lib/ids";
import { createPaymentRequest } from "../../payments/create-payment-request";
import { ctx } from "../fixtures";
import type { Plans } from "./plans";
import type { ConsoleShop } from "./world";

type WalkPath = Extract<keyof Plans, `developers.walk.${string}`>;

/**
 * A test payment that nobody has chosen a bank for. Of a shop that is not there: of none. Its bank sends nobody back, because
 * here nobody is at the address that it would send them to.
 */
async function newTestPayment({ merchantId }: ConsoleShop): Promise<{ id: string; paymentToken: string }> {
  const order = { amount: 2550, currency: "EUR", payment_reference: "SIM-NORETURN", test_transaction: true };
  const made = await createPaymentRequest(ctx, { merchant_id: merchantId, order }).catch(() => null);
  return { id: made?.payment_request_id ?? newId(), paymentToken: made?.payment_token ?? "ptok_none" };
}

/** One for whose shopper a bank waits. */
async function atBank(shop: ConsoleShop): Promise<{ id: string }> {
  const { id, paymentToken } = await newTestPayment(shop);
  await chooseBank(ctx, { merchantId: shop.merchantId, paymentToken }).catch(() => null);
  return { id };
}

const foreign = "PAYMENT_REQUEST_NOT_FOUND";

export const WALK_PLANS: Pick<Plans, WalkPath> = {
  "developers.walk.choose": {
    at: "merchant",
    input: async (shop) => ({ paymentToken: (await newTestPayment(shop)).paymentToken }),
    foreign,
  },
  "developers.walk.look": { at: "merchant", input: atBank, foreign },
  "developers.walk.answer": {
    at: "merchant",
    input: async (shop) => ({ ...(await atBank(shop)), press: "approve" as const }),
    foreign,
  },
};
