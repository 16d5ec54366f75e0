import { db, type Tx } from "../lib/db";
import { log } from "../lib/log";
import { insertAnomaly } from "./anomaly-store";
import type { Anomaly } from "./attempt-facts";
import type { TransitionSource } from "./attempt-write-store";

type Subject = { id: string; paymentRequestId: string };

/** Notes, once, what a person has to look at about an attempt. */
export function noteAnomaly(attempt: Subject, anomaly: Anomaly, source: TransitionSource): Promise<void> {
  return db().$transaction((tx) => noteAnomalyIn(tx, attempt, anomaly, source));
}

/** The same in the transaction of what it is about. */
export async function noteAnomalyIn(
  tx: Tx,
  { id: attemptId, paymentRequestId }: Subject,
  anomaly: Anomaly,
  source: TransitionSource,
): Promise<void> {
  const isNew = await insertAnomaly(tx, { ...anomaly, paymentRequestId, attemptId, source });
  if (!isNew) return;
  log().error({ attempt_id: attemptId, payment_request_id: paymentRequestId, ...anomaly }, "a payment needs a person");
}
