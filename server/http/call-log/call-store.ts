import { type Db, Prisma } from "../../lib/db";
import { countOf } from "../../lib/statements";

/** The retention of the request log in days. */
const KEPT_DAYS = 30;

/** A row of `api_calls`, by column name. `at` as ISO 8601. */
export type CallRow = {
  id: string;
  at: string;
  request_id: string;
  endpoint: string | null;
  method: string;
  path: string;
  caller_kind: string | null;
  actor_kind: string | null;
  actor_id: string | null;
  partner_id: string | null;
  merchant_id: string | null;
  payment_request_id: string | null;
  payment_link_id: string | null;
  test: boolean | null;
  status: number;
  error_code: string | null;
  duration_ms: number;
  ip: string | null;
  user_agent: string | null;
  idempotency_key: string | null;
  replayed: boolean;
  request: string | null;
  answer: string | null;
};

/** Writes rows in one statement. Existing rows are kept: a batch with an unknown outcome is sent again. */
export async function insertCalls(db: Db, rows: readonly CallRow[]): Promise<void> {
  // One parameter for all rows: one for each value would cost the event loop more than the database.
  await countOf(
    db,
    Prisma.sql`
    INSERT INTO api_calls (id, at, request_id, endpoint, method, path, caller_kind, actor_kind, actor_id, partner_id,
      merchant_id, payment_request_id, payment_link_id, test, status, error_code, duration_ms, ip, user_agent,
      idempotency_key, replayed, request, answer)
    SELECT id, at, request_id, endpoint, method, path, caller_kind, actor_kind, actor_id, partner_id,
      merchant_id, payment_request_id, payment_link_id, test, status, error_code, duration_ms, ip, user_agent,
      idempotency_key, replayed, request, answer
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS call(id uuid, at timestamptz, request_id text,
      endpoint text, method text, path text, caller_kind text, actor_kind text, actor_id text, partner_id uuid,
      merchant_id uuid, payment_request_id uuid, payment_link_id uuid, test boolean, status int, error_code text,
      duration_ms int, ip text, user_agent text, idempotency_key text, replayed boolean, request text, answer text)
    ON CONFLICT (id) DO NOTHING`,
  );
}

/**
 * Deletes up to `limit` calls beyond the retention, oldest first. Returns their number. The time zone is the index's.
 */
export function deleteOldCalls(db: Db, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM api_calls WHERE id IN (
      SELECT id FROM api_calls
      WHERE at AT TIME ZONE 'UTC' <= (app_now() - make_interval(days => ${KEPT_DAYS})) AT TIME ZONE 'UTC'
      ORDER BY at AT TIME ZONE 'UTC' LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
}
