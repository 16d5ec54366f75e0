import { factsOf } from "../attempts/attempt-facts-of";
import type { AttemptRow } from "../attempts/attempt-store";
import type { TransitionSource } from "../attempts/attempt-write-store";
import type { RequestRow } from "../requests/store";
import { decide } from "../settlement/decide";
import { NOTHING } from "../settlement/decision-parts";
import { settlePayment } from "../settlement/settle-payment";

const TICK = { kind: "tick" } as const;

/** Ends an attempt whose time is over; true if it did. Checks before it locks, because most attempts are within their time. */
export async function endByTime(attempt: AttemptRow, request: RequestRow, source: TransitionSource): Promise<boolean> {
  if (decide(factsOf(request, attempt, null), TICK) === NOTHING) return false;
  return (await settlePayment(attempt.id, TICK, { source })).attempt !== null;
}
