import { type Db, notifyAfterCommit, Prisma } from "../../lib/db";
import { rowsOf } from "../../lib/statements";
import { type PreparedEvent, preparedEvents } from "../../webhooks/events/record-event";
import type { Decision } from "../attempts/attempt-facts";
import type { AttemptRow } from "../attempts/attempt-store";
import {
  type AttemptData,
  attemptWritten,
  type NextFetch,
  type Provenance,
  transitionWritten,
} from "../attempts/attempt-write-store";
import { type BankCall, type CallEnd, callEnded } from "../attempts/bank-call-store";
import { CHECKOUT_CHANNEL } from "../requests/rules";
import { finalWritten, type RequestRow } from "../requests/store";

type AtOnce = Provenance & {
  request: RequestRow;
  attempt: AttemptRow;
  decision: Decision;
  data: AttemptData;
  /** The events of the decision, in order. */
  events: readonly PreparedEvent[];
  call: (BankCall & CallEnd) | null;
  next: NextFetch | null;
};

/**
 * Writes a decision in one statement, if neither the request nor the attempt has changed since it was read: both are
 * locked in the order of lock-request.ts and their versions compared. False: nothing was written.
 */
export async function writeAtOnce(db: Db, write: AtOnce): Promise<boolean> {
  const { request, attempt, decision, data, events, call, next, ...provenance } = write;
  const sets = requestSets(write);
  const attemptSets = attemptWritten(decision.attempt, data, next);
  const parts = [
    ...(sets.length > 0
      ? [
          Prisma.sql`request AS (UPDATE payment_requests SET ${Prisma.join(sets)}, updated_at = app_now()
            FROM locked WHERE id = request_id)`,
        ]
      : []),
    ...(attemptSets.length > 0
      ? [
          Prisma.sql`attempt AS (UPDATE payment_attempts SET ${Prisma.join(attemptSets)}
            FROM locked WHERE id = attempt_id)`,
        ]
      : []),
    ...(decision.attempt ? [transitionWritten(attempt, decision.attempt, provenance)] : []),
    ...(call ? [callEnded(call)] : []),
    ...(events.length > 0 ? [preparedEvents(events, Prisma.sql`locked`)] : []),
  ];
  const rows = await rowsOf(
    db,
    Prisma.sql`
    WITH locked AS MATERIALIZED (
      SELECT r.id AS request_id, a.id AS attempt_id FROM payment_requests r JOIN payment_attempts a ON a.payment_request_id = r.id
      WHERE r.id = ${request.id}::uuid AND a.id = ${attempt.id}::uuid AND r.xmin::text = ${request.rowVersion}
        AND a.xmin::text = ${attempt.rowVersion} FOR UPDATE OF r, a
    )${parts.length > 0 ? Prisma.sql`, ${Prisma.join(parts)}` : Prisma.empty}
    SELECT 1 FROM locked`,
  );
  if (rows.length === 0) return false;
  // The triggers' notices are read at the end of a transaction; this has none of its own.
  for (const subject of [request.id, request.paymentLinkId])
    if (subject) notifyAfterCommit(db, CHECKOUT_CHANNEL, subject);
  return true;
}

/** The assignments of the request's row. */
function requestSets({ request, attempt, decision, events, source }: AtOnce): Prisma.Sql[] {
  const { request: change } = decision;
  const isApprovedNow = decision.attempt !== null && attempt.state === "AWAITING_AUTH" && source !== "recon";
  const paidAttemptId = change?.kind === "end" && change.status === "completed" ? attempt.id : null;
  return [
    ...(decision.initiated && request.initiatedAt === null ? [Prisma.sql`initiated_at = app_now()`] : []),
    ...(events.length > 0 ? [Prisma.sql`event_sequence = ${events.at(-1)?.sequence ?? 0}::int`] : []),
    ...(change?.kind === "release" ? [Prisma.sql`live_attempt_id = NULL`] : []),
    ...(change?.kind === "end" ? [finalWritten({ ...change, paidAttemptId }, { isApprovedNow })] : []),
  ];
}
