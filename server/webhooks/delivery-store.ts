import type { Lease } from "../jobs/leased-rows";
import { type Db, Prisma, type Tx } from "../lib/db";

/** What is to be sent, and where to, as both stand now. `secretSealed`: under the destination's id. */
export type DeliveryRow = {
  id: string;
  merchantId: string;
  tries: number;
  eventId: string;
  body: string;
  test: boolean;
  /** The last try of this destination failed. */
  hadHealth: boolean;
  /** A person paused the destination, and nobody asked for this one by hand. */
  held: boolean;
  /** Null: the default URL, which `url` and `secretSealed` then are of. */
  endpoint: { signed: boolean; environment: string; disabledAt: Date | null } | null;
  url: string | null;
  secretSealed: Uint8Array | null;
};

type FlatRow = Omit<DeliveryRow, "endpoint"> & {
  endpointId: string | null;
  signed: boolean | null;
  environment: string | null;
  disabledAt: Date | null;
};

/** One read of everything that a try needs, of many deliveries. One that is gone is not among them. */
export async function readDeliveries(db: Db, ids: readonly string[]): Promise<DeliveryRow[]> {
  const rows = await db.$queryRaw<FlatRow[]>`
    SELECT d.id::text, d.merchant_id::text AS "merchantId", d.tries, d.event_id::text AS "eventId", v.body, v.test,
      COALESCE(h.failures, 0) > 0 AS "hadHealth", h.held_since IS NOT NULL AND NOT d.by_hand AS held, d.endpoint_id::text AS "endpointId", e.signed, e.environment,
      e.disabled_at AS "disabledAt", COALESCE(e.url, u.url) AS url,
      COALESCE(e.secret_sealed, u.secret_sealed) AS "secretSealed"
    FROM webhook_deliveries d JOIN webhook_events v ON v.id = d.event_id
    LEFT JOIN webhook_endpoints e ON e.id = d.endpoint_id
    LEFT JOIN webhook_defaults u ON d.endpoint_id IS NULL AND u.merchant_id = d.merchant_id
    LEFT JOIN webhook_health h ON h.destination_id = COALESCE(d.endpoint_id, d.merchant_id)
    WHERE d.id = ANY(${[...ids]}::uuid[])`;
  return rows.map(({ endpointId, signed, environment, disabledAt, ...row }) => ({
    ...row,
    endpoint: endpointId === null ? null : { signed: signed ?? true, environment: environment ?? "Both", disabledAt },
  }));
}

/** A try, as it is recorded. `number` counts from 1. */
export type TryRow = {
  id: string;
  number: number;
  at: Date;
  url: string;
  requestHeaders: Record<string, string>;
  status: number | null;
  responseHeaders: Record<string, string | string[]> | null;
  responseBody: string | null;
  durationMs: number;
  error: string | null;
  nextTryAt: Date | null;
  timings: Record<string, number | null> | null;
  remoteAddress: string | null;
  detail: string | null;
};

/** How a delivery leaves our hand. */
export type LeavingRow = {
  lease: Lease;
  status: "waiting" | "delivered" | "failed" | "no_destination";
  /** Null: as many as before, for the reason that stands there. */
  tries: number | null;
  reason: string | null;
  /** Seconds until it is due again. Null: it is not. */
  dueInS: number | null;
  /** None: it was not tried, and a person who waits for it goes on waiting. */
  attempt: TryRow | null;
};

/** Bounds how long each later statement of the transaction waits for a lock: longer, and it fails. */
export async function limitLockWaits(tx: Tx, timeoutMs: number): Promise<void> {
  await tx.$executeRaw`SELECT set_config('lock_timeout', ${String(timeoutMs)}, TRUE)`;
}

/**
 * Writes how deliveries left our hand, with their tries, in one statement. Only under the lease that each was claimed
 * with: a row that another worker has in hand by now is left alone. Answers the ids of those that were written.
 */
export async function leaveDeliveries(tx: Tx, leaving: readonly LeavingRow[]): Promise<string[]> {
  const given = leaving.map(({ lease, attempt, ...row }) => ({ ...row, ...lease, attempt }));
  const rows = await tx.$queryRaw<{ id: string }[]>`
    WITH given AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(given)}::json) AS g (id uuid, until timestamptz, status text,
        tries int, reason text, "dueInS" float8, attempt json)
    ), written AS (
      UPDATE webhook_deliveries d SET lease_until = NULL, leased_by = NULL, status = g.status,
        tries = COALESCE(g.tries, d.tries), reason = CASE WHEN g.tries IS NULL THEN d.reason ELSE g.reason END,
        due_at = COALESCE(app_now() + make_interval(secs => g."dueInS"), d.due_at),
        done_at = CASE WHEN g.status <> 'waiting' THEN app_now() END,
        by_hand = d.by_hand AND g.status = 'waiting' AND g.attempt IS NULL
      FROM given g WHERE d.id = g.id AND d.lease_until = g.until
      RETURNING d.id, g.attempt
    ), tried AS (${insertTries})
    SELECT id::text FROM written`;
  return rows.map(({ id }) => id);
}

/** Of `written`. */
const insertTries = Prisma.sql`
  INSERT INTO webhook_delivery_attempts (id, delivery_id, number, at, url, request_headers, status, response_headers,
    response_body, duration_ms, error, next_try_at, timings, remote_address, detail)
  SELECT t.id, written.id, number, at, url, "requestHeaders", status, "responseHeaders", "responseBody", "durationMs",
    error, "nextTryAt", timings, "remoteAddress", detail
  FROM written CROSS JOIN json_to_record(attempt) AS t (id uuid, number int, at timestamptz, url text,
    "requestHeaders" jsonb, status int, "responseHeaders" jsonb, "responseBody" text, "durationMs" int, error text,
    "nextTryAt" timestamptz, timings jsonb, "remoteAddress" text, detail text)
  WHERE attempt IS NOT NULL`;
