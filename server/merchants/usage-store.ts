import { type Db, Prisma } from "../lib/db";

/** One process's count of a merchant's calls in a minute, since its last write. */
export type UsageDelta = {
  merchantId: string;
  /** The start of the minute, in milliseconds since 1970. */
  minuteMs: number;
  requests: number;
  refused: number;
  peakInFlight: number;
};

type MinuteTotal = { merchantId: string; minuteMs: number; requests: number };

/**
 * Adds to the count of all processes and returns the sums. Unknown merchants are skipped. A count that could not be stored
 * comes with a later one of the same minute: they are added first, because one INSERT can't change a row twice.
 */
export async function addUsage(db: Db, deltas: readonly UsageDelta[]): Promise<MinuteTotal[]> {
  const rows = deltas.map(
    ({ merchantId, minuteMs, requests, refused, peakInFlight }) =>
      Prisma.sql`(${merchantId}::uuid, ${new Date(minuteMs)}::timestamptz, ${requests}::int, ${refused}::int, ${peakInFlight}::int)`,
  );
  return db.$queryRaw<MinuteTotal[]>`
    INSERT INTO merchant_usage AS known (merchant_id, minute, requests, refused, peak_in_flight)
    SELECT merchants.id, minute, sum(requests), sum(refused), max(peak)
    FROM (VALUES ${Prisma.join(rows)}) AS given (merchant_id, minute, requests, refused, peak)
    JOIN merchants ON merchants.id = given.merchant_id
    GROUP BY merchants.id, minute
    ORDER BY merchants.id, minute
    ON CONFLICT (merchant_id, minute) DO UPDATE SET
      requests = known.requests + EXCLUDED.requests, refused = known.refused + EXCLUDED.refused,
      peak_in_flight = greatest(known.peak_in_flight, EXCLUDED.peak_in_flight)
    RETURNING merchant_id::text AS "merchantId", requests, (extract(epoch FROM minute) * 1000)::float8 AS "minuteMs"`;
}

/** Every limit, and its merchant's use in that minute. */
export function findRateLimits(
  db: Db,
  minuteMs: number,
): Promise<{ merchantId: string; limit: number; used: number }[]> {
  return db.$queryRaw`
    SELECT m.id::text AS "merchantId", m.requests_per_minute AS limit, coalesce(u.requests, 0)::int AS used
    FROM merchants m LEFT JOIN merchant_usage u ON u.merchant_id = m.id AND u.minute = ${new Date(minuteMs)}
    WHERE m.requests_per_minute IS NOT NULL`;
}

/** Sets a merchant's limit, or (null) removes it; returns the previous one, undefined where nothing changed. */
export async function updateRateLimit(
  db: Db,
  id: string,
  perMinute: number | null,
): Promise<number | null | undefined> {
  const rows = await db.$queryRaw<{ before: number | null }[]>`
    WITH before AS (SELECT id, requests_per_minute AS value FROM merchants WHERE id = ${id}::uuid FOR UPDATE)
    UPDATE merchants m SET requests_per_minute = ${perMinute}::int, updated_at = app_now()
    FROM before WHERE m.id = before.id AND before.value IS DISTINCT FROM ${perMinute}::int
    RETURNING before.value AS before`;
  return rows[0]?.before;
}

/** Deletes up to `limit` minutes that are older than `hours`. Returns their number. */
export function deleteOldUsage(db: Db, hours: number, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM merchant_usage WHERE (merchant_id, minute) IN (
      SELECT merchant_id, minute FROM merchant_usage
      WHERE minute < app_now() - make_interval(hours => ${hours}) ORDER BY minute LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
}
