import { toDecimalString } from "../../lib/money/money";
import type { Span } from "../../lib/zone-days";
import { OVERLAP_DAYS } from "../statement-fetch-rules";

/** A calendar month in UTC: `2026-10`. */
export type Month = string;

export const MONTH_PATTERN = /^2\d{3}-(?:0[1-9]|1[0-2])$/;

export function monthOf(at: Date): Month {
  return at.toISOString().slice(0, "2026-10".length);
}

/** From its first moment to the first of the next month, in UTC. A date without a time counts as its midnight in UTC. */
export function spanOf(month: Month): Span {
  return { from: firstMoment(month, 0), to: firstMoment(month, 1) };
}

export function monthAfter(month: Month): Month {
  return monthOf(firstMoment(month, 1));
}

export function monthBefore(month: Month): Month {
  return monthOf(firstMoment(month, -1));
}

/** The fourth day of the next month: a statement fetched from then on has the whole month. */
export function finalAt(month: Month): Date {
  const { to } = spanOf(month);
  return new Date(to.getTime() + OVERLAP_DAYS * 24 * 3_600_000);
}

function firstMoment(month: Month, later: number): Date {
  const [year, number] = month.split("-").map(Number);
  return new Date(Date.UTC(year ?? 0, (number ?? 1) - 1 + later, 1));
}

export type BaseBalance = { at: Date; baseMinor: bigint };

/** What is known of an account's statements. */
export type Coverage = {
  /** The statements have no gap from here to `readAt`. Null: none was fetched. */
  coveredFrom: Date | null;
  readAt: Date | null;
  /** No statement is fetched after it. Null: the account is open. */
  closedAt: Date | null;
  /** The booked balances that the bank reported, oldest first, each less all transactions stored then. */
  balances: readonly BaseBalance[];
};

/** The transactions of an account in a month, in minor units. `otherMinor`: credits less debits of every other kind. */
export type MonthSums = { paymentsMinor: bigint; returnedMinor: bigint; otherMinor: bigint; transactions: number };

/**
 * Why a balance is not known: `not-covered` the statements begin after it, or have a gap · `not-fetched` they were last
 * fetched before it · `closed` and no more will be, because the account is closed · `no-booked-balance` the bank has
 * reported no booked balance · `differs` its balances and transactions do not agree.
 */
export type UnknownReason = "not-covered" | "not-fetched" | "closed" | "no-booked-balance" | "differs";

export type MonthlyReport = MonthSums & {
  month: Month;
  /** The month is over. */
  isOver: boolean;
  /** The statement was fetched after late bookings (`finalAt`). */
  isFinal: boolean;
  /** Null: not known. */
  openingMinor: bigint | null;
  closingMinor: bigint | null;
  /** Why the opening or else the closing balance is not known. */
  unknown: UnknownReason | null;
};

const NO_SUMS: MonthSums = { paymentsMinor: 0n, returnedMinor: 0n, otherMinor: 0n, transactions: 0 };

export function netOf({ paymentsMinor, returnedMinor, otherMinor }: MonthSums): bigint {
  return paymentsMinor - returnedMinor + otherMinor;
}

export type ReportFacts = {
  coverage: Coverage;
  /** Credits less debits booked before the first of `months`. */
  earlierMinor: bigint;
  sums: ReadonlyMap<Month, MonthSums>;
  now: Date;
};

/**
 * The reports of these months (oldest first, without a gap). A balance is the bank's booked balance less the transactions
 * booked after that moment; it is never estimated.
 */
export function reportsOf(
  months: readonly Month[],
  { coverage, earlierMinor, sums, now }: ReportFacts,
): MonthlyReport[] {
  let booked = earlierMinor;
  return months.map((month) => {
    const { from, to } = spanOf(month);
    const own = sums.get(month) ?? NO_SUMS;
    const isOver = to <= now;
    const before = baseAt(coverage, from, from);
    // The balance so far is that of the last statement.
    const after = isOver ? baseAt(coverage, to, to) : baseAt(coverage, now, from);
    const opening = booked;
    booked += netOf(own);
    return {
      ...own,
      month,
      isOver,
      isFinal: coverage.readAt !== null && coverage.readAt >= finalAt(month),
      openingMinor: typeof before === "bigint" ? before + opening : null,
      closingMinor: typeof after === "bigint" ? after + booked : null,
      unknown: [before, after].find((one) => typeof one !== "bigint") ?? null,
    };
  });
}

/**
 * The balance before all stored transactions, by the booked balances nearest to a moment, or why it is not known: the two
 * must agree. The statements must have been fetched up to `fetched`.
 */
function baseAt(
  { coveredFrom, readAt, closedAt, balances }: Coverage,
  at: Date,
  fetched: Date,
): bigint | UnknownReason {
  if (coveredFrom === null || readAt === null || coveredFrom > at) return "not-covered";
  if (readAt < fetched) return closedAt === null ? "not-fetched" : "closed";
  const before = balances.findLast((one) => one.at < at);
  const after = balances.find((one) => one.at >= at);
  const nearest = before ?? after;
  if (!nearest) return "no-booked-balance";
  return after === undefined || after.baseMinor === nearest.baseMinor ? nearest.baseMinor : "differs";
}

/**
 * Why there is no camt.053 of the month: the standard requires the opening and the closing balance of a period that is over.
 * Its id is the month's, so it is not given out before the bank's late bookings are in it.
 */
export function camtProblem({ isOver, isFinal, unknown }: MonthlyReport): string | null {
  if (!isOver) return "The month is not over. A camt.053 is the statement of a whole month.";
  if (unknown !== null) return `A camt.053 needs the opening and the closing balance. ${UNKNOWN[unknown]}`;
  if (isFinal) return null;
  return "Banks book late. A camt.053 is available once a statement was fetched on the fourth day of the next month (UTC) or later.";
}

const UNKNOWN: Record<UnknownReason, string> = {
  "not-covered": "Complete statements begin after the start of this month.",
  "not-fetched": "The bank’s statement of the whole month has not been fetched yet.",
  closed: "The account was closed before the bank’s statement of the whole month was fetched.",
  "no-booked-balance": "The bank has not reported a booked balance.",
  differs: "The bank’s booked balances and its transactions do not agree.",
};

/** What the last balance of a report is: it may still change until late bookings are in it. */
export function closingNameOf({ isOver, isFinal }: Pick<MonthlyReport, "isOver" | "isFinal">): string {
  if (!isOver) return "Balance so far";
  return isFinal ? "Closing balance" : "Closing balance (provisional)";
}

/** A balance as a decimal; null: not known. */
export function decimalOf(amountMinor: bigint | null, currency: string): string | null {
  return amountMinor === null ? null : toDecimalString({ amountMinor, currency });
}
