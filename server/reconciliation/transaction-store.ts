import { allOf, type Db, Prisma } from "../lib/db";
import { afterCursor, keysetOrder, type PageQuery } from "../lib/keyset";
import { type CurrencySpan, isAnyAmount, isExactAmount, spansSql } from "../lib/money/currency-spans";
import type { Span } from "../lib/zone-days";
import type { Problem } from "./matching-rules";
import type { EntryState } from "./store";
import { PARTITIONS_OF, TRANSACTION_KINDS, type TransactionKind } from "./transaction-kinds";

export type TransactionRow = {
  id: string;
  direction: "credit" | "debit";
  amountMinor: bigint;
  currency: string;
  remittance: string | null;
  counterparty: string | null;
  returnReason: string | null;
  bookedAt: Date;
  state: EntryState;
  problem: Problem | null;
  /** The reason of a person's decision. */
  note: string | null;
  bankName: string;
  iban: string;
  simulated: boolean;
  /** The payment request that it was matched to; null also when another merchant's. */
  paymentId: string | null;
  paymentReference: string | null;
};

/** Filters for transactions. Null does not filter. */
export type TransactionFilter = {
  merchantId: string;
  /** Simulated or real accounts; undefined: both. */
  simulated: boolean | undefined;
  accountId: string | null;
  kind: TransactionKind | null;
  /** All currencies to find, each with its range of amounts, so that the index is used for each. */
  currencies: readonly CurrencySpan[];
  /** Whether the filter names one currency. */
  isOneCurrency: boolean;
  /** Booked at or after `from` and before `to`. */
  from: Date | null;
  to: Date | null;
};

type Accounts = Pick<TransactionFilter, "merchantId" | "simulated" | "accountId">;

/** The accounts `a` of a filter, closed ones too. A bank without a name is named after its connection. */
function accountsOf({ merchantId, simulated, accountId }: Accounts): Prisma.Sql {
  const kind = simulated === undefined ? Prisma.sql`TRUE` : Prisma.sql`simulated = ${simulated}`;
  const one = accountId === null ? Prisma.sql`TRUE` : Prisma.sql`id = ${accountId}::uuid`;
  return Prisma.sql`(SELECT id, iban, simulated, merchant_id,
      COALESCE(bank_name, initcap(replace(bank_slug, '-', ' '))) AS bank_name FROM managed_accounts
    WHERE merchant_id = ${merchantId}::uuid AND ${kind} AND ${one}) AS a`;
}

const UNMATCHED = Prisma.sql`e.state IN ('unmatched', 'differs')`;

/**
 * A keyset page of transactions of the filter's accounts, nearest to the cursor first. Each account is read by its own
 * index, so that every page costs the same. With filters, each index partition of an account is read that way.
 */
export function findEntryPage(db: Db, filter: TransactionFilter, page: PageQuery): Promise<TransactionRow[]> {
  return db.$queryRaw<TransactionRow[]>(keysetPageSql(filter, page));
}

const KEY = { at: Prisma.sql`e.booked_at`, id: Prisma.sql`e.id` };

export function keysetPageSql(filter: TransactionFilter, page: PageQuery): Prisma.Sql {
  const end = Prisma.sql`${keysetOrder(KEY, page.towards)} LIMIT ${page.limit}`;
  const { tables, conditions } = partitionsOf(filter);
  return Prisma.sql`
    SELECT e.id::text AS id, e.direction, e.amount AS "amountMinor", e.currency, e.remittance, e.counterparty,
      e.return_reason AS "returnReason", e.booked_at AS "bookedAt", e.state, e.problem, e.note, a.bank_name AS "bankName",
      a.iban, a.simulated, r.id::text AS "paymentId", r.payment_reference AS "paymentReference"
    FROM ${accountsOf(filter)} ${tables} CROSS JOIN LATERAL (
        SELECT * FROM statement_entries e WHERE ${conditions} AND ${allOf(afterCursor(KEY, page))} ${end}) AS e
      LEFT JOIN payment_attempts t ON t.id = e.attempt_id AND e.state = 'matched'
      LEFT JOIN payment_requests r ON r.id = t.payment_request_id AND r.merchant_id = a.merchant_id
    ${end}`;
}

/**
 * The index partitions of an account, as tables to join with `a`, and the conditions on each partition's entries. None
 * without a currency: no currency has the amount.
 */
