import { factsOf } from "./attempt-facts-of";
import type { AttemptRow } from "./attempt-store";
import type { TransitionSource } from "./attempt-write-store";
import { decide } from "./decide";
import { NOTHING } from "./decision-parts";
import { settlePayment } from "./settle-payment";
import type { RequestRow } from "./store";

const TICK = { kind: "tick" } as const;

/** Lets the clock decide about an attempt. True: it has ended it. Looks before it locks: mostly there is nothing to decide. */
export async function endByTime(attempt: AttemptRow, request: RequestRow, source: TransitionSource): Promise<boolean> {
  if (decide(factsOf(request, attempt, null), TICK) === NOTHING) return false;
  return (await settlePayment(attempt.id, TICK, { source })).attempt !== null;
}
