import { type Db, Prisma, type Tx } from "../../lib/db";
import { newId } from "../../lib/ids";
import type { TimeKey } from "../../lib/keyset";
import type { Span } from "../../lib/zone-days";
import type { BaseBalance, Coverage, Month, MonthSums } from "./months";

const SIGNED = Prisma.sql`CASE e.direction WHEN 'credit' THEN e.amount ELSE -e.amount END`;

export type BookedBalance = { accountId: string; currency: string; balanceMinor: bigint };

/**
 * Stores a booked balance with the sum of the account's transactions. A transaction in another currency is not part of
 * the balance.
 */
export async function insertBookedBalance(db: Db, { accountId, currency, balanceMinor }: BookedBalance): Promise<void> {
  await db.$executeRaw`
    INSERT INTO booked_balances (id, account_id, currency, balance, entries)
    SELECT ${newId()}::uuid, ${accountId}::uuid, ${currency}, ${balanceMinor}, COALESCE(sum(${SIGNED}), 0)::bigint
    FROM statement_entries e WHERE e.account_id = ${accountId}::uuid AND e.currency = ${currency}`;
}

export type ReportAccount = Omit<Coverage, "balances"> & {
  /** The first transaction that is stored, or the start of the statements; null: none was fetched. */
  firstAt: Date | null;
  id: string;
  iban: string;
  currency: string;
  bankName: string;
  holderName: string;
  simulated: boolean;
};

type Accounts = { merchantId: string; simulated: boolean | undefined };

/** The accounts whose statements are fetched, closed ones too, by bank. */
export function findReportAccounts(db: Db, { merchantId, simulated }: Accounts): Promise<ReportAccount[]> {
  const kind = simulated === undefined ? Prisma.sql`TRUE` : Prisma.sql`a.simulated = ${simulated}`;
  return db.$queryRaw<ReportAccount[]>`
    SELECT a.id::text AS id, a.iban, a.currency, a.simulated, a.holder_name AS "holderName",
      COALESCE(a.bank_name, initcap(replace(a.bank_slug, '-', ' '))) AS "bankName", f.covered_from AS "coveredFrom",
      f.read_at AS "readAt", a.closed_at AS "closedAt",
      LEAST(f.covered_from, (SELECT min(booked_at) FROM statement_entries e WHERE e.account_id = a.id)) AS "firstAt"
    FROM managed_accounts a JOIN statement_fetches f ON f.id = a.id
    WHERE a.merchant_id = ${merchantId}::uuid AND ${kind} ORDER BY a.closed_at IS NOT NULL, "bankName", a.iban`;
}

/** The booked balances of an account, oldest first, less the transactions stored then: one a month. */
export function findBaseBalances(db: Db, accountId: string): Promise<BaseBalance[]> {
  return db.$queryRaw<BaseBalance[]>`
    SELECT at, balance - entries AS "baseMinor" FROM booked_balances WHERE account_id = ${accountId}::uuid
    ORDER BY at, id`;
}

export type StoredSums = { earlierMinor: bigint; sums: Map<Month, MonthSums> };

/**
 * SQL of an account's transactions in a span by months, and the sum of those before it: one statement, so one snapshot. It
 * reads the whole history, from the index of lists alone.
 */
export function monthSumsSql({ id, currency }: Pick<ReportAccount, "id" | "currency">, { from, to }: Span): Prisma.Sql {
  return Prisma.sql`
    SELECT CASE WHEN e.booked_at >= ${from} THEN to_char(e.booked_at AT TIME ZONE 'UTC', 'YYYY-MM') END AS month,
      COALESCE(sum(e.amount) FILTER (WHERE e.state = 'matched' AND e.direction = 'credit'), 0)::bigint AS "paymentsMinor",
      COALESCE(sum(e.amount) FILTER (WHERE e.state = 'matched' AND e.direction = 'debit'), 0)::bigint AS "returnedMinor",
      COALESCE(sum(${SIGNED}) FILTER (WHERE e.state <> 'matched'), 0)::bigint AS "otherMinor",
      count(*)::int AS transactions
    FROM statement_entries e
    WHERE e.account_id = ${id}::uuid AND e.currency = ${currency} AND e.booked_at < ${to} GROUP BY 1`;
}