function partitionsOf(filter: TransactionFilter): { tables: Prisma.Sql; conditions: Prisma.Sql } {
  const { kind, currencies, isOneCurrency } = filter;
  const own = [Prisma.sql`e.account_id = a.id`, ...timeOf(filter)];
  if (kind === null && currencies.length > 0 && isAnyAmount(currencies) && !isOneCurrency) {
    return { tables: Prisma.empty, conditions: allOf(own) };
  }
  const partitions = (kind === null ? TRANSACTION_KINDS : [kind]).flatMap((one) => PARTITIONS_OF[one]);
  const ofKind = Prisma.sql`unnest(${partitions.map(({ state }) => state)}::text[],
    ${partitions.map(({ direction }) => direction)}::text[]) AS k(state, direction)`;
  const ofCurrency = [Prisma.sql`e.currency = c.currency`];
  if (isExactAmount(currencies)) {
    const isOfKind = Prisma.sql`(e.state, e.direction) IN (SELECT k.state, k.direction FROM ${ofKind})`;
    return {
      tables: Prisma.sql`CROSS JOIN ${spansSql(currencies)}`,
      conditions: allOf([...own, ...ofCurrency, Prisma.sql`e.amount = c.at_least`, isOfKind]),
    };
  }
  const between = isAnyAmount(currencies) ? [] : [Prisma.sql`e.amount BETWEEN c.at_least AND c.at_most`];
  return {
    tables: Prisma.sql`CROSS JOIN ${spansSql(currencies)} CROSS JOIN ${ofKind}`,
    conditions: allOf([...own, ...ofCurrency, ...between, Prisma.sql`e.state = k.state AND e.direction = k.direction`]),
  };
}

const HOUR_MS = 3_600_000;
/**
 * A day begins up to so much before midnight in UTC (on the Chatham Islands), and up to 10 h after it (in Hawaii). Wrong by
 * a day for a reader in UTC+14 or UTC-11.
 */
const EASTERNMOST_MS = 13.75 * HOUR_MS;

/** The start of a day in any zone, as the same date's midnight in UTC. Another moment is rounded to the start of a date. */
function dateOf(at: Date): Date {
  return new Date(Math.floor((at.getTime() + EASTERNMOST_MS) / (24 * HOUR_MS)) * 24 * HOUR_MS);
}

/**
 * Many banks give a date only, which is stored as its midnight in UTC: it is compared as a date, because west of UTC a day
 * would have the bookings of the next one.
 */
function timeOf({ from, to }: TransactionFilter): Prisma.Sql[] {
  const isDate = Prisma.sql`e.booked_at = date_trunc('day', e.booked_at, 'UTC')`;
  const limit = (at: Date) =>
    Prisma.sql`CASE WHEN ${isDate} THEN ${dateOf(at)}::timestamptz ELSE ${at}::timestamptz END`;
  // The first condition of each uses the index.
  return [
    ...(from === null ? [] : [Prisma.sql`e.booked_at >= LEAST(${from}::timestamptz, ${dateOf(from)})`]),
    ...(from === null ? [] : [Prisma.sql`e.booked_at >= ${limit(from)}`]),
    ...(to === null ? [] : [Prisma.sql`e.booked_at < GREATEST(${to}::timestamptz, ${dateOf(to)})`]),
    ...(to === null ? [] : [Prisma.sql`e.booked_at < ${limit(to)}`]),
  ];
}

/**
 * SQL of the number of transactions of each kind, counted up to `most`. ORDER BY makes PostgreSQL use the partitions'
 * index: without it, the whole table is read for a rare kind.
 */
export function countSql(filter: TransactionFilter, most: number): Prisma.Sql {
  const each = TRANSACTION_KINDS.map((kind) => {
    const { tables, conditions } = partitionsOf({ ...filter, kind });
    return Prisma.sql`SELECT ${kind} AS kind, (SELECT count(*)::int FROM (
      SELECT FROM ${accountsOf(filter)} ${tables} CROSS JOIN LATERAL (
        SELECT FROM statement_entries e WHERE ${conditions} ORDER BY e.booked_at DESC, e.id DESC LIMIT ${most}) AS e
      LIMIT ${most}) AS counted) AS count`;
  });
  return Prisma.join(each, " UNION ALL ");
}

