import { type Db, Prisma } from "../lib/db";

/** Of one payment or link: to how many destinations its events were to go, and where these deliveries stand. */
export type ToldRow = { subjectId: string; all: number; delivered: number; retried: number; failed: number };

/**
 * SQL of that for some payments or links of a merchant, by the indexes of their events alone. An event counts once for each
 * destination: as taken where any delivery of it was, else as the last one stands; a resend replaces what it repeats.
 */
export function toldSql(merchantId: string, subjectIds: readonly string[]): Prisma.Sql {
  return Prisma.sql`
    SELECT told.subject_id AS "subjectId", count(*)::int AS "all",
      count(*) FILTER (WHERE told.status = 'delivered')::int AS delivered,
      count(*) FILTER (WHERE told.status = 'waiting' AND told.tries > 0)::int AS retried,
      count(*) FILTER (WHERE told.status = 'failed')::int AS failed
    FROM unnest(${[...subjectIds]}::uuid[]) AS s(id) CROSS JOIN LATERAL (
      SELECT DISTINCT ON (e.id, COALESCE(d.endpoint_id, d.merchant_id)) e.subject_id, d.status, d.tries
      FROM webhook_events e JOIN webhook_deliveries d ON d.event_id = e.id
      WHERE e.subject_id = s.id AND e.merchant_id = ${merchantId}::uuid AND d.status <> 'no_destination'
      ORDER BY e.id, COALESCE(d.endpoint_id, d.merchant_id), (d.status = 'delivered') DESC, d.created_at DESC, d.id DESC
    ) AS told
    GROUP BY told.subject_id`;
}

export function findTold(db: Db, merchantId: string, subjectIds: readonly string[]): Promise<ToldRow[]> {
  return db.$queryRaw<ToldRow[]>(toldSql(merchantId, subjectIds));
}
