import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { setOpened } from "./history-store";

/** Notes that a shopper's browser was given the page of a payment request. Only the first time counts. */
export function noteOpened(ctx: Ctx, paymentRequestId: string): Promise<void> {
  return setOpened(dbOf(ctx), paymentRequestId);
}
