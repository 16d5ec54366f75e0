import type { Lease } from "../../jobs/leased-rows";
import { Prisma, type Tx } from "../../lib/db";
import { countOf, plannedEachTime, rowsOf } from "../../lib/statements";

/** What an attempt needs, as of now. `secretSealed`: sealed under the endpoint key. */
export type DeliveryRow = {
  id: string;
  merchantId: string;
  tries: number;
  /** Attempts that a person brought forward. */
  resent: number;
  eventId: string;
  body: string;
  test: boolean;
  /** The endpoint's last attempt failed. */
  hadHealth: boolean;
  /** The endpoint is paused, and this is not a priority delivery. */
  paused: boolean;
  /** Null: the default URL; `url` and `secretSealed` are then its own. */
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

/**
 * Reads these deliveries in one query. Missing from the result: deleted ones, those that another worker has leased since,
 * and those whose lease ends within `minLeftS`, by the database's clock.
 */
export async function readDeliveries(on: Tx, leases: readonly Lease[], minLeftS: number): Promise<DeliveryRow[]> {
  const [ids, untils] = [leases.map(({ id }) => id), leases.map(({ until }) => until)];
  const read = Prisma.sql`
    SELECT d.id::text, d.merchant_id::text AS "merchantId", d.tries, d.resent, d.event_id::text AS "eventId", v.body, v.test,
      COALESCE(h.failures, 0) > 0 AS "hadHealth", h.paused_at IS NOT NULL AND NOT d.priority AS paused, d.endpoint_id::text AS "endpointId", e.signed, e.environment,
      e.disabled_at AS "disabledAt", COALESCE(e.url, u.url) AS url,
      COALESCE(e.secret_sealed, u.secret_sealed) AS "secretSealed"
    FROM unnest(${ids}::uuid[], ${untils}::timestamptz[]) AS l (id, until)
    JOIN webhook_deliveries d ON d.id = l.id AND d.lease_until = l.until JOIN webhook_events v ON v.id = d.event_id
    LEFT JOIN webhook_endpoints e ON e.id = d.endpoint_id
    LEFT JOIN webhook_defaults u ON d.endpoint_id IS NULL AND u.merchant_id = d.merchant_id
    LEFT JOIN webhook_health h ON h.endpoint_key = COALESCE(d.endpoint_id, d.merchant_id)
    WHERE l.until > app_now() + make_interval(secs => ${minLeftS}::float8)`;
  const rows = await rowsOf<FlatRow>(on, plannedEachTime(read));
  return rows.map(({ endpointId, signed, environment, disabledAt, ...row }) => ({
    ...row,
    endpoint: endpointId === null ? null : { signed: signed ?? true, environment: environment ?? "Both", disabledAt },
  }));
}

/** A recorded attempt. `number` counts from 1. */
export type TryRow = {
  id: string;
  number: number;
  at: Date;
  url: string;
  /** As sent, including the signature. */
  requestHeaders: Record<string, string>;
  status: number | null;
  /** Null: no response, or (with a status) one from a private network, of which no headers and body are stored. */
  responseHeaders: Record<string, string | string[]> | null;
  /** Its first 8 KiB, as text. */
  responseBody: string | null;
  durationMs: number;
  error: string | null;
  nextTryAt: Date | null;
  timings: Record<string, number | null> | null;
  remoteAddress: string | null;
  detail: string | null;
};

/** The outcome of a leased delivery. */
export type OutcomeRow = {
  lease: Lease;
  status: "waiting" | "delivered" | "failed" | "no_destination";
  /** Null: number and reason stay as they are. */
  tries: number | null;
  reason: string | null;
  /** Seconds until it is due again. Null: it is done. */
  dueInS: number | null;
  /** Null: no attempt was made, and a priority delivery keeps its priority. */
  attempt: TryRow | null;
};

/** Limits how long later statements of the transaction wait for a lock; after that they fail. */
export async function limitLockWaits(tx: Tx, timeoutMs: number): Promise<void> {
  await countOf(tx, Prisma.sql`SELECT set_config('lock_timeout', ${String(timeoutMs)}, TRUE)`);
}

/**
 * Writes outcomes and attempts in one statement, only for waiting rows whose lease is still the given one. Returns the
 * ids of the written rows.
 */
export async function saveOutcomes(tx: Tx, leaving: readonly OutcomeRow[]): Promise<string[]> {
  const given = leaving.map(({ lease, attempt, ...row }) => ({ ...row, ...lease, attempt }));
  const save = Prisma.sql`
    WITH given AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(given)}::json) AS g (id uuid, until timestamptz, status text,
        tries int, reason text, "dueInS" float8, attempt json)
    ), written AS (
      UPDATE webhook_deliveries d SET lease_until = NULL, status = g.status,
        tries = COALESCE(g.tries, d.tries), reason = CASE WHEN g.tries IS NULL THEN d.reason ELSE g.reason END,
        due_at = COALESCE(app_now() + make_interval(secs => g."dueInS"), d.due_at),
        done_at = CASE WHEN g.status <> 'waiting' THEN app_now() END,
        priority = d.priority AND g.status = 'waiting' AND g.attempt IS NULL
      FROM given g WHERE d.id = g.id AND d.lease_until = g.until AND d.status = 'waiting'
      RETURNING d.id, g.attempt
    ), tried AS (${insertTries})
    SELECT id::text FROM written`;
  const rows = await rowsOf<{ id: string }>(tx, plannedEachTime(save));
  return rows.map(({ id }) => id);
}

/** Inserts the attempts of `written`. */
const insertTries = Prisma.sql`
  INSERT INTO webhook_delivery_attempts (id, delivery_id, number, at, url, request_headers, status, response_headers,
    response_body, duration_ms, error, next_attempt_at, timings, remote_address, detail)
  SELECT t.id, written.id, number, at, url, "requestHeaders", status, "responseHeaders", "responseBody", "durationMs",
    error, "nextTryAt", timings, "remoteAddress", detail
  FROM written CROSS JOIN json_to_record(attempt) AS t (id uuid, number int, at timestamptz, url text,
    "requestHeaders" jsonb, status int, "responseHeaders" jsonb, "responseBody" text, "durationMs" int, error text,
    "nextTryAt" timestamptz, timings jsonb, "remoteAddress" text, detail text)
  WHERE attempt IS NOT NULL`;
