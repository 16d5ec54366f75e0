import { type CurrencySpan, isAnyAmount, isExactAmount, spansSql } from "../lib/currency-spans";
import { type Db, Prisma } from "../lib/db";
import type { Place } from "../lib/keyset";
import { MOVEMENT_KINDS, type MovementKind, SHELVES_OF } from "./movement-kinds";
import type { Problem } from "./rules";
import type { EntryState } from "./store";

export type MovementRow = {
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
  /** Why a person decided as they did. */
  note: string | null;
  bankName: string;
  iban: string;
  simulated: boolean;
  /** The payment request that it was matched to, of this very merchant; else null. */
  paymentId: string | null;
  paymentReference: string | null;
};

/** Which movements of a merchant's accounts. What is null does not narrow. */
export type MovementFilter = {
  merchantId: string;
  /** Of simulated accounts, or of real ones; undefined: of both. */
  simulated: boolean | undefined;
  accountId: string | null;
  kind: MovementKind | null;
  /** Every currency that can be found, each with its amounts: named, not searched for. */
  currencies: readonly CurrencySpan[];
  /** Whether one of them alone is asked for. */
  isOneCurrency: boolean;
  /** Booked at or after, and before. */
  from: Date | null;
  to: Date | null;
};

type Accounts = Pick<MovementFilter, "merchantId" | "simulated" | "accountId">;

/** The accounts `a` of a filter: few, the closed ones too. A bank without a name goes by its connection, as everywhere. */
function accountsOf({ merchantId, simulated, accountId }: Accounts): Prisma.Sql {
  const kind = simulated === undefined ? Prisma.sql`TRUE` : Prisma.sql`simulated = ${simulated}`;
  const one = accountId === null ? Prisma.sql`TRUE` : Prisma.sql`id = ${accountId}::uuid`;
  return Prisma.sql`(SELECT id, iban, simulated, merchant_id,
      COALESCE(bank_name, initcap(replace(bank_slug, '-', ' '))) AS bank_name FROM managed_accounts
    WHERE merchant_id = ${merchantId}::uuid AND ${kind} AND ${one}) AS a`;
}

const UNPLACED = Prisma.sql`e.state IN ('unmatched', 'differs')`;

export type MovementWalk = { towards: "older" | "newer"; from: Place | null; limit: number };

/**
 * Movements from a place on, nearest first, of all accounts of the filter: each account's own are walked by its index, so
 * that no page costs more than another. Narrowed, an account is divided into shelves, each walked in the same way.
 */
export function walkEntries(db: Db, filter: MovementFilter, walk: MovementWalk): Promise<MovementRow[]> {
  return db.$queryRaw<MovementRow[]>(walkSql(filter, walk));
}

/** SQL of such a walk. */
export function walkSql(filter: MovementFilter, { towards, from, limit }: MovementWalk): Prisma.Sql {
  const older = towards === "older";
  const order = older ? Prisma.sql`e.booked_at DESC, e.id DESC` : Prisma.sql`e.booked_at, e.id`;
  const place = from && Prisma.sql`(${from.at}::timestamptz, ${from.id}::uuid)`;
  const beyond = place
    ? older
      ? Prisma.sql`(e.booked_at, e.id) < ${place}`
      : Prisma.sql`(e.booked_at, e.id) > ${place}`
    : Prisma.sql`TRUE`;
  const { tables, conditions } = shelvesOf(filter);
  return Prisma.sql`
    SELECT e.id::text AS id, e.direction, e.amount AS "amountMinor", e.currency, e.remittance, e.counterparty,
      e.return_reason AS "returnReason", e.booked_at AS "bookedAt", e.state, e.problem, e.note, a.bank_name AS "bankName",
      a.iban, a.simulated, r.id::text AS "paymentId", r.payment_reference AS "paymentReference"
    FROM ${accountsOf(filter)} ${tables} CROSS JOIN LATERAL (
        SELECT * FROM statement_entries e WHERE ${conditions} AND ${beyond} ORDER BY ${order} LIMIT ${limit}) AS e
      LEFT JOIN payment_attempts t ON t.id = e.attempt_id AND e.state = 'matched'
      LEFT JOIN payment_requests r ON r.id = t.payment_request_id AND r.merchant_id = a.merchant_id
    ORDER BY ${order} LIMIT ${limit}`;
}

