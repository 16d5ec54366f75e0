import { now } from "../../lib/clock";
import type { Ctx } from "../../lib/context";
import { db } from "../../lib/db";
import { dayNamed, hoursOf, lastDays, type Span } from "../../lib/zone-days";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { readFilter } from "./list-filter";
import { listItem, type PaymentWithDeliverySummary, withDeliverySummary } from "./list-payments";
import { findCurrencies, findRequestPage } from "./list-store";
import { outlierOf, percentileOf, successOf, totalOutcomes } from "./overview-rules";
import {
  type BankOutcomes,
  countApprovalTimes,
  countByBank,
  countOutcomes,
  findBusiestCurrency,
  findWorstBank,
  type MerchantMode,
  type Outcomes,
  type Received,
  sumReceived,
} from "./overview-store";

const DAY_MS = 24 * 3_600_000;
/** The first currency shown is the one with most recent payments; counting ends here. */
const CURRENCY_SINCE_MS = 30 * DAY_MS;
const CURRENCY_COUNT_UP_TO = 5_000;
/** More than most merchants' customers use. */
const MAX_BANKS = 50;

/** One hour of today, or one day, with the same span of the period before. */
export type OverviewSpan = Span & { received: Received; before: Received; outcomes: Outcomes };

export type OverviewFigures = {
  currency: string;
  days: number;
  /** The last day; null: today. */
  until: string | null;
  /** In chronological order. Of today, the last one is not over, and some hours may not have begun. */
  spans: OverviewSpan[];
  received: Received;
  outcomes: Outcomes;
  success: { share: number | null; of: number };
  /** The period before, up to the same point: this morning is compared with a morning. */
  before: { received: Received; success: { share: number | null; of: number } };
  /** Seconds from the hand-over to the approval; null without any. `of`: the number of approvals. */
  timeToApproval: { median: number | null; p90: number | null; of: number };
  /** The banks of the payments created in the period, the one with most payments first; at most 50. */
  banks: (Pick<BankOutcomes, "bankId" | "bankName" | "initiated" | "medianS"> & { share: number | null })[];
  /** The worst span, if it is an outlier; the success rate without it, and the bank with most of its failures. */
  outlier: {
    index: number;
    without: number | null;
    bank: { bankName: string; lost: number; of: number } | null;
  } | null;
};

export type OverviewQuery = {
  merchantId: string;
  /** Test or live payments: never both. */
  test: boolean;
  /** Null, or one without payments: the currency with most recent payments is used. */
  currency: string | null;
  /** 1 to MAX_PERIOD_DAYS. */
  days: number;
  /** The last day of the period, `2026-11-20`; null, or one that is not over: today. */
  until: string | null;
  /** The reader's time zone (`isTimeZone`), which days follow. */
  timeZone: string;
};

/**
 * A merchant's received amounts and outcomes in a period, in one currency: currencies are never added up.
 * `figures` is null if there is no payment in this mode.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function readOverview(
  ctx: Ctx,
  input: OverviewQuery,
): Promise<{ now: Date; currencies: CurrencyFigures[]; figures: OverviewFigures | null }> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const mode = { merchantId: merchant.id, test: input.test || ctx.caller.testOnly };
  const at = now();
  const currencies = await findCurrencies(db(), mode);
  const since = new Date(at.getTime() - CURRENCY_SINCE_MS);
  const currency = currencies.includes(input.currency ?? "")
    ? input.currency
    : await findBusiestCurrency(db(), mode, currencies, { since, upTo: CURRENCY_COUNT_UP_TO });
  if (!currency) return { now: at, currencies: [], figures: null };
  const last = input.until === null ? null : dayNamed(input.timeZone, input.until);
  const isOver = last !== null && last.to <= at;
  // The last moment of a day that is over: the period before is counted to the same point, which is its end.
  const end = isOver ? new Date(last.to.getTime() - 1) : at;
  const periods = periodsOf(input.timeZone, end, input.days);
  const until = isOver ? input.until : null;
  const [figures, byVolume] = await Promise.all([
    readFigures(mode, currency, { days: input.days, until, periods }),
    readCurrencies(mode, currencies, periods),
  ]);
  return { now: at, currencies: byVolume, figures };
}

/** What was received in a currency in the period and, up to the same point, in the period before. */
export type CurrencyFigures = { currency: string; received: Received; before: Received };

/** The currencies, the one with most completed payments of the period first: amounts of two can't be compared. */
async function readCurrencies(
  mode: MerchantMode,
  currencies: readonly string[],
  { spans, earlier, untilHere }: Periods,
): Promise<CurrencyFigures[]> {
  const both = [wholeOf(spans), { from: spanAt(earlier, 0).from, to: untilHere.to }];
  const read = currencies.map(async (currency) => {
    const [received = NOTHING, before = NOTHING] = await sumReceived(db(), mode, currency, both);
    return { currency, received, before };
  });
  return (await Promise.all(read)).sort(
    (a, b) => b.received.count - a.received.count || a.currency.localeCompare(b.currency),
  );
}

