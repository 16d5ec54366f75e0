import { changedOne, type Db, firstRow, Prisma, type Tx } from "../../lib/db";
import { newId } from "../../lib/ids";

/** Limit of stored notifications of an attempt; further ones add no information. */
const MAX_KEPT_OF_ATTEMPT = 100;

/** The attempt of a notification, with the bank's ids of the order. */
export type NotifiedAttempt = {
  id: string;
  paymentRequestId: string;
  bankId: string;
  bankProfileId: string | null;
  bankPaymentId: string | null;
  consentId: string | null;
  test: boolean;
};

const NOTIFIED = Prisma.sql`a.id, a.payment_request_id AS "paymentRequestId", a.bank_id AS "bankId",
  a.bank_profile_id AS "bankProfileId", a.bank_payment_id AS "bankPaymentId", a.consent_id AS "consentId", r.test
  FROM payment_attempts a JOIN payment_requests r ON r.id = a.payment_request_id`;

export function findNotifiedAttempt(db: Db, id: string): Promise<NotifiedAttempt | null> {
  return firstRow(db.$queryRaw<NotifiedAttempt[]>`SELECT ${NOTIFIED} WHERE a.id = ${id}::uuid`);
}

/** Attempts with this payment or consent id at any bank: two banks may use the same id. */
export function findAttemptsByBankResource(db: Db, resourceId: string, limit: number): Promise<NotifiedAttempt[]> {
  return db.$queryRaw<NotifiedAttempt[]>`
    SELECT ${NOTIFIED} WHERE a.bank_payment_id = ${resourceId} OR a.consent_id = ${resourceId}
    ORDER BY a.created_at DESC LIMIT ${limit}`;
}

/** Stores a notification; a repeated one is counted. Past the limit nothing is stored. */
export async function recordNotification(
  tx: Tx,
  row: { attemptId: string; bodyDigest: Uint8Array<ArrayBuffer>; verified: boolean },
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO bank_notifications (id, attempt_id, body_digest, verified)
    SELECT ${newId()}::uuid, ${row.attemptId}::uuid, ${row.bodyDigest}, ${row.verified}
    WHERE EXISTS (SELECT FROM bank_notifications WHERE attempt_id = ${row.attemptId}::uuid AND body_digest = ${row.bodyDigest})
      OR (SELECT count(*) FROM bank_notifications WHERE attempt_id = ${row.attemptId}::uuid) < ${MAX_KEPT_OF_ATTEMPT}
    ON CONFLICT (attempt_id, body_digest) DO UPDATE SET times = bank_notifications.times + 1,
      last_received_at = app_now(), verified = bank_notifications.verified OR EXCLUDED.verified`;
}

/** States in which a due attempt means a call and not a status fetch: the call may be in flight. */
const CALLING = Prisma.sql`'INITIATING', 'INIT_UNKNOWN', 'AUTHORISED', 'SUBMITTING', 'SUBMIT_UNKNOWN'`;

/**
 * Makes an attempt due early: now, or `pauseS` after the last early fetch if that is later. While its bank is being called,
 * only the hint is stored, and `scheduleAttempt` applies it. An attempt that is due already or closed does not change.
 * False: nothing has changed.
 */
export async function hintAttempt(tx: Tx, id: string, pauseS: number): Promise<boolean> {
  const soonest = Prisma.sql`GREATEST(app_now(), COALESCE(hinted_at + make_interval(secs => ${pauseS}), app_now()))`;
  return changedOne(tx.$executeRaw`
    UPDATE payment_attempts SET hinted_at = ${soonest},
      due_at = CASE WHEN state IN (${CALLING}) THEN due_at ELSE LEAST(due_at, ${soonest}) END
    WHERE id = ${id}::uuid AND closed_at IS NULL AND (hinted_at IS NULL OR hinted_at <= app_now())`);
}

/** Deletes up to `limit` older notifications; returns how many. */
export async function deleteOldNotifications(db: Db, olderThanDays: number, limit: number): Promise<number> {
  return db.$executeRaw`
    WITH old AS MATERIALIZED (
      SELECT id FROM bank_notifications WHERE last_received_at < app_now() - make_interval(days => ${olderThanDays}::int)
      ORDER BY last_received_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ) DELETE FROM bank_notifications AS n USING old WHERE n.id = old.id`;
}
