import type { Db } from "../lib/db";

type MerchantUsageRow = {
  merchantId: string;
  brandName: string;
  /** Requests answered in the last hour, in the last full minute, and in the busiest minute of the hour. */
  requests: number;
  lastMinute: number;
  busiestMinute: number;
  /** Highest concurrency of one process in the last hour. */
  peakInFlight: number;
  /** 429 in the last hour. */
  refused: number;
  /** Requests a minute; null: no limit. */
  limit: number | null;
};

/** Merchants that used the API in the last hour or have a limit, the busiest first; up to `limit`. */
export function findMerchantUsage(db: Db, limit: number): Promise<MerchantUsageRow[]> {
  return db.$queryRaw`
    WITH used AS (
      SELECT merchant_id, sum(requests)::int AS requests, sum(refused)::int AS refused, max(peak_in_flight) AS peak,
        max(requests) AS busiest,
        (sum(requests) FILTER (WHERE minute = date_trunc('minute', app_now()) - interval '1 minute'))::int AS last
      FROM merchant_usage WHERE minute > app_now() - interval '1 hour' GROUP BY merchant_id
    )
    SELECT m.id::text AS "merchantId", m.brand_name AS "brandName", coalesce(used.requests, 0) AS requests,
      coalesce(used.last, 0) AS "lastMinute", coalesce(used.busiest, 0) AS "busiestMinute",
      coalesce(used.peak, 0) AS "peakInFlight", coalesce(used.refused, 0) AS refused, m.requests_per_minute AS limit
    FROM merchants m LEFT JOIN used ON used.merchant_id = m.id
    WHERE used.merchant_id IS NOT NULL OR m.requests_per_minute IS NOT NULL
    ORDER BY coalesce(used.requests, 0) + coalesce(used.refused, 0) DESC, m.id LIMIT ${limit}`;
}