export async function sumMonths(
  db: Db,
  account: Pick<ReportAccount, "id" | "currency">,
  span: Span,
): Promise<StoredSums> {
  const rows = await db.$queryRaw<(MonthSums & { month: Month | null })[]>(monthSumsSql(account, span));
  const stored: StoredSums = { earlierMinor: 0n, sums: new Map() };
  for (const { month, ...sums } of rows) {
    if (month === null) stored.earlierMinor = sums.paymentsMinor - sums.returnedMinor + sums.otherMinor;
    else stored.sums.set(month, sums);
  }
  return stored;
}

export type ReportEntry = {
  id: string;
  direction: "credit" | "debit";
  amountMinor: bigint;
  endToEndId: string | null;
  remittance: string | null;
  counterparty: string | null;
  returnReason: string | null;
  bookedAt: Date;
  isMatched: boolean;
  paymentReference: string | null;
};

/** A batch of an account's transactions in a span, oldest first. */
export function findReportEntries(
  db: Db,
  { id, currency }: Pick<ReportAccount, "id" | "currency">,
  { from, to }: Span,
  { after, limit }: { after: TimeKey | null; limit: number },
): Promise<ReportEntry[]> {
  const beyond = after
    ? Prisma.sql`(e.booked_at, e.id) > (${after.at}::timestamptz, ${after.id}::uuid)`
    : Prisma.sql`e.booked_at >= ${from}`;
  return db.$queryRaw<ReportEntry[]>`
    SELECT e.id::text AS id, e.direction, e.amount AS "amountMinor", e.end_to_end_id AS "endToEndId", e.remittance,
      e.counterparty, e.return_reason AS "returnReason", e.booked_at AS "bookedAt", e.state = 'matched' AS "isMatched",
      r.payment_reference AS "paymentReference"
    FROM statement_entries e JOIN managed_accounts a ON a.id = e.account_id
      LEFT JOIN payment_attempts t ON t.id = e.attempt_id AND e.state = 'matched'
      LEFT JOIN payment_requests r ON r.id = t.payment_request_id AND r.merchant_id = a.merchant_id
    WHERE e.account_id = ${id}::uuid AND e.currency = ${currency} AND ${beyond} AND e.booked_at < ${to}
    ORDER BY e.booked_at, e.id LIMIT ${limit}`;
}

/**
 * Merchants of which someone chose the mail before `finalAt`, not queued yet, whose open real accounts with statements from
 * before the month's end were fetched at `finalAt` or later: all of them, or a week after it one of them.
 */
export async function findUnmailedMerchants(
  db: Db,
  { kind, month, end, finalAt }: { kind: string; month: Date; end: Date; finalAt: Date },
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT p.merchant_id::text AS id FROM notification_preferences p
    WHERE p.kind = ${kind} AND p.enabled AND p.changed_at < ${finalAt}
      AND (SELECT bool_and(f.read_at >= ${finalAt})
          OR bool_or(f.read_at >= ${finalAt}) AND app_now() >= ${finalAt}::timestamptz + interval '7 days'
        FROM managed_accounts a JOIN statement_fetches f ON f.id = a.id
        WHERE a.merchant_id = p.merchant_id AND a.closed_at IS NULL AND NOT a.simulated AND f.covered_from < ${end})
      AND NOT EXISTS (SELECT 1 FROM monthly_report_mails m
        WHERE m.merchant_id = p.merchant_id AND m.month = ${month}::date)
    ORDER BY 1`;
  return rows.map(({ id }) => id);
}

/** True: this transaction queues the month's mails. Another one's, at the same time, waits here and then does not. */
export async function markMonthMailed(tx: Tx, merchantId: string, month: Date): Promise<boolean> {
  const count = await tx.$executeRaw`
    INSERT INTO monthly_report_mails (merchant_id, month) VALUES (${merchantId}::uuid, ${month}::date)
    ON CONFLICT DO NOTHING`;
  return count === 1;
}
