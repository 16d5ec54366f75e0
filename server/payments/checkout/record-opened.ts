import type { Ctx } from "../../lib/context";
import { dbOf } from "../../lib/db";
import { setOpened } from "../queries/history-store";

/** Records the first time that a customer's browser was given the page of a payment request. */
export function recordOpened(ctx: Ctx, paymentRequestId: string): Promise<void> {
  return setOpened(dbOf(ctx), paymentRequestId);
}
