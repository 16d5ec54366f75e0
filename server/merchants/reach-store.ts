import { type Db, firstRow, Prisma } from "../lib/db";

/** The merchants that a caller may access: all, those of partners, or single ones. */
export type Reach = "all" | { partnerIds: readonly string[]; merchantIds: readonly string[] };

export type ReachedMerchant = {
  id: string;
  brandName: string;
  partnerId: string | null;
  partnerName: string | null;
  suspended: boolean;
};

function within(reach: Reach): Prisma.Sql {
  if (reach === "all") return Prisma.sql`TRUE`;
  return Prisma.sql`(m.partner_id = ANY(${[...reach.partnerIds]}::uuid[]) OR m.id = ANY(${[...reach.merchantIds]}::uuid[]))`;
}

const FIELDS = Prisma.sql`m.id::text AS id, m.brand_name AS "brandName", m.partner_id::text AS "partnerId",
  p.name AS "partnerName", m.suspended_at IS NOT NULL AS suspended`;

/** One of them, or null. */
export function findReached(db: Db, reach: Reach, id: string): Promise<ReachedMerchant | null> {
  return firstRow(db.$queryRaw<ReachedMerchant[]>`
    SELECT ${FIELDS} FROM merchants m LEFT JOIN partners p ON p.id = m.partner_id
    WHERE ${within(reach)} AND m.id = ${id}::uuid`);
}

/** Those whose name contains the text, by name; up to `limit`, and the total. */
export async function searchReached(
  db: Db,
  reach: Reach,
  { search, limit }: { search: string; limit: number },
): Promise<{ items: ReachedMerchant[]; total: number }> {
  const pattern = `%${search.replaceAll(/[\\%_]/g, "\\$&")}%`;
  const rows = await db.$queryRaw<(ReachedMerchant & { total: number })[]>`
    SELECT ${FIELDS}, count(*) OVER ()::int AS total FROM merchants m LEFT JOIN partners p ON p.id = m.partner_id
    WHERE ${within(reach)} AND m.brand_name ILIKE ${pattern}
    ORDER BY lower(m.brand_name), m.id LIMIT ${limit}`;
  return { items: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}