export async function countEntries(
  db: Db,
  filter: TransactionFilter,
  most: number,
): Promise<Record<TransactionKind, number>> {
  const rows = await db.$queryRaw<{ kind: TransactionKind; count: number }[]>(countSql(filter, most));
  const counts = { payment: 0, returned: 0, unmatched: 0, dismissed: 0, other: 0 };
  for (const { kind, count } of rows) counts[kind] = count;
  return counts;
}

/** SQL of the currencies of these accounts' transactions, by a loose index scan from one to the next. */
export function currenciesSql(accounts: Accounts): Prisma.Sql {
  const next = (account: Prisma.Sql, after: Prisma.Sql) => Prisma.sql`
    (SELECT currency FROM statement_entries WHERE account_id = ${account} ${after} ORDER BY currency LIMIT 1)`;
  return Prisma.sql`
    WITH RECURSIVE used (account_id, currency) AS (
      SELECT a.id, ${next(Prisma.sql`a.id`, Prisma.empty)} FROM ${accountsOf(accounts)}
      UNION ALL
      SELECT used.account_id, ${next(Prisma.sql`used.account_id`, Prisma.sql`AND currency > used.currency`)}
      FROM used WHERE used.currency IS NOT NULL)
    SELECT DISTINCT currency FROM used WHERE currency IS NOT NULL ORDER BY currency`;
}

export async function findCurrencies(db: Db, accounts: Accounts): Promise<string[]> {
  const rows = await db.$queryRaw<{ currency: string }[]>(currenciesSql(accounts));
  return rows.map(({ currency }) => currency);
}

/** The accounts, by bank. */
export function findAccounts(
  db: Db,
  accounts: Accounts,
): Promise<Array<{ id: string; bankName: string; iban: string }>> {
  return db.$queryRaw`
    SELECT a.id::text AS id, a.bank_name AS "bankName", a.iban FROM ${accountsOf(accounts)} ORDER BY a.bank_name, a.iban`;
}

export type UnmatchedSum = { currency: string; count: number; amountMinor: bigint };

/** The sums of unmatched credits, by currency. */
export function sumUnmatchedCredits(db: Db, filter: Accounts): Promise<UnmatchedSum[]> {
  return db.$queryRaw<UnmatchedSum[]>`
    SELECT e.currency, count(*)::int AS count, sum(e.amount)::bigint AS "amountMinor"
    FROM ${accountsOf(filter)} JOIN statement_entries e ON e.account_id = a.id
    WHERE ${UNMATCHED} AND e.direction = 'credit' GROUP BY e.currency ORDER BY e.currency`;
}

/** `amountMinor` null: the statement has not been fetched since the day began. */
export type ReceivedSum = { accountId: string; currency: string; amountMinor: bigint | null };

/** A day of a zone, and its date as midnight in UTC. */
export type BookingDay = Span & { date: Date };

/**
 * SQL of the credits in its own currency that were booked on each receiving account on the day, by the index of lists. Many
 * banks give a date only, which is stored as its midnight in UTC: it is compared with the day's date in no zone.
 */
export function receivedSql(filter: Accounts, { from, to, date }: BookingDay): Prisma.Sql {
  const partitions = TRANSACTION_KINDS.flatMap((kind) => PARTITIONS_OF[kind]);
  const states = [...new Set(partitions.map(({ state }) => state))];
  const first = date < from ? date : from;
  return Prisma.sql`
    SELECT a.id::text AS "accountId", m.currency, CASE WHEN f.read_at >= ${from} THEN booked.sum END AS "amountMinor"
    FROM ${accountsOf(filter)} JOIN managed_accounts m ON m.id = a.id AND m.closed_at IS NULL AND 'receiving' = ANY (m.roles)
      LEFT JOIN statement_fetches f ON f.id = a.id CROSS JOIN LATERAL (
        SELECT COALESCE(sum(e.amount), 0)::bigint AS sum FROM unnest(${states}::text[]) AS s(state)
          JOIN statement_entries e ON e.account_id = a.id AND e.currency = m.currency AND e.state = s.state
            AND e.direction = 'credit' AND e.booked_at >= ${first} AND e.booked_at < ${to}
            AND CASE WHEN e.booked_at = date_trunc('day', e.booked_at, 'UTC') THEN e.booked_at = ${date}
              ELSE e.booked_at >= ${from} END) AS booked`;
}

export function sumReceived(db: Db, filter: Accounts, day: BookingDay): Promise<ReceivedSum[]> {
  return db.$queryRaw<ReceivedSum[]>(receivedSql(filter, day));
}
