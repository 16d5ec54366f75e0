import type { Ctx } from "../../lib/context";
import { dbOf } from "../../lib/db";
import { readMerchant } from "../../merchants/read-merchant";
import { findLinkByToken } from "../links/find-link";
import { findOpenRequestOfLink } from "../links/link-request-store";
import { checkoutMerchant } from "./checkout-merchant";
import { type Checkout, NO_PAYMENT } from "./checkout-view";
import { checkoutOf, closedLinkPhase, linkPart } from "./get-checkout";

/**
 * The checkout of a link: its request that may still pay, else the choice of a bank, else why it cannot be paid. Null for
 * an unknown token. `countView`: a person opened the page.
 */
export async function getLinkCheckout(
  ctx: Ctx,
  linkToken: string,
  options: { countView: boolean },
): Promise<Checkout | null> {
  const link = await findLinkByToken(ctx, linkToken, options);
  if (!link) return null;
  const open = await findOpenRequestOfLink(dbOf(ctx), link.id);
  if (open?.liveAttemptId) return checkoutOf(ctx, open);
  const merchant = await readMerchant(ctx, link.merchantId);
  return {
    ...NO_PAYMENT,
    phase: closedLinkPhase(link),
    paymentRequestId: null,
    amount: Number(link.amount),
    currency: link.currency,
    paymentReference: link.paymentReference,
    orderId: link.orderId,
    locale: link.locale,
    test: link.test,
    merchant: checkoutMerchant(merchant, link),
    expiresAt: link.expiresAt,
    secondScreenForS: link.secondScreenForS,
    successUrl: link.successUrl,
    failureUrl: link.failureUrl,
    link: linkPart(link),
  };
}
