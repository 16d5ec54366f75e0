import { Prisma, type Tx } from "../../lib/db";

/** At most `most` within any `windowS` seconds. */
export type RateLimit = { most: number; windowS: number };

/** The rows that count; extended with AND. */
export const RATED = {
  probes: (merchantId: string) => Prisma.sql`webhook_probes WHERE merchant_id = ${merchantId}::uuid`,
  // Not a parameter: the planner has to see that the partial index `webhook_events_of_test` has them.
  testEvents: (merchantId: string) =>
    Prisma.sql`webhook_events WHERE merchant_id = ${merchantId}::uuid AND type = 'webhook.test'`,
};

/**
 * Seconds until one more is within the limit; null: now. The caller holds the merchant's lock, so that concurrent
 * requests count each other.
 */
export async function secondsToWait(tx: Tx, rated: Prisma.Sql, { most, windowS }: RateLimit): Promise<number | null> {
  const [row] = await tx.$queryRaw<{ waitS: number | null }[]>`
    SELECT ceil(extract(epoch FROM created_at + make_interval(secs => ${windowS}::float8) - app_now()))::int AS "waitS"
    FROM ${rated} AND created_at > app_now() - make_interval(secs => ${windowS}::float8)
    ORDER BY created_at DESC OFFSET ${most - 1} LIMIT 1`;
  return row?.waitS ?? null;
}