/** What an account is divided by, as tables beside `a`, and what holds for the entries of each part. */
function shelvesOf(filter: MovementFilter): { tables: Prisma.Sql; conditions: Prisma.Sql } {
  const { kind, currencies, isOneCurrency } = filter;
  const own = [Prisma.sql`e.account_id = a.id`, ...timeOf(filter)];
  const all = (conditions: Prisma.Sql[]) => Prisma.join(conditions, " AND ");
  if (kind === null && isAnyAmount(currencies) && !isOneCurrency) {
    return { tables: Prisma.empty, conditions: all(own) };
  }
  const shelves = (kind === null ? MOVEMENT_KINDS : [kind]).flatMap((one) => SHELVES_OF[one]);
  const ofKind = Prisma.sql`unnest(${shelves.map(({ state }) => state)}::text[],
    ${shelves.map(({ direction }) => direction)}::text[]) AS k(state, direction)`;
  const ofCurrency = [Prisma.sql`e.currency = c.currency`];
  if (isExactAmount(currencies)) {
    const isOfKind = Prisma.sql`(e.state, e.direction) IN (SELECT k.state, k.direction FROM ${ofKind})`;
    return {
      tables: Prisma.sql`CROSS JOIN ${spansSql(currencies)}`,
      conditions: all([...own, ...ofCurrency, Prisma.sql`e.amount = c.at_least`, isOfKind]),
    };
  }
  const between = isAnyAmount(currencies) ? [] : [Prisma.sql`e.amount BETWEEN c.at_least AND c.at_most`];
  return {
    tables: Prisma.sql`CROSS JOIN ${spansSql(currencies)} CROSS JOIN ${ofKind}`,
    conditions: all([...own, ...ofCurrency, ...between, Prisma.sql`e.state = k.state AND e.direction = k.direction`]),
  };
}

function timeOf({ from, to }: MovementFilter): Prisma.Sql[] {
  return [
    ...(from === null ? [] : [Prisma.sql`e.booked_at >= ${from}`]),
    ...(to === null ? [] : [Prisma.sql`e.booked_at < ${to}`]),
  ];
}

/**
 * SQL of how many movements of each kind the filter lets through, each counted no further than `most`. An order is asked for
 * because the shelves have it: without one, the table is read from end to end for a kind that is rare.
 */
export function countSql(filter: MovementFilter, most: number): Prisma.Sql {
  const each = MOVEMENT_KINDS.map((kind) => {
    const { tables, conditions } = shelvesOf({ ...filter, kind });
    return Prisma.sql`SELECT ${kind} AS kind, (SELECT count(*)::int FROM (
      SELECT FROM ${accountsOf(filter)} ${tables} CROSS JOIN LATERAL (
        SELECT FROM statement_entries e WHERE ${conditions} ORDER BY e.booked_at DESC, e.id DESC LIMIT ${most}) AS e
      LIMIT ${most}) AS counted) AS count`;
  });
  return Prisma.join(each, " UNION ALL ");
}

export async function countEntries(
  db: Db,
  filter: MovementFilter,
  most: number,
): Promise<Record<MovementKind, number>> {
  const rows = await db.$queryRaw<{ kind: MovementKind; count: number }[]>(countSql(filter, most));
  const counts = { payment: 0, returned: 0, unplaced: 0, set_aside: 0, other: 0 };
  for (const { kind, count } of rows) counts[kind] = count;
  return counts;
}

/** SQL of the currencies that the movements of these accounts have, by steps through the index from one to the next. */
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

/** The accounts themselves, by their bank. */
export function findAccounts(
  db: Db,
  accounts: Accounts,
): Promise<Array<{ id: string; bankName: string; iban: string }>> {
  return db.$queryRaw`
    SELECT a.id::text AS id, a.bank_name AS "bankName", a.iban FROM ${accountsOf(accounts)} ORDER BY a.bank_name, a.iban`;
}

export type UnplacedSum = { currency: string; count: number; amountMinor: bigint };

/** What has come in and belongs to no payment, by currency. */
export function sumUnplacedCredits(db: Db, filter: Accounts): Promise<UnplacedSum[]> {
  return db.$queryRaw<UnplacedSum[]>`
    SELECT e.currency, count(*)::int AS count, sum(e.amount)::bigint AS "amountMinor"
    FROM ${accountsOf(filter)} JOIN statement_entries e ON e.account_id = a.id
    WHERE ${UNPLACED} AND e.direction = 'credit' GROUP BY e.currency ORDER BY e.currency`;
}
