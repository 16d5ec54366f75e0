import { accountNotFound } from "../../accounts/managed-accounts";
import { now } from "../../lib/clock";
import type { Ctx } from "../../lib/context";
import { dbOf } from "../../lib/db";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { type Month, type MonthlyReport, monthAfter, monthBefore, monthOf, reportsOf, spanOf } from "./months";
import { findBaseBalances, findReportAccounts, type ReportAccount, sumMonths } from "./store";

export type { ReportAccount };

/** A year a page. */
const MONTHS = 12;

type Owner = { merchantId: string; test?: boolean };

export type AccountReport = { account: ReportAccount; report: MonthlyReport };

export type AccountReports = {
  /** All accounts whose statements are fetched, also new ones without any yet. */
  accounts: ReportAccount[];
  /** The account of the reports; null: the merchant has none. */
  account: ReportAccount | null;
  /** Newest first. */
  reports: MonthlyReport[];
  newer: Month | null;
  older: Month | null;
};

/**
 * The monthly reports of one of a merchant's accounts, newest first: of the first one with statements, unless one is
 * named. They end with the month in which the account was closed. `until`: the newest month of the page.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND, NOT_FOUND
 */
export async function listMonthlyReports(
  ctx: Ctx,
  input: Owner & { accountId?: string | undefined; until?: Month | undefined },
): Promise<AccountReports> {
  const accounts = await readReportAccounts(ctx, input);
  const account = input.accountId === undefined ? firstWithReports(accounts) : named(accounts, input.accountId);
  const none = { accounts, account, reports: [], newer: null, older: null };
  if (!account?.firstAt) return none;
  const [first, newest] = [monthOf(account.firstAt), monthOf(account.closedAt ?? now())];
  const last = input.until !== undefined && input.until < newest ? input.until : newest;
  const months = monthsBetween(first, last).slice(-MONTHS);
  const [oldest] = months;
  if (oldest === undefined) return none;
  const reports = await reportsOfMonths(ctx, account, months);
  return {
    ...none,
    reports: reports.reverse(),
    newer: last < newest ? monthsAfter(last, newest) : null,
    older: oldest > first ? monthBefore(oldest) : null,
  };
}

/** A new account has no report until its first statement is fetched, so it never hides those of another. */
function firstWithReports(accounts: readonly ReportAccount[]): ReportAccount | null {
  return accounts.find(({ firstAt }) => firstAt !== null) ?? accounts[0] ?? null;
}

function monthsAfter(month: Month, most: Month): Month {
  return (
    monthsBetween(month, most)
      .slice(0, MONTHS + 1)
      .at(-1) ?? most
  );
}

/** From one month to another, both included, oldest first. */
function monthsBetween(first: Month, last: Month): Month[] {
  const months: Month[] = [];
  for (let month = first; month <= last; month = monthAfter(month)) months.push(month);
  return months;
}

/**
 * One report of each of a merchant's accounts, or of the named one.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND, NOT_FOUND
 */
export async function readMonthlyReports(
  ctx: Ctx,
  input: Owner & { accountId?: string | undefined; month: Month },
): Promise<AccountReport[]> {
  const { accountId, month } = input;
  const all = await readReportAccounts(ctx, input);
  const accounts = accountId === undefined ? all : [named(all, accountId)];
  const found: AccountReport[] = [];
  for (const account of accounts) {
    const [report] = await reportsOfMonths(ctx, account, [month]);
    if (report) found.push({ account, report });
  }
  return found;
}

async function reportsOfMonths(ctx: Ctx, account: ReportAccount, months: readonly Month[]): Promise<MonthlyReport[]> {
  const [first = "", last = first] = [months[0], months.at(-1)];
  const stored = await sumMonths(dbOf(ctx), account, { from: spanOf(first).from, to: spanOf(last).to });
  const balances = await findBaseBalances(dbOf(ctx), account.id);
  return reportsOf(months, { coverage: { ...account, balances }, ...stored, now: now() });
}

async function readReportAccounts(ctx: Ctx, { merchantId, test }: Owner): Promise<ReportAccount[]> {
  const merchant = await resolveMerchant(ctx, merchantId);
  return findReportAccounts(dbOf(ctx), { merchantId: merchant.id, simulated: ctx.caller.testOnly ? true : test });
}

function named(accounts: readonly ReportAccount[], id: string): ReportAccount {
  const account = accounts.find((one) => one.id === id);
  if (!account) throw accountNotFound();
  return account;
}
