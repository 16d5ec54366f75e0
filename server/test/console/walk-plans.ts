import { chooseBank } from "../../developers/walk/walk-payment";
import { newId } from "../../lib/ids";
import { createPaymentRequest } from "../../payments/create-payment-request";
import { ctx } from "../fixtures";
import type { Plans } from "./plans";
import type { ConsoleShop } from "./world";

type WalkPath = Extract<keyof Plans, `developers.walk.${string}`>;

/** A test payment that nobody has chosen a bank for. Of a shop that is not there: of none. */
async function newTestPayment({ merchantId }: ConsoleShop): Promise<{ id: string; paymentToken: string }> {
  const order = { amount: 2550, currency: "EUR", test_transaction: true };
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
    input: async (shop) => ({ ...(await atBank(shop)), press: "reject" as const }),
    foreign,
    // Here nobody is at the address that the bank sends the shopper back to.
    also: ["SERVICE_UNAVAILABLE"],
  },
};