async function readFigures(
  mode: MerchantMode,
  currency: string,
  { days, until, periods }: { days: number; until: string | null; periods: Periods },
): Promise<OverviewFigures> {
  const { spans, earlier, current, untilHere } = periods;
  const whole = wholeOf(spans);
  const [received, before, outcomes, outcomesBefore, times, banks] = await Promise.all([
    sumReceived(db(), mode, currency, spans),
    sumReceived(db(), mode, currency, [...earlier, untilHere]),
    countOutcomes(db(), mode, currency, spans),
    countOutcomes(db(), mode, currency, [...earlier.slice(0, current), untilHere]),
    countApprovalTimes(db(), mode, currency, whole),
    countByBank(db(), mode, currency, { ...whole, limit: MAX_BANKS }),
  ]);
  const all = totalOutcomes(outcomes);
  return {
    currency,
    days,
    until,
    spans: spans.map((span, index) => ({
      ...span,
      received: received[index] ?? NOTHING,
      before: before[index] ?? NOTHING,
      outcomes: outcomes[index] ?? totalOutcomes([]),
    })),
    received: sumOf(received),
    outcomes: all,
    success: successOf(all),
    before: {
      received: sumOf([...before.slice(0, current), ...before.slice(earlier.length)]),
      success: successOf(totalOutcomes(outcomesBefore)),
    },
    timeToApproval: {
      median: percentileOf(times, 0.5),
      p90: percentileOf(times, 0.9),
      of: times.reduce((sum, { count }) => sum + count, 0),
    },
    banks: banks.map(({ bankId, bankName, initiated, medianS, ...bank }) => {
      return { bankId, bankName, initiated, medianS, share: successOf({ initiated, ...bank }).share };
    }),
    outlier: await readOutlier(mode, currency, spans, outcomes),
  };
}

async function readOutlier(
  mode: MerchantMode,
  currency: string,
  spans: readonly Span[],
  outcomes: readonly Outcomes[],
): Promise<OverviewFigures["outlier"]> {
  const index = outlierOf(outcomes);
  const span = index === null ? undefined : spans[index];
  if (index === null || !span) return null;
  const without = successOf(totalOutcomes(outcomes.filter((_, other) => other !== index))).share;
  return { index, without, bank: await findWorstBank(db(), mode, currency, span) };
}

const NOTHING: Received = { count: 0, amount: 0n, returned: 0n };

function sumOf(all: readonly Received[]): Received {
  return all.reduce(
    (sum, { count, amount, returned }) => ({
      count: sum.count + count,
      amount: sum.amount + amount,
      returned: sum.returned + returned,
    }),
    NOTHING,
  );
}

type Periods = {
  spans: Span[];
  earlier: Span[];
  /** The index of the present span. */
  current: number;
  /** The same span of the period before, up to the same point. */
  untilHere: Span;
};

function periodsOf(timeZone: string, at: Date, days: number): Periods {
  const all = lastDays(timeZone, at, 2 * days);
  const parts = (part: Span[]) => (days === 1 ? part.flatMap(hoursOf) : part);
  const [earlier, spans] = [parts(all.slice(0, days)), parts(all.slice(days))];
  // Yesterday may have had an hour less than today (daylight saving).
  const current = Math.min(
    spans.findIndex(({ to }) => at < to),
    earlier.length - 1,
  );
  const { from, to } = spanAt(earlier, current);
  const gone = at.getTime() + 1 - spanAt(spans, current).from.getTime();
  return { spans, earlier, current, untilHere: { from, to: new Date(Math.min(from.getTime() + gone, to.getTime())) } };
}

function spanAt(spans: readonly Span[], index: number): Span {
  const span = spans[index];
  if (!span) throw new Error("The period does not have this span.");
  return span;
}

function wholeOf(spans: readonly Span[]): Span {
  return { from: spanAt(spans, 0).from, to: spanAt(spans, spans.length - 1).to };
}

/** The newest payments of a merchant in one mode. @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND */
export async function listLatestPayments(
  ctx: Ctx,
  input: { merchantId: string; test: boolean; limit: number },
): Promise<PaymentWithDeliverySummary[]> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const filter = await readFilter(ctx, merchant.id, { test: input.test });
  const page = { stages: [], towards: "older", from: null, limit: input.limit } as const;
  return withDeliverySummary(ctx, merchant.id, (await findRequestPage(db(), filter, page)).map(listItem));
}
