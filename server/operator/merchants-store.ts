import { allOf, type Db, firstRow, Prisma } from "../lib/db";

export type MerchantOverview = {
  id: string;
  brandName: string;
  country: string;
  partnerId: string | null;
  partnerName: string | null;
  suspendedAt: Date | null;
  suspendedReason: string | null;
  createdAt: Date;
  /** Of the newest payment, live ones alone; null: none yet. */
  lastPaymentAt: Date | null;
  /** Currencies of the open accounts that live payments are paid to. */
  currencies: string[];
  /** People who hold a role at this very merchant. */
  people: number;
};

const OVERVIEW = Prisma.sql`
  m.id::text, m.brand_name AS "brandName", m.country, m.partner_id::text AS "partnerId", p.name AS "partnerName",
  m.suspended_at AS "suspendedAt", m.suspended_reason AS "suspendedReason", m.created_at AS "createdAt",
  (SELECT r.created_at FROM payment_requests r WHERE r.merchant_id = m.id AND NOT r.test
    ORDER BY r.created_at DESC, r.id LIMIT 1) AS "lastPaymentAt",
  ARRAY(SELECT DISTINCT a.currency FROM managed_accounts a
    WHERE a.merchant_id = m.id AND a.closed_at IS NULL AND NOT a.simulated AND 'receiving' = ANY (a.roles)
    ORDER BY a.currency) AS currencies,
  (SELECT count(*)::int FROM memberships b WHERE b.merchant_id = m.id) AS people`;

/** Where a page ends: the next one begins after it. */
export type MerchantCursor = { name: string; id: string };

/** What the list is narrowed to; `search` is a part of the name, or a whole id. */
export type MerchantFilter = { search: string | null; partnerId: string | null; suspended: boolean };

/** Up to `limit` merchants after a cursor, by name regardless of case. */
export function findMerchantOverviews(
  db: Db,
  { search, partnerId, suspended }: MerchantFilter,
  after: MerchantCursor | null,
  limit: number,
): Promise<(MerchantOverview & { name: string })[]> {
  const conditions = [
    search === null
      ? []
      : [Prisma.sql`(position(lower(${search}) IN lower(m.brand_name)) > 0 OR m.id::text = lower(${search}))`],
    partnerId === null ? [] : [Prisma.sql`m.partner_id = ${partnerId}::uuid`],
    suspended ? [Prisma.sql`m.suspended_at IS NOT NULL`] : [],
    after === null ? [] : [Prisma.sql`(lower(m.brand_name), m.id) > (${after.name}, ${after.id}::uuid)`],
  ].flat();
  return db.$queryRaw`
    SELECT ${OVERVIEW}, lower(m.brand_name) AS name FROM merchants m LEFT JOIN partners p ON p.id = m.partner_id
    WHERE ${allOf(conditions)} ORDER BY lower(m.brand_name), m.id LIMIT ${limit}`;
}

export function findMerchantOverview(db: Db, id: string): Promise<MerchantOverview | null> {
  return firstRow(db.$queryRaw<MerchantOverview[]>`
    SELECT ${OVERVIEW} FROM merchants m LEFT JOIN partners p ON p.id = m.partner_id WHERE m.id = ${id}::uuid`);
}

export type PartnerOverview = { id: string; name: string; createdAt: Date; merchants: number; people: number };

/** Partners by name; one of them, where `id` names it. */
export function findPartnerOverviews(db: Db, id: string | null, limit: number): Promise<PartnerOverview[]> {
  return db.$queryRaw`
    SELECT p.id::text, p.name, p.created_at AS "createdAt",
      (SELECT count(*)::int FROM merchants m WHERE m.partner_id = p.id) AS merchants,
      (SELECT count(*)::int FROM memberships b WHERE b.partner_id = p.id) AS people
    FROM partners p WHERE ${id === null ? Prisma.sql`TRUE` : Prisma.sql`p.id = ${id}::uuid`}
    ORDER BY lower(p.name), p.id LIMIT ${limit}`;
}
