import { type Db, firstRow, Prisma, type Tx } from "../../lib/db";
import { FAILURES_TO_SLOW, MAIL_EVERY_HOURS, NOTIFY_AFTER_S, RECOVERED_AFTER_S } from "./circuit-rules";

/**
 * A run of failures that is due for a mail: not notified yet, not paused, and either the circuit is open or it has
 * lasted `NOTIFY_AFTER_S`.
 */
const NOT_NOTIFIED = Prisma.sql`h.failures > 0 AND h.notified_at IS NULL AND h.paused_at IS NULL
  AND (h.circuit_opened_at IS NOT NULL OR (h.failures >= ${FAILURES_TO_SLOW}
    AND h.failing_since <= app_now() - make_interval(secs => ${NOTIFY_AFTER_S}::float8)))
  AND (h.mailed_at IS NULL OR h.mailed_at <= app_now() - make_interval(hours => ${MAIL_EVERY_HOURS}::int))`;

/** Notified of failures, none since `RECOVERED_AFTER_S`, and not paused: the mail says that waiting events are sent. */
const RECOVERED = Prisma.sql`h.failures = 0 AND h.notified_at IS NOT NULL AND h.paused_at IS NULL
  AND h.recovered_at <= app_now() - make_interval(secs => ${RECOVERED_AFTER_S}::float8)`;

/** An endpoint's health, for its mail. `name`: null for the default URL. */
export type NoticeRow = {
  endpointKey: string;
  merchantId: string;
  name: string | null;
  url: string;
  failures: number;
  failingSince: Date | null;
  lastError: string | null;
  lastFailureAt: Date | null;
  circuitOpenedAt: Date | null;
  notifiedAt: Date | null;
  recoveredAt: Date | null;
};

/** Health rows of endpoints that exist and are enabled; ends in a WHERE clause to be extended with AND. */
const LIVING = Prisma.sql`webhook_health h
  LEFT JOIN webhook_endpoints e ON e.id = h.endpoint_key
  LEFT JOIN webhook_defaults d ON d.merchant_id = h.endpoint_key
  WHERE COALESCE(e.url, d.url) IS NOT NULL AND e.disabled_at IS NULL`;

/** The keys of up to `limit` endpoints with a mail to send, after `after`, in order. */
export async function findNotices(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT h.endpoint_key::text AS id FROM ${LIVING} AND h.endpoint_key > ${after}::uuid
      AND ((${NOT_NOTIFIED}) OR (${RECOVERED}))
    ORDER BY h.endpoint_key LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

/**
 * The endpoint's health, locked until the transaction ends. Null: another worker has sent the mail, or it is no longer
 * due.
 */
export function lockNotice(tx: Tx, endpointKey: string): Promise<NoticeRow | null> {
  return firstRow(tx.$queryRaw<NoticeRow[]>`
    SELECT h.endpoint_key::text AS "endpointKey", h.merchant_id::text AS "merchantId", e.name,
      COALESCE(e.url, d.url) AS url, h.failures, h.failing_since AS "failingSince", h.last_error AS "lastError",
      h.last_failure_at AS "lastFailureAt", h.circuit_opened_at AS "circuitOpenedAt", h.notified_at AS "notifiedAt",
      h.recovered_at AS "recoveredAt"
    FROM ${LIVING} AND h.endpoint_key = ${endpointKey}::uuid AND ((${NOT_NOTIFIED}) OR (${RECOVERED}))
    FOR UPDATE OF h`);
}

/** The mails about this run of failures are queued. */
export async function markNotified(tx: Tx, endpointKey: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE webhook_health SET notified_at = app_now(), mailed_at = app_now() WHERE endpoint_key = ${endpointKey}::uuid`;
}

/** The mails about the recovery are queued. */
export async function markRecoveryNotified(tx: Tx, endpointKey: string): Promise<void> {
  await tx.$executeRaw`UPDATE webhook_health SET notified_at = NULL WHERE endpoint_key = ${endpointKey}::uuid`;
}
