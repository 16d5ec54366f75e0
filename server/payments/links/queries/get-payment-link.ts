import { type Ctx, noteSubject } from "../../../lib/context";
import { dbOf } from "../../../lib/db";
import { AppError } from "../../../lib/errors";
import { isUuid } from "../../../lib/ids";
import { resolveScope, scopeOf } from "../../../merchants/resolve-merchant";
import { urlOfLink } from "../link-url";
import type { PaymentLinkDetail } from "../schema";
import { listItem } from "./list-payment-links";
import { findLinkInScope } from "./list-store";

/**
 * A link of any status with its details. An unknown id, a malformed one, another tenant's, and a live one for a test-only
 * credential all get the same error. `merchantId`: only links of this merchant.
 * @throws AppError PAYMENT_LINK_NOT_FOUND, NO_TOKEN, MERCHANT_NOT_FOUND
 */
export async function getPaymentLink(ctx: Ctx, input: { id: string; merchantId?: string }): Promise<PaymentLinkDetail> {
  const scope = input.merchantId ? await resolveScope(ctx, input.merchantId) : scopeOf(ctx.caller);
  const link = isUuid(input.id) ? await findLinkInScope(dbOf(ctx), scope, input.id) : null;
  if (!link) throw new AppError("PAYMENT_LINK_NOT_FOUND");
  noteSubject(ctx, { merchantId: link.merchantId, paymentLinkId: link.id, test: link.test });
  const { successUrl, failureUrl } = link;
  return {
    ...listItem(link),
    locale: link.locale,
    metadata: link.metadata,
    payment_link_url: urlOfLink(link),
    redirect_urls: successUrl && failureUrl ? { success_url: successUrl, failure_url: failureUrl } : null,
    test_transaction: link.test,
  };
}
