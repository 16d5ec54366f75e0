import { afterCommit, db, type Tx } from "../../lib/db";
import { log } from "../../lib/log";
import type { PaymentException } from "../attempts/attempt-facts";
import type { TransitionSource } from "../attempts/attempt-write-store";
import { insertException } from "./exception-store";

type Subject = { id: string; paymentRequestId: string };

/** Records an exception of an attempt; the same one twice is recorded once. */
export function recordException(
  attempt: Subject,
  exception: PaymentException,
  source: TransitionSource,
): Promise<void> {
  return db().$transaction((tx) => recordExceptionIn(tx, attempt, exception, source));
}

/** The same in a transaction of the caller's: logged after its commit, so that no alert is about one that was undone. */
export async function recordExceptionIn(
  tx: Tx,
  { id: attemptId, paymentRequestId }: Subject,
  exception: PaymentException,
  source: TransitionSource,
): Promise<void> {
  const inserted = await insertException(tx, { ...exception, paymentRequestId, attemptId, source });
  if (!inserted) return;
  // Integrators cause exceptions of test payments on purpose: no alert.
  const urgency = inserted.test ? { test: true } : { alert: true };
  afterCommit(tx, () =>
    log().error(
      { attempt_id: attemptId, payment_request_id: paymentRequestId, ...exception, ...urgency },
      "payment exception: a person has to review it",
    ),
  );
}

/** Records the same exception of several attempts, with one log line for all. */
export async function recordExceptions(
  attempts: readonly Subject[],
  exception: PaymentException,
  source: TransitionSource,
): Promise<void> {
  const counts = { live: 0, test: 0 };
  for (const { id: attemptId, paymentRequestId } of attempts) {
    const row = { ...exception, paymentRequestId, attemptId, source };
    const inserted = await db().$transaction((tx) => insertException(tx, row));
    if (inserted) counts[inserted.test ? "test" : "live"] += 1;
  }
  if (counts.live + counts.test === 0) return;
  const urgency = counts.live > 0 ? { alert: true } : {};
  log().error({ ...exception, ...counts, ...urgency }, "payment exceptions: a person has to review them");
}
