import { type Db, Prisma, type Tx } from "../lib/db";
import { newId } from "../lib/ids";

/** However many a bank, or whoever knows an attempt's address, sends: the rest tells nothing that these did not. */
const MAX_KEPT_OF_ATTEMPT = 100;

/** An attempt as far as a notification is about it; ids by which its bank knows the order. */
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

export async function findNotifiedAttempt(db: Db, id: string): Promise<NotifiedAttempt | null> {
  const [row] = await db.$queryRaw<NotifiedAttempt[]>`SELECT ${NOTIFIED} WHERE a.id = ${id}::uuid`;
  return row ?? null;
}

/** Attempts that some bank knows by this id, as a payment or as a consent: ids of two banks may be alike. */
export function findAttemptsByBankResource(db: Db, resourceId: string, limit: number): Promise<NotifiedAttempt[]> {
  return db.$queryRaw<NotifiedAttempt[]>`
    SELECT ${NOTIFIED} WHERE a.bank_payment_id = ${resourceId} OR a.consent_id = ${resourceId}
    ORDER BY a.created_at DESC LIMIT ${limit}`;
}

/** Keeps a notification; the same once more is counted. Past the bound nothing is kept. */
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

/** States in which being due means a call and no question: one may be under way, and must not be overtaken. */
const CALLING = Prisma.sql`'INITIATING', 'INIT_UNKNOWN', 'AUTHORISED', 'SUBMITTING', 'SUBMIT_UNKNOWN'`;

/**
 * Makes an attempt due before its time: now, or `pauseS` after the last early question where that is still to come. While
 * its bank is being called it is noted only, and `scheduleAttempt` heeds it. One that is planned already, or whose bank is
 * not asked any more, stays as it is. False: nothing has changed.
 */
export async function hintAttempt(tx: Tx, id: string, pauseS: number): Promise<boolean> {
  const soonest = Prisma.sql`GREATEST(app_now(), COALESCE(hinted_at + make_interval(secs => ${pauseS}), app_now()))`;
  const count = await tx.$executeRaw`
    UPDATE payment_attempts SET hinted_at = ${soonest},
      due_at = CASE WHEN state IN (${CALLING}) THEN due_at ELSE LEAST(due_at, ${soonest}) END
    WHERE id = ${id}::uuid AND closed_at IS NULL AND (hinted_at IS NULL OR hinted_at <= app_now())`;
  return count === 1;
}

/** Deletes up to `limit` notifications that came longer ago; answers how many. */
export async function deleteOldNotifications(db: Db, olderThanDays: number, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM bank_notifications WHERE id IN (
      SELECT id FROM bank_notifications WHERE last_received_at < app_now() - make_interval(days => ${olderThanDays}::int)
      ORDER BY last_received_at LIMIT ${limit})`;
}
