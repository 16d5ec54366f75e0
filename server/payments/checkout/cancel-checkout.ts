import type { Ctx } from "../../lib/context";
import { open, sha256 } from "../../lib/crypto";
import { dbOf } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { cancelPayment } from "../bank-calls/cancel-payment";
import { findLinkByToken } from "../links/find-link";
import { findOpenRequestOfLink } from "../links/link-request-store";
import { findRequestByTokenHash, type RequestRow } from "../requests/store";

type CancelTarget = { paymentToken: string } | { linkToken: string };

/**
 * The customer cancels on the page: the payment request of the token, or the link's request that may still pay. The link
 * does not change. Nothing happens if its request has ended meanwhile, which the page then shows. Returns the token of a
 * payment that had an attempt: its own page shows the result, which a link's page does not.
 * @throws AppError PAYMENT_REQUEST_NOT_FOUND if the token is unknown
 */
export async function cancelCheckout(ctx: Ctx, target: CancelTarget): Promise<{ paymentToken: string | null }> {
  const request = await requestOf(ctx, target);
  if (request) await cancelPayment(request.id);
  return { paymentToken: request?.liveAttemptId ? open(request.tokenSealed, request.id) : null };
}

async function requestOf(ctx: Ctx, target: CancelTarget): Promise<RequestRow | null> {
  if ("paymentToken" in target) return known(await findRequestByTokenHash(dbOf(ctx), sha256(target.paymentToken)));
  const link = known(await findLinkByToken(ctx, target.linkToken));
  return findOpenRequestOfLink(dbOf(ctx), link.id);
}

function known<Row>(row: Row | null): Row {
  if (!row) throw new AppError("PAYMENT_REQUEST_NOT_FOUND");
  return row;
}
