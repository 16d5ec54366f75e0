import { Prisma, type Tx } from "../lib/db";

/** So many of a merchant's in any window of so many seconds. */
export type RateLimit = { most: number; windowS: number };

/** What limits are kept of, to be gone on with AND. */
export const RATED = {
  probes: (merchantId: string) => Prisma.sql`webhook_probes WHERE merchant_id = ${merchantId}::uuid`,
  eventsOfType: (merchantId: string, type: string) =>
    Prisma.sql`webhook_events WHERE merchant_id = ${merchantId}::uuid AND type = ${type}`,
};

/**
 * Seconds until another one is within the limit; null when it is now. The oldest of those that count has to leave the
 * window first. Under a lock of the merchant's: who asks next counts this one in.
 */
export async function secondsToWait(tx: Tx, rated: Prisma.Sql, { most, windowS }: RateLimit): Promise<number | null> {
  const [row] = await tx.$queryRaw<{ waitS: number | null }[]>`
    SELECT ceil(extract(epoch FROM created_at + make_interval(secs => ${windowS}::float8) - app_now()))::int AS "waitS"
    FROM ${rated} AND created_at > app_now() - make_interval(secs => ${windowS}::float8)
    ORDER BY created_at DESC OFFSET ${most - 1} LIMIT 1`;
  return row?.waitS ?? null;
}
