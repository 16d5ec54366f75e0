import type { Ctx } from "../../lib/context";
import { dbOf } from "../../lib/db";
import { readMerchant } from "../../merchants/read-merchant";
import { findLinkByToken } from "../links/find-link";
import { findOpenRequestOfLink } from "../links/link-request-store";
import { readRequest } from "../requests/store";
import { checkoutMerchant } from "./checkout-merchant";
import { type Checkout, NO_PAYMENT } from "./checkout-view";
import { checkoutOf, closedLinkPhase, linkPart } from "./get-checkout";

/** Another person may open a used link. */
const OF_ANOTHER = { amount: 0, paymentReference: "", orderId: "", successUrl: null, failureUrl: null };

/**
 * The checkout of a link: its request that may still pay, else the choice of a bank, else why it cannot be paid. Null for
 * an unknown token. `countView`: a person opened the page. `followedId`: of the payment that the page showed while it ran.
 * If it paid the link, its page shows the end too.
 */
export async function getLinkCheckout(
  ctx: Ctx,
  linkToken: string,
  { countView, followedId = null }: { countView: boolean; followedId?: string | null },
): Promise<Checkout | null> {
  const link = await findLinkByToken(ctx, linkToken, { countView });
  if (!link) return null;
  const open = await findOpenRequestOfLink(dbOf(ctx), link.id);
  if (open?.liveAttemptId) return checkoutOf(ctx, open);
  if (link.paymentRequestId !== null && link.paymentRequestId === followedId)
    return checkoutOf(ctx, await readRequest(dbOf(ctx), followedId));
  const merchant = await readMerchant(ctx, link.merchantId);
  const phase = closedLinkPhase(link);
  return {
    ...NO_PAYMENT,
    phase,
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
    ...(phase === "link_used" && OF_ANOTHER),
  };
}
