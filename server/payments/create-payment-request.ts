import type { Ctx } from "../lib/context";
import { newSecret, seal, sha256 } from "../lib/crypto";
import { dbOf } from "../lib/db";
import { newId } from "../lib/ids";
import { newPaymentReference } from "../lib/payment-reference";
import { acceptOrder } from "../payment-links/accept-order";
import { PAYMENT_TOKEN_TTL_S } from "./rules";
import type { CreatedPaymentRequest, CreatePaymentRequest } from "./schema";
import { insertRequest } from "./store";

export const PAYMENT_TOKEN_PREFIX = "ptok_";

/**
 * Creates a payment request for the embedded checkout. Its token is a credential: answered once, stored hashed, and
 * sealed for the way back from the bank.
 * @throws AppError VALIDATION_ERROR, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND, FORBIDDEN_CREATE, UNKNOWN_WEBHOOK_ENDPOINT
 */
export async function createPaymentRequest(ctx: Ctx, input: CreatePaymentRequest): Promise<CreatedPaymentRequest> {
  const { order, redirect_urls: redirects } = input;
  const { merchant, test, webhookEndpoints } = await acceptOrder(ctx, input);
  const id = newId();
  const token = newSecret(PAYMENT_TOKEN_PREFIX);
  await insertRequest(dbOf(ctx), {
    id,
    merchantId: merchant.id,
    flow: "embedded",
    paymentLinkId: null,
    tokenHash: sha256(token),
    tokenSealed: seal(token, id),
    amount: BigInt(order.amount),
    currency: order.currency,
    paymentReference: order.payment_reference ?? newPaymentReference(),
    orderId: order.order_id ?? id,
    locale: order.locale ?? "en",
    test,
    rewards: order.rewards ?? null,
    customer: input.customer ?? null,
    billingAddress: input.billing_address ?? null,
    deviceType: input.device_type ?? null,
    successUrl: redirects?.success_url ?? null,
    failureUrl: redirects?.failure_url ?? null,
    metadata: {},
    webhookEndpoints,
    ttlS: PAYMENT_TOKEN_TTL_S,
  });
  return { payment_token: token, expires_in: PAYMENT_TOKEN_TTL_S, payment_request_id: id };
}
