import { Prisma, type Tx } from "../../lib/db";
import { timeToApproval } from "../attempts/approval-time-store";
import type { PaymentStatus } from "./schema";

export type FinalStatus = {
  status: Exclude<PaymentStatus, "pending">;
  reason: string | null;
  late: boolean;
  /** The attempt that completed it. */
  paidAttemptId: string | null;
};

/** Writes a final state. The caller holds the lock and has checked; only write-decision.ts and end-request.ts call it. */
export async function setFinal(tx: Tx, id: string, final: FinalStatus): Promise<void> {
  await tx.$executeRaw`
    UPDATE payment_requests SET ${finalWritten(final, { isApprovedNow: false })}, updated_at = app_now() WHERE id = ${id}::uuid`;
}

/** SQL: the assignments of a final state. `isApprovedNow`: the same statement records the customer's approval. */
export function finalWritten(final: FinalStatus, { isApprovedNow }: { isApprovedNow: boolean }): Prisma.Sql {
  const { status, reason, late, paidAttemptId } = final;
  return Prisma.sql`status = ${status}, status_reason = ${reason}, late = ${late}, live_attempt_id = NULL,
    paid_attempt_id = COALESCE(${paidAttemptId}::uuid, paid_attempt_id),
    time_to_approval_s = ${timeToApproval(late ? null : paidAttemptId, { isNow: isApprovedNow })},
    completed_at = CASE WHEN ${status} = 'completed' THEN app_now() ELSE completed_at END`;
}
