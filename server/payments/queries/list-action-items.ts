import { now } from "../../lib/clock";
import type { Ctx } from "../../lib/context";
import { db } from "../../lib/db";
import { resolveMode } from "../../merchants/resolve-merchant";
import { PAYMENT_FLAGS, type PaymentFlag } from "./list-terms";
import {
  countWaiting,
  type ExceptionItemRow,
  findLate,
  findMarked,
  findReturned,
  type MarkedRow,
} from "./overview-store";

const HOUR_MS = 3_600_000;
/** Waiting at a bank longer than this is unusual. */
const WAITING_FOR_MS = HOUR_MS;
/** Late and returned payments are listed for so long; they cannot be resolved. */
const LISTED_FOR_MS = 72 * HOUR_MS;
/** Limit of each kind. */
const MAX_OF_A_KIND = 20;

type PaymentActionItems = {
  /** With an open exception. */
  marked: ExceptionItemRow[];
  /** Completed after they had ended. `lateByS`: seconds from creation to completion. */
  late: (MarkedRow & { lateByS: number })[];
  /** With money returned. */
  returned: (MarkedRow & { returned: bigint })[];
  /** At a bank for more than an hour; `paymentRequestId` is the oldest. */
  waiting: { count: number; oldest: Date | null; paymentRequestId: string | null };
  /** The most harmful kind of which more were found than are listed; null: all are listed. */
  more: PaymentFlag | null;
};

/**
 * The payments of a merchant in one mode that need attention, newest first, 20 of a kind at most. Each payment is in one
 * list only: one with an exception is not listed as late or returned.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function listPaymentActionItems(
  ctx: Ctx,
  input: { merchantId: string; test: boolean },
): Promise<PaymentActionItems> {
  const mode = await resolveMode(ctx, input);
  const ago = (ms: number) => new Date(now().getTime() - ms);
  const recent = { since: ago(LISTED_FOR_MS), limit: MAX_OF_A_KIND + 1 };
  const [marked, late, returned, waiting] = await Promise.all([
    findMarked(db(), mode, recent.limit),
    findLate(db(), mode, recent),
    findReturned(db(), mode, recent),
    countWaiting(db(), mode, ago(WAITING_FOR_MS)),
  ]);
  const kinds = { needs_review: marked, returned, late };
  const more = PAYMENT_FLAGS.findLast((flag) => kinds[flag].length > MAX_OF_A_KIND) ?? null;
  const listed = new Set(marked.map(({ paymentRequestId }) => paymentRequestId));
  const firstOf = <T extends MarkedRow>(rows: readonly T[]) =>
    rows.filter(({ paymentRequestId }) => !listed.has(paymentRequestId)).slice(0, MAX_OF_A_KIND);
  return {
    marked: marked.slice(0, MAX_OF_A_KIND),
    late: firstOf(late),
    returned: firstOf(returned),
    waiting,
    more,
  };
}
