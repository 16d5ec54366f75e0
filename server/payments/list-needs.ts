import { now } from "../lib/clock";
import type { Ctx } from "../lib/context";
import { db } from "../lib/db";
import { resolveMerchant } from "../merchants/resolve-merchant";
import type { AnomalyKind } from "./attempt-facts";
import { countWaiting, findLate, findMarked, findReturned, type MarkedRow } from "./overview-store";

const HOUR_MS = 3_600_000;
/** A bank that has not answered for so long is out of the ordinary. */
const WAITING_FOR_MS = HOUR_MS;
/** Money that came late, or went back, is news for so long: nobody ticks it off. */
const NEWS_FOR_MS = 72 * HOUR_MS;
/** A payment can be completed late as long as its bank is asked; older ones are looked for no more. */
const CREATED_WITHIN_MS = 30 * 24 * HOUR_MS;
/** More is not a list for a person. */
const MAX_OF_A_KIND = 20;

export type MarkedPayment = MarkedRow;

export type PaymentNeeds = {
  /** Noted for a person, and dealt with by nobody. */
  marked: (MarkedPayment & { kind: AnomalyKind })[];
  /** Completed after they had ended. `lateByS`: seconds from their creation to the money. */
  late: (MarkedPayment & { lateByS: number })[];
  /** Of which money went back. */
  returned: (MarkedPayment & { returned: bigint })[];
  /** At a bank for more than an hour; `paymentRequestId` is the oldest. */
  waiting: { count: number; oldest: Date | null; paymentRequestId: string | null };
};

/**
 * The payments of a merchant in one mode that somebody has to look at, newest first, 20 of a kind at most. What has its
 * place in another list is in that one: a payment noted for a person is not told again as late.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function listPaymentNeeds(ctx: Ctx, input: { merchantId: string; test: boolean }): Promise<PaymentNeeds> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const shelf = { merchantId: merchant.id, test: input.test || ctx.caller.testOnly };
  const ago = (ms: number) => new Date(now().getTime() - ms);
  const recent = { createdSince: ago(CREATED_WITHIN_MS), since: ago(NEWS_FOR_MS), limit: MAX_OF_A_KIND };
  const [marked, late, returned, waiting] = await Promise.all([
    findMarked(db(), shelf, MAX_OF_A_KIND),
    findLate(db(), shelf, recent),
    findReturned(db(), shelf, recent),
    countWaiting(db(), shelf, ago(WAITING_FOR_MS)),
  ]);
  const told = new Set(marked.map(({ paymentRequestId }) => paymentRequestId));
  const isNew = ({ paymentRequestId }: MarkedRow) => !told.has(paymentRequestId);
  return { marked, late: late.filter(isNew), returned: returned.filter(isNew), waiting };
}
