import { type Db, Prisma, type Tx } from "../lib/db";
import { FAILURES_TO_SLOW, MAIL_EVERY_HOURS, RECOVERED_AFTER_S, TELL_AFTER_S } from "./health-rules";

/** Nobody was told of this run of failures yet, and it is time. What a person paused needs no telling. */
const UNTOLD = Prisma.sql`h.failures > 0 AND h.told_at IS NULL AND h.held_since IS NULL
  AND (h.paused_since IS NOT NULL OR (h.failures >= ${FAILURES_TO_SLOW}
    AND h.failing_since <= app_now() - make_interval(secs => ${TELL_AFTER_S}::float8)))
  AND (h.mailed_at IS NULL OR h.mailed_at <= app_now() - make_interval(hours => ${MAIL_EVERY_HOURS}::int))`;

/** They were told, and for a while nothing has failed. */
const RECOVERED = Prisma.sql`h.failures = 0 AND h.told_at IS NOT NULL
  AND h.taken_since <= app_now() - make_interval(secs => ${RECOVERED_AFTER_S}::float8)`;

/** What is told, as it stands. `name`: null for a default URL. */
export type NoticeRow = {
  destinationId: string;
  merchantId: string;
  name: string | null;
  url: string;
  failures: number;
  failingSince: Date | null;
  lastError: string | null;
  lastFailureAt: Date | null;
  pausedSince: Date | null;
  toldAt: Date | null;
  takenSince: Date | null;
};

/** Healths of destinations that exist and are not disabled; to be gone on with AND. */
const LIVING = Prisma.sql`webhook_health h
  LEFT JOIN webhook_endpoints e ON e.id = h.destination_id
  LEFT JOIN webhook_defaults d ON d.merchant_id = h.destination_id
  WHERE COALESCE(e.url, d.url) IS NOT NULL AND e.disabled_at IS NULL`;

/** Destinations of which something is to be told, up to `limit` of those behind `after`, in the order of their ids. */
export async function findNotices(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT h.destination_id::text AS id FROM ${LIVING} AND h.destination_id > ${after}::uuid
      AND ((${UNTOLD}) OR (${RECOVERED}))
    ORDER BY h.destination_id LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

/** What is to be told of this destination, its health locked until the transaction ends. Null: somebody has told it, or it has changed. */
export async function lockNotice(tx: Tx, destinationId: string): Promise<NoticeRow | null> {
  const rows = await tx.$queryRaw<NoticeRow[]>`
    SELECT h.destination_id::text AS "destinationId", h.merchant_id::text AS "merchantId", e.name,
      COALESCE(e.url, d.url) AS url, h.failures, h.failing_since AS "failingSince", h.last_error AS "lastError",
      h.last_failure_at AS "lastFailureAt", h.paused_since AS "pausedSince", h.told_at AS "toldAt",
      h.taken_since AS "takenSince"
    FROM ${LIVING} AND h.destination_id = ${destinationId}::uuid AND ((${UNTOLD}) OR (${RECOVERED}))
    FOR UPDATE OF h`;
  return rows[0] ?? null;
}

/** The owners hear of this run of failures with the mails of this transaction. */
export async function markTold(tx: Tx, destinationId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE webhook_health SET told_at = app_now(), mailed_at = app_now() WHERE destination_id = ${destinationId}::uuid`;
}

/** And of its end. */
export async function markRecoveryTold(tx: Tx, destinationId: string): Promise<void> {
  await tx.$executeRaw`UPDATE webhook_health SET told_at = NULL WHERE destination_id = ${destinationId}::uuid`;
}
