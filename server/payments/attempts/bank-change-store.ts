import type { Db } from "../../lib/db";

/** The request to change banks. `isFirst`: none was in force before. */
export type BankChange = { at: Date; isFirst: boolean };

/**
 * Written before the cancellation is sent to the bank, so that its result is understood. Every press sets a later time, so
 * that none removes a request that another press relies on.
 */
export async function requestBankChange(db: Db, attemptId: string): Promise<BankChange> {
  const [change] = await db.$queryRaw<BankChange[]>`
    WITH locked AS MATERIALIZED (
      SELECT id, change_requested_at AS before FROM payment_attempts WHERE id = ${attemptId}::uuid FOR UPDATE
    ) UPDATE payment_attempts a SET change_requested_at = GREATEST(app_now(), before + interval '1 millisecond')
    FROM locked WHERE a.id = locked.id RETURNING change_requested_at AS at, before IS NULL AS "isFirst"`;
  if (!change) throw new Error(`Payment attempt ${attemptId} is gone.`);
  return change;
}

/** Removes the request of an open attempt, unless another press has renewed it. */
export async function withdrawBankChange(db: Db, attemptId: string, { at }: BankChange): Promise<void> {
  await db.$executeRaw`
    UPDATE payment_attempts SET change_requested_at = NULL
    WHERE id = ${attemptId}::uuid AND change_requested_at = ${at} AND final_at IS NULL`;
}
