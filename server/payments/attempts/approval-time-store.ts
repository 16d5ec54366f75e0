import { Prisma } from "../../lib/db";

/**
 * SQL: seconds from the hand-over to the bank until the customer's approval of an attempt. Null without an attempt, and
 * without a known approval, because only a credit proved the payment.
 */
export function timeToApproval(attemptId: string | null): Prisma.Sql {
  return Prisma.sql`(SELECT round(extract(epoch FROM min(m.at) - a.handed_over_at))::int
    FROM payment_attempts a JOIN attempt_transitions m ON m.attempt_id = a.id
    WHERE a.id = ${attemptId}::uuid AND m.from_state = 'AWAITING_AUTH' AND m.source <> 'recon' GROUP BY a.id)`;
}
