import { type Db, firstRow, inScope, Prisma, type TenantScope } from "../../../lib/db";
import type { PageQuery, RowKey } from "../../../lib/keyset";
import { rowsOf } from "../../../lib/statements";
import { LINK_STATUSES, type LinkStatus } from "../rules";
import type { LinkSort } from "../schema";
import { LINK_COLUMNS, type LinkRow } from "../store";
import type { LinkFacts } from "./link-item";
import {
  byPartition,
  byStoredStatus,
  FALLING,
  HAS_STATUS,
  inView,
  isHit,
  isLapsed,
  type LinkFilter,
  ORDERS,
  RISING,
} from "./list-filter-store";

/** `offset` counts rows, and may be larger than any list. */
type LinkWindow = { sort: LinkSort; limit: number; offset: bigint };

/** Advisory lock: one fold of the counts at a time. */
const FOLD_LOCK = 7_310;

/** A link with its merchant's brand name. */
export type ListedLink = LinkFacts & Pick<LinkRow, "merchantId"> & { brandName: string };

/** `linkStatus` in SQL. */
const STATUS = Prisma.sql`CASE WHEN list_status IN ('used', 'cancelled') THEN list_status
  WHEN expires_at <= app_now() THEN 'expired' ELSE 'active' END AS status`;
const BRAND_NAME = Prisma.sql`(SELECT brand_name FROM merchants WHERE merchants.id = merchant_id) AS "brandName"`;
/** No others: a page of 25 links spent a third of its statement on columns that no list shows. */
const LISTED_COLUMNS = Prisma.sql`id, merchant_id AS "merchantId", amount, currency,
  payment_reference AS "paymentReference", order_id AS "orderId", ${STATUS}, views_count AS "viewsCount",
  first_viewed_at AS "firstViewedAt", expires_at AS "expiresAt", created_at AS "createdAt", updated_at AS "updatedAt",
  payment_request_id AS "paymentRequestId", ${BRAND_NAME}`;

/** The link, if it is in the scope. */
export function findLinkInScope(db: Db, scope: TenantScope, id: string): Promise<(LinkRow & ListedLink) | null> {
  return firstRow(db.$queryRaw<(LinkRow & ListedLink)[]>`
    SELECT ${LINK_COLUMNS}, ${STATUS}, ${BRAND_NAME} FROM payment_links WHERE id = ${id}::uuid AND ${inScope(scope)}`);
}

/**
 * A page of the links that match the filter, ties in the order of their ids, and how many match in all.
 */
export async function findLinks(
  db: Db,
  filter: LinkFilter,
  window: LinkWindow,
): Promise<{ rows: ListedLink[]; total: bigint }> {
  if (filter.search !== undefined) {
    // One row at least, because the total is in each.
    const found = await db.$queryRaw<Array<ListedLink & { total: bigint }>>(searchSql(filter, filter.search, window));
    return { rows: found.filter(({ id }) => id !== null), total: found[0]?.total ?? 0n };
  }
  if (window.offset === 0n) {
    const first = pageSql(filter, window, BigInt(window.limit), Prisma.sql`, (${countSql(filter)}) AS total`);
    const rows = await rowsOf<ListedLink & { total: bigint }>(db, first);
    return { rows, total: rows[0]?.total ?? 0n };
  }
  const [counted] = await rowsOf<{ total: bigint }>(db, countSql(filter));
  const total = counted?.total ?? 0n;
  const rows = window.offset < total ? await rowsOf<ListedLink>(db, pageSql(filter, window, total)) : [];
  return { rows, total };
}

/**
 * The number of links of each status that match the rest of a filter. With amounts or times and without a search, counted
 * up to `limit` of each.
 */
export async function countByStatus(db: Db, filter: LinkFilter, limit: number): Promise<Record<LinkStatus, bigint>> {
  const [counted] = await db.$queryRaw<Array<Record<LinkStatus, bigint>>>(countsSql(filter, limit));
  return counted ?? { active: 0n, used: 0n, expired: 0n, cancelled: 0n };
}

/** SQL of these numbers, in one row. The matches of a search are found once for all four. */
export function countsSql({ search, status: _, ...view }: LinkFilter, limit: number): Prisma.Sql {
  const columns = LINK_STATUSES.map((status) => {
    const name = Prisma.raw(status);
    if (search !== undefined) return Prisma.sql`count(*) FILTER (WHERE ${HAS_STATUS[status]}) AS ${name}`;
    if (view.narrow !== undefined) return Prisma.sql`(${boundedCountSql({ ...view, status }, limit)}) AS ${name}`;
    return Prisma.sql`(${countSql({ ...view, status })}) AS ${name}`;
  });
  const wanted = Prisma.join(columns);
  if (search === undefined) return Prisma.sql`SELECT ${wanted}`;
  return Prisma.sql`SELECT ${wanted} FROM payment_links WHERE ${isHit(view, search)}`;
}

/** SQL of how many links of a status match a narrowed filter, from the index alone, up to `limit`. */
function boundedCountSql(filter: LinkFilter & { status: LinkStatus }, limit: number): Prisma.Sql {
  const end = Prisma.sql`LIMIT ${limit}`;
  const rows = Prisma.sql`SELECT FROM (${byStoredStatus(filter, Prisma.sql`created_at`, end)}) AS parts ${end}`;
  const stored = Prisma.sql`SELECT count(*) AS n FROM (${rows}) AS rows`;
  const lapsed = Prisma.sql`(SELECT count(*) FROM payment_links WHERE ${isLapsed(filter)})`;
  if (filter.status === "expired") return Prisma.sql`SELECT n + ${lapsed} FROM (${stored}) AS stored`;
  // A count that reached the limit stays at the limit.
  if (filter.status === "active")
    return Prisma.sql`SELECT CASE WHEN n < ${limit} THEN n - ${lapsed} ELSE n END FROM (${stored}) AS stored`;
  return stored;
}

