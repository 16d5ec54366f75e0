import type { TenantScope } from "../lib/context";
import { type CurrencySpan, currencyStepsSql, isAnyAmount, isExactAmount, spansSql } from "../lib/currency-spans";
import { inScope, Prisma } from "../lib/db";
import type { LinkStatus } from "./rules";
import type { LinkSort } from "./schema";

/** What the Console narrows a list by beside its status: amounts by their currencies, and when a link was made. */
export type LinkNarrowing = {
  /** Every currency that can be found: named, not searched for. */
  currencies: readonly CurrencySpan[];
  /** Made at or after, and before. */
  from: Date | null;
  to: Date | null;
};

/** `test`: only the tests, or only the live ones; undefined: both, as far as the scope reaches. */
export type LinkFilter = {
  scope: TenantScope;
  test?: boolean | undefined;
  status?: LinkStatus | undefined;
  search?: string | undefined;
  narrow?: LinkNarrowing | undefined;
};

/** From how many characters a search finds a part; a shorter one finds the beginning (contract, "Payment links"). */
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

/** Past its end, and the worker has not told of it: stamped as active, and expired all the same. */
const LAPSED = Prisma.sql`open_until <= app_now()`;
export const HAS_STATUS: Record<LinkStatus, Prisma.Sql> = {
  active: Prisma.sql`open_until > app_now()`,
  used: Prisma.sql`stamped_status = 'used'`,
  expired: Prisma.sql`(stamped_status = 'expired' OR ${LAPSED})`,
  cancelled: Prisma.sql`stamped_status = 'cancelled'`,
};

/** The rows of a scope, and of one environment where one is asked for: of any table that has `merchant_id` and `test`. */
export function inView({ scope, test }: Pick<LinkFilter, "scope" | "test">): Prisma.Sql {
  return test === undefined ? inScope(scope) : Prisma.sql`${inScope(scope)} AND test = ${test}`;
}

/**
 * Keys and ids from each shelf, as many as the page can need. The shelves are those that are counted, so that the cost
 * grows with the merchants in the scope, not with their links; narrowed, each is divided by currency.
 */
export function fromShelves(filter: LinkFilter, key: Prisma.Sql, order: Prisma.Sql, beyond?: Prisma.Sql): Prisma.Sql {
  const also = [
    ...(filter.status === "active" ? [Prisma.sql`open_until > app_now()`] : []),
    ...(beyond ? [beyond] : []),
  ];
  const shelves = stampedShelves(filter, key, order, also);
  if (filter.status !== "expired") return shelves;
  return Prisma.sql`${shelves} UNION ALL SELECT ${key} AS key, id FROM payment_links
    WHERE ${isLapsed(filter)} AND ${beyond ?? Prisma.sql`TRUE`}`;
}

/** The same by the stamps alone: what has lapsed stands where it stood. */
export function stampedShelves(
  { status, narrow, ...view }: LinkFilter,
  key: Prisma.Sql,
  order: Prisma.Sql,
  also: readonly Prisma.Sql[] = [],
): Prisma.Sql {
  const conditions = [
    Prisma.sql`link.merchant_id = shelf.merchant_id AND link.test = shelf.test
      AND link.stamped_status = shelf.stamped_status`,
    ...(narrow ? [Prisma.sql`link.currency = c.currency`, ...amountOf(narrow), ...timeOf(narrow)] : []),
    ...also,
  ];
  return Prisma.sql`
    SELECT shelved.key, shelved.id
    FROM (
      SELECT DISTINCT merchant_id, test, stamped_status FROM payment_link_counts
      WHERE ${inView(view)}${status ? Prisma.sql` AND stamped_status = ${status}` : Prisma.empty}
    ) AS shelf ${narrow ? Prisma.sql`CROSS JOIN ${spansSql(narrow.currencies)}` : Prisma.empty}
    CROSS JOIN LATERAL (
      SELECT ${key} AS key, id FROM payment_links AS link WHERE ${Prisma.join(conditions, " AND ")}
      ${order}
    ) AS shelved`;
}

/** That a row has expired since the worker last looked, and is let through but for its status. */
export function isLapsed({ narrow, ...view }: LinkFilter): Prisma.Sql {
  return Prisma.sql`${inView(view)} AND ${LAPSED} AND ${isWithin(narrow)}`;
}

function amountOf({ currencies }: LinkNarrowing): Prisma.Sql[] {
  if (isAnyAmount(currencies)) return [];
  // By an equality the planner knows that an index has them in the order of their time.
  if (isExactAmount(currencies)) return [Prisma.sql`link.amount = c.at_least`];
  return [Prisma.sql`link.amount BETWEEN c.at_least AND c.at_most`];
}

function timeOf({ from, to }: LinkNarrowing): Prisma.Sql[] {
  return [
    ...(from === null ? [] : [Prisma.sql`created_at >= ${from}`]),
    ...(to === null ? [] : [Prisma.sql`created_at < ${to}`]),
  ];
}

/** The same of one row, without shelves. */
function isWithin(narrow: LinkNarrowing | undefined): Prisma.Sql {
  if (!narrow) return Prisma.sql`TRUE`;
  const span = Prisma.sql`EXISTS (SELECT FROM ${spansSql(narrow.currencies)}
    WHERE c.currency = payment_links.currency AND amount BETWEEN c.at_least AND c.at_most)`;
  return Prisma.join([span, ...timeOf(narrow)], " AND ");
}

/** SQL of the currencies that a merchant's links have. */
export function currenciesSql(view: { merchantId: string; test: boolean }): Prisma.Sql {
  return currencyStepsSql("payment_links", view);
}

/** The words of the index find candidates; the text itself decides. */
export function isHit({ status, narrow, ...view }: LinkFilter, search: string): Prisma.Sql {
  const holds = (column: Prisma.Sql) =>
    [...search].length < MIN_PART
      ? Prisma.sql`starts_with(lower(${column}), lower(${search}))`
      : Prisma.sql`strpos(lower(${column}), lower(${search})) > 0`;
  return Prisma.sql`${inView(view)}${status ? Prisma.sql` AND ${HAS_STATUS[status]}` : Prisma.empty}
    AND ${isWithin(narrow)} AND payment_link_grams(payment_reference, order_id) @@ payment_link_needle(${search})
    AND (${holds(Prisma.sql`payment_reference`)} OR ${holds(Prisma.sql`order_id`)})`;
}
