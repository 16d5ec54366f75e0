import { type Ctx, noteSubject } from "../../lib/context";
import { inTransaction } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { isUuid } from "../../lib/ids";
import { resolveScope } from "../../merchants/resolve-merchant";
import { endRequestsOfLink } from "../settlement/settle-payment";
import { markLinkCancelled } from "./mark-link";

/**
 * The merchant cancels a payment link (contract, "Payment links"): no payment starts with it any more. A request that was
 * not initiated ends at once, and so does an attempt whose submission can be blocked. A payment at a bank is cancelled
 * there, and the bank's answer decides: money that was approved before still pays the link. Safe to repeat. @throws AppError MERCHANT_NOT_FOUND, PAYMENT_LINK_NOT_FOUND, PAYMENT_LINK_NOT_ACTIVE
 */
export async function cancelLink(ctx: Ctx, input: { id: string; merchantId?: string }): Promise<void> {
  const scope = await resolveScope(ctx, input.merchantId);
  if (!isUuid(input.id)) throw new AppError("PAYMENT_LINK_NOT_FOUND");
  noteSubject(ctx, { paymentLinkId: input.id });
  await inTransaction(ctx, async (tx) => {
    if (await markLinkCancelled(tx, ctx, scope, input.id)) {
      await endRequestsOfLink(tx, input.id, "link_cancelled", "cancellation");
    }
  });
}
