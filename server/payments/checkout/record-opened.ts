import type { Ctx } from "../../lib/context";
import { dbOf } from "../../lib/db";
import { findLinkByToken } from "../links/find-link";
import { setOpened, setSecondScreen } from "./store";

/** Records the first time that a customer's browser was given the page of a payment request. */
export function recordOpened(ctx: Ctx, paymentRequestId: string): Promise<void> {
  return setOpened(dbOf(ctx), paymentRequestId);
}

/**
 * Records that a customer opened the payment on a second screen, so that the first one waits for it. `linkToken`: of a
 * link on which no bank was chosen yet.
 */
export async function recordSecondScreen(
  ctx: Ctx,
  target: { paymentRequestId: string } | { linkToken: string },
): Promise<void> {
  if ("paymentRequestId" in target) return setSecondScreen(dbOf(ctx), target);
  const link = await findLinkByToken(ctx, target.linkToken);
  if (link) await setSecondScreen(dbOf(ctx), { paymentLinkId: link.id });
}
