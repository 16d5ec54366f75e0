import { Prisma } from "../../lib/db";

/**
 * SQL: seconds from the hand-over to the bank until the customer's approval of an attempt. Null without an attempt, and
 * without a known approval, because only a credit proved the payment. `isNow`: the statement itself records the approval.
 */
export function timeToApproval(attemptId: string | null, { isNow } = { isNow: false }): Prisma.Sql {
  return Prisma.sql`(SELECT round(extract(epoch FROM
      COALESCE(min(m.at), CASE WHEN ${isNow}::bool THEN app_now() END) - a.handed_over_at))::int
    FROM payment_attempts a LEFT JOIN attempt_transitions m
      ON m.attempt_id = a.id AND m.from_state = 'AWAITING_AUTH' AND m.source <> 'recon'
    WHERE a.id = ${attemptId}::uuid GROUP BY a.id)`;
}
