import { recordAudit } from "../../audit/record-audit";
import { env } from "../../lib/config/env";
import { type Ctx, noteSubject } from "../../lib/context";
import { newSecret, seal, sha256 } from "../../lib/crypto";
import { inTransaction } from "../../lib/db";
import { newId } from "../../lib/ids";
import { newPaymentReference } from "../../lib/money/payment-reference";
import { acceptOrder } from "./accept-order";
import { linkUrl } from "./link-url";
import type { CreatedPaymentLink, CreatePaymentLink } from "./schema";
import { insertLink, type NewLink } from "./store";

const LINK_TOKEN_PREFIX = "plink_";

/**
 * Creates a payment link that expires after PAYMENT_LINK_TTL_DAYS days. Its URL has 256 random bits.
 * @throws AppError VALIDATION_ERROR, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND, FORBIDDEN_CREATE, UNKNOWN_WEBHOOK_ENDPOINT
 */
export async function createPaymentLink(ctx: Ctx, input: CreatePaymentLink): Promise<CreatedPaymentLink> {
  const { order, redirect_urls: redirects } = input;
  const { merchant, test, webhookEndpoints } = await acceptOrder(ctx, input);
  const id = newId();
  const token = newSecret(LINK_TOKEN_PREFIX);
  const row = {
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
    webhookEndpoints,
    ttlDays: env().paymentLinkTtlDays,
  };
  const { expiresAt } = await insert(ctx, row);
  noteSubject(ctx, { paymentLinkId: id });
  return { payment_link_url: linkUrl(token), link_id: id, status: "active", expires_at: expiresAt.toISOString() };
}

// API calls are in the request log; what a person does is in the audit log.
function insert(ctx: Ctx, row: NewLink): Promise<{ expiresAt: Date }> {
  if (ctx.caller.actor.kind !== "user") return insertLink(ctx, row);
  return inTransaction(ctx, async (tx) => {
    const inserted = await insertLink({ tx }, row);
    const { id, merchantId, orderId, amount, currency, test } = row;
    const detail = { order_id: orderId, amount, currency, test };
    await recordAudit(tx, ctx, { action: "payment_link.created", merchantId, subjectId: id, detail });
    return inserted;
  });
}
