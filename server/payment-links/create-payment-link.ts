import { receivingAccountFor } from "../accounts/receiving-account";
import { hasLiveConnections } from "../connectors/profiles";
import type { Ctx } from "../lib/context";
import { newSecret, seal, sha256 } from "../lib/crypto";
import { dbOf } from "../lib/db";
import { env } from "../lib/env";
import { AppError, invalidField } from "../lib/errors";
import { newId } from "../lib/ids";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { refuseUnknownEndpoints } from "../webhooks/refuse-unknown-endpoints";
import { checkOrder, newPaymentReference } from "./order-rules";
import type { CreatedPaymentLink, CreatePaymentLink } from "./schema";
import { insertLink } from "./store";

const LINK_TOKEN_PREFIX = "plink_";

/**
 * Creates a payment link that lives PAYMENT_LINK_TTL_DAYS days. Its address carries 256 random bits.
 * @throws AppError VALIDATION_ERROR, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND, FORBIDDEN_CREATE, UNKNOWN_WEBHOOK_ENDPOINT
 */
export async function createPaymentLink(ctx: Ctx, input: CreatePaymentLink): Promise<CreatedPaymentLink> {
  const { order, redirect_urls: redirects } = input;
  const merchant = await resolveMerchant(ctx, input.merchant_id);
  const test = order.test_transaction === true || ctx.caller.testOnly || !hasLiveConnections();
  if (!test && merchant.suspendedAt) throw new AppError("FORBIDDEN_CREATE");
  checkOrder({ currency: order.currency, paymentReference: order.payment_reference, redirects, test });
  refuseUnknownEndpoints(input.webhook_endpoints ?? []);
  if (!test && !(await receivingAccountFor(ctx, { merchantId: merchant.id, currency: order.currency, test }))) {
    throw invalidField("order.currency", "no account receives this currency");
  }
  const id = newId();
  const token = newSecret(LINK_TOKEN_PREFIX);
  const { expiresAt } = await insertLink(dbOf(ctx), {
    id,
    merchantId: merchant.id,
    tokenHash: sha256(token),
    tokenSealed: seal(token, id),
    amount: order.amount,
    currency: order.currency,
    paymentReference: order.payment_reference ?? newPaymentReference(),
    orderId: order.order_id ?? id,
    locale: order.locale ?? "en",
    test,
    successUrl: redirects?.success_url ?? null,
    failureUrl: redirects?.failure_url ?? null,
    metadata: input.metadata ?? {},
    webhookEndpoints: input.webhook_endpoints ?? [],
    ttlDays: env().paymentLinkTtlDays,
  });
  return { payment_link_url: linkUrl(token), link_id: id, status: "active", expires_at: expiresAt.toISOString() };
}

/** The address of the hosted page of a link. */
export function linkUrl(token: string): string {
  return `${env().baseUrl}/pay/${token}`;
}