/** SQL of a page of a search, with the number of its matches in every row: they are found once for both. */
export function searchSql(filter: LinkFilter, search: string, { sort, limit, offset }: LinkWindow): Prisma.Sql {
  const { key, isRising } = ORDERS[sort];
  const wanted = isRising ? RISING : FALLING;
  return Prisma.sql`
    WITH found AS MATERIALIZED (SELECT ${key} AS key, id FROM payment_links WHERE ${isHit(filter, search)}),
      page AS (SELECT key, id FROM found ${wanted} LIMIT ${limit} OFFSET ${offset})
    SELECT counted.total, listed.* FROM (SELECT count(*) AS total FROM found) AS counted
    LEFT JOIN (SELECT ${LISTED_COLUMNS}, key FROM payment_links JOIN page USING (id)) AS listed ON TRUE ${wanted}`;
}

/** SQL of the number of links, without a search: the stored counts, corrected by the lapsed links that are counted here. */
export function countSql({ status, ...view }: Omit<LinkFilter, "search">): Prisma.Sql {
  const stored = Prisma.sql`SELECT COALESCE(sum(links), 0)::bigint FROM payment_link_counts
    WHERE ${inView(view)}${status ? Prisma.sql` AND list_status = ${status}` : Prisma.empty}`;
  const lapsed = Prisma.sql`SELECT count(*) FROM payment_links WHERE ${isLapsed(view)}`;
  if (status === "active") return Prisma.sql`SELECT (${stored}) - (${lapsed}) AS total`;
  if (status === "expired") return Prisma.sql`SELECT (${stored}) + (${lapsed}) AS total`;
  return Prisma.sql`SELECT (${stored}) AS total`;
}

/**
 * SQL of a page that begins before the end, without a search. Pages behind the middle are read from the end; for the first
 * page any `total` of at least its length does. `also`: further columns.
 */
export function pageSql(
  filter: Omit<LinkFilter, "search">,
  { sort, limit, offset }: LinkWindow,
  total: bigint,
  also: Prisma.Sql = Prisma.empty,
): Prisma.Sql {
  const rest = total - offset;
  const count = rest < limit ? rest : BigInt(limit);
  const beyond = rest - count;
  const fromEnd = beyond < offset;
  const skipped = fromEnd ? beyond : offset;
  const { key, isRising } = ORDERS[sort];
  const wanted = isRising ? RISING : FALLING;
  const read = isRising === fromEnd ? FALLING : RISING;
  const found = byPartition(filter, key, Prisma.sql`${read} LIMIT ${count + skipped}`);
  return Prisma.sql`
    WITH found AS (${found}), page AS (SELECT key, id FROM found ${read} LIMIT ${count} OFFSET ${skipped})
    SELECT ${LISTED_COLUMNS}${also} FROM payment_links JOIN page USING (id) ${wanted}`;
}

/** `newer`: against the order of `sort`. */
type LinkPageQuery = PageQuery<RowKey> & { sort: LinkSort };

/** The links of a page, nearest first. */
export function findLinkPage(db: Db, filter: LinkFilter, page: LinkPageQuery): Promise<ListedLink[]> {
  return db.$queryRaw<ListedLink[]>(keysetPageSql(filter, page));
}

/** SQL of such a page. Without a search it reads the same number of rows at any depth. */
export function keysetPageSql(filter: LinkFilter, { sort, limit, from, towards }: LinkPageQuery): Prisma.Sql {
  const { key, isRising: isSortRising } = ORDERS[sort];
  const isRising = isSortRising !== (towards === "newer");
  const order = isRising ? RISING : FALLING;
  const isAmount = sort.startsWith("amount");
  const keyOf = (row: RowKey) =>
    isAmount ? Prisma.sql`${row.key}::bigint` : Prisma.sql`${new Date(Number(row.key))}::timestamptz`;
  const beyond =
    from === null
      ? Prisma.sql`TRUE`
      : Prisma.sql`(${key}, id) ${isRising ? Prisma.sql`>` : Prisma.sql`<`} (${keyOf(from)}, ${from.id}::uuid)`;
  const found =
    filter.search === undefined
      ? byPartition(filter, key, Prisma.sql`${order} LIMIT ${limit}`, beyond)
      : Prisma.sql`SELECT ${key} AS key, id FROM payment_links WHERE ${isHit(filter, filter.search)} AND ${beyond}`;
  return Prisma.sql`
    WITH found AS MATERIALIZED (${found}), page AS (SELECT key, id FROM found ${order} LIMIT ${limit})
    SELECT ${LISTED_COLUMNS} FROM payment_links JOIN page USING (id) ${order}`;
}

/** Adds up the rows of each count into one. Two at once are safe: the second does not get the lock and changes nothing. */
export async function foldCounts(db: Db): Promise<void> {
  await db.$executeRaw`
    WITH turn AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(${FOLD_LOCK}) AS is_mine),
    folded AS (
      DELETE FROM payment_link_counts
      WHERE (SELECT is_mine FROM turn) AND (merchant_id, test, list_status) IN (
        SELECT merchant_id, test, list_status FROM payment_link_counts GROUP BY 1, 2, 3 HAVING count(*) > 1)
      RETURNING merchant_id, test, list_status, links)
    INSERT INTO payment_link_counts (merchant_id, test, list_status, links)
    SELECT merchant_id, test, list_status, sum(links) FROM folded GROUP BY 1, 2, 3`;
}
