import type { TenantScope } from "../../../lib/db";
import { inScope, Prisma } from "../../../lib/db";
import { type CurrencySpan, isAnyAmount, isExactAmount, spansSql } from "../../../lib/money/currency-spans";
import type { LinkStatus } from "../rules";
import type { LinkSort } from "../schema";

/** The Console's filters beside the status: amounts by currency, and the time of creation. */
export type LinkNarrowing = {
  /** Every currency that the merchant has, with its span of amounts. */
  currencies: readonly CurrencySpan[];
  /** Created at or after, and before. */
  from: Date | null;
  to: Date | null;
};

/** `test`: only test, or only live links; undefined: both, within the scope. */
export type LinkFilter = {
  scope: TenantScope;
  test?: boolean | undefined;
  status?: LinkStatus | undefined;
  search?: string | undefined;
  narrow?: LinkNarrowing | undefined;
};

/** A search of at least so many characters matches anywhere; a shorter one is a prefix (contract, "Payment links"). */
const MIN_PART = 3;

export const RISING = Prisma.sql`ORDER BY key, id`;
export const FALLING = Prisma.sql`ORDER BY key DESC, id DESC`;
export const ORDERS: Record<LinkSort, { key: Prisma.Sql; isRising: boolean }> = {
  "created_at:desc": { key: Prisma.sql`created_at`, isRising: false },
  "created_at:asc": { key: Prisma.sql`created_at`, isRising: true },
  "updated_at:desc": { key: Prisma.sql`updated_at`, isRising: false },
  "updated_at:asc": { key: Prisma.sql`updated_at`, isRising: true },
  "amount:desc": { key: Prisma.sql`amount`, isRising: false },
  "amount:asc": { key: Prisma.sql`amount`, isRising: true },
};

/** Past its end and still stored as active: expired, but the worker has not written it yet. */
const LAPSED = Prisma.sql`open_until <= app_now()`;
export const HAS_STATUS: Record<LinkStatus, Prisma.Sql> = {
  active: Prisma.sql`open_until > app_now()`,
  used: Prisma.sql`list_status = 'used'`,
  expired: Prisma.sql`(list_status = 'expired' OR ${LAPSED})`,
  cancelled: Prisma.sql`list_status = 'cancelled'`,
};

/** The rows of a scope, and of one mode if given, in any table with `merchant_id` and `test`. */
export function inView({ scope, test }: Pick<LinkFilter, "scope" | "test">): Prisma.Sql {
  return test === undefined ? inScope(scope) : Prisma.sql`${inScope(scope)} AND test = ${test}`;
}

/**
 * Keys and ids from each partition of the index (merchant, mode, list status), as many as the page can need. The partitions
 * come from the counts, so the cost grows with the merchants in the scope and not with their links. A narrowed filter
 * divides each by currency.
 */
export function byPartition(filter: LinkFilter, key: Prisma.Sql, order: Prisma.Sql, beyond?: Prisma.Sql): Prisma.Sql {
  const also = [
    ...(filter.status === "active" ? [Prisma.sql`open_until > app_now()`] : []),
    ...(beyond ? [beyond] : []),
  ];
  const stored = byStoredStatus(filter, key, order, also);
  if (filter.status !== "expired") return stored;
  return Prisma.sql`${stored} UNION ALL SELECT ${key} AS key, id FROM payment_links
    WHERE ${isLapsed(filter)} AND ${beyond ?? Prisma.sql`TRUE`}`;
}

/** The same by the stored list status alone: lapsed links are still active. */
export function byStoredStatus(
  { status, narrow, ...view }: LinkFilter,
  key: Prisma.Sql,
  order: Prisma.Sql,
  also: readonly Prisma.Sql[] = [],
): Prisma.Sql {
  const conditions = [
    Prisma.sql`link.merchant_id = part.merchant_id AND link.test = part.test
      AND link.list_status = part.list_status`,
    ...(narrow ? [Prisma.sql`link.currency = c.currency`, ...amountOf(narrow), ...timeOf(narrow)] : []),
    ...also,
  ];
  return Prisma.sql`
    SELECT listed.key, listed.id
    FROM (
      SELECT DISTINCT merchant_id, test, list_status FROM payment_link_counts
      WHERE ${inView(view)}${status ? Prisma.sql` AND list_status = ${status}` : Prisma.empty}
    ) AS part ${narrow ? Prisma.sql`CROSS JOIN ${spansSql(narrow.currencies)}` : Prisma.empty}
    CROSS JOIN LATERAL (
      SELECT ${key} AS key, id FROM payment_links AS link WHERE ${Prisma.join(conditions, " AND ")}
      ${order}
    ) AS listed`;
}

/** Rows that have lapsed and match the filter but for its status. */
export function isLapsed({ narrow, ...view }: LinkFilter): Prisma.Sql {
  return Prisma.sql`${inView(view)} AND ${LAPSED} AND ${isWithin(narrow)}`;
}

function amountOf({ currencies }: LinkNarrowing): Prisma.Sql[] {
  if (isAnyAmount(currencies)) return [];
  // With an equality the planner knows that the index is in the order of time.
  if (isExactAmount(currencies)) return [Prisma.sql`link.amount = c.at_least`];
  return [Prisma.sql`link.amount BETWEEN c.at_least AND c.at_most`];
}

function timeOf({ from, to }: LinkNarrowing): Prisma.Sql[] {
  return [
    ...(from === null ? [] : [Prisma.sql`created_at >= ${from}`]),
    ...(to === null ? [] : [Prisma.sql`created_at < ${to}`]),
  ];
}

/** The same as a condition on one row of `payment_links`. */
function isWithin(narrow: LinkNarrowing | undefined): Prisma.Sql {
  if (!narrow) return Prisma.sql`TRUE`;
  const span = Prisma.sql`EXISTS (SELECT FROM ${spansSql(narrow.currencies)}
    WHERE c.currency = payment_links.currency AND amount BETWEEN c.at_least AND c.at_most)`;
  return Prisma.join([span, ...timeOf(narrow)], " AND ");
}

/** The trigrams of the index find candidates; the text itself decides. */
export function isHit({ status, narrow, ...view }: LinkFilter, search: string): Prisma.Sql {
  const holds = (column: Prisma.Sql) =>
    [...search].length < MIN_PART
      ? Prisma.sql`starts_with(lower(${column}), lower(${search}))`
      : Prisma.sql`strpos(lower(${column}), lower(${search})) > 0`;
  return Prisma.sql`${inView(view)}${status ? Prisma.sql` AND ${HAS_STATUS[status]}` : Prisma.empty}
    AND ${isWithin(narrow)} AND payment_link_grams(payment_reference, order_id) @@ payment_link_needle(${search})
    AND (${holds(Prisma.sql`payment_reference`)} OR ${holds(Prisma.sql`order_id`)})`;
}
