import { Prisma } from "../lib/db";

/**
 * SQL: how long the shopper took to approve an attempt, in whole seconds from the moment that the way to the bank was
 * there. Null for no attempt, and where nobody saw the approval, because only a credit proved it.
 */
export function timeToApproval(attemptId: string | null): Prisma.Sql {
  return Prisma.sql`(SELECT round(extract(epoch FROM min(m.at) - a.handed_over_at))::int
    FROM payment_attempts a JOIN attempt_transitions m ON m.attempt_id = a.id
    WHERE a.id = ${attemptId}::uuid AND m.from_state = 'AWAITING_AUTH' AND m.source <> 'recon' GROUP BY a.id)`;
}
