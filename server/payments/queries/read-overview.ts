import { now } from "../../lib/clock";
import type { Ctx } from "../../lib/context";
import { db, type MerchantMode } from "../../lib/db";
import { dayNamed, type Span } from "../../lib/zone-days";
import { resolveMerchant, resolveMode } from "../../merchants/resolve-merchant";
import { readFilter } from "./list-filter";
import { listItem, type PaymentWithDeliverySummary, withDeliverySummary } from "./list-payments";
import { findCurrencies, findRequestPage } from "./list-store";
import { type Periods, periodsOf, wholeOf } from "./overview-periods";
import { type Comparison, outlierOf, percentileOf, successOf, totalOutcomes } from "./overview-rules";
import {
  type BankOutcomes,
  countApprovalTimes,
  countByBank,
  countOutcomes,
  findBusiestCurrency,
  findWorstBank,
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

/** One hour of today, or one day, with the same span of the earlier period. */
type OverviewSpan = Span & { received: Received; before: Received; outcomes: Outcomes };

export type OverviewFigures = {
  currency: string;
  days: number;
  /** The last day; null: today. */
  until: string | null;
  comparison: Comparison;
  /** In chronological order. Of today, the last one is not over, and some hours may not have begun. */
  spans: OverviewSpan[];
  received: Received;
  outcomes: Outcomes;
  success: { share: number | null; of: number };
  /** The earlier period, up to the same point: this morning is compared with a morning. Without one: nothing. */
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

type OverviewQuery = {
  merchantId: string;
  /** Test or live payments: never both. */
  test: boolean;
  /** Null, or one without payments: the currency with most recent payments is used. */
  currency: string | null;
  /** 1 to MAX_PERIOD_DAYS. */
  days: number;
  /** The last day of the period, `2026-11-20`; null, or one that is not over: today. */
  until: string | null;
  /** Which earlier period the figures are compared with. */
  comparison: Comparison;
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
  const mode = await resolveMode(ctx, input);
  const at = now();
  const currencies = await findCurrencies(db(), "payment_requests", mode);
  const since = new Date(at.getTime() - CURRENCY_SINCE_MS);
  const currency = currencies.includes(input.currency ?? "")
    ? input.currency
    : await findBusiestCurrency(db(), mode, currencies, { since, upTo: CURRENCY_COUNT_UP_TO });
  if (!currency) return { now: at, currencies: [], figures: null };
  const last = input.until === null ? null : dayNamed(input.timeZone, input.until);
  const isOver = last !== null && last.to <= at;
  // The last moment of a day that is over: the earlier period is counted to the same point, which is its end.
  const end = isOver ? new Date(last.to.getTime() - 1) : at;
  const periods = periodsOf(end, input);
  const until = isOver ? input.until : null;
  const { days, comparison } = input;
  const [byCurrency, counts] = await Promise.all([
    Promise.all(currencies.map((each) => readReceived(mode, each, periods))),
    readCounts(mode, currency, periods),
  ]);
  const received = byCurrency.find((each) => each.currency === currency);
  if (!received) throw new Error("The currency has no sums.");
  return {
    now: at,
    // The one with most completed payments first: amounts of two can't be compared.
    currencies: byCurrency.toSorted(
      (a, b) => b.received.count - a.received.count || a.currency.localeCompare(b.currency),
    ),
    figures: { days, until, comparison, ...figuresOf(periods, received, counts) },
  };
}

/** What was received in a currency in the period and, up to the same point, in the earlier one. */
type CurrencyFigures = {
  currency: string;
  received: Received;
  before: Received;
  /** By span of the period, and by span of the earlier one. */
  spans: Received[];
  spansBefore: Received[];
};

async function readReceived(mode: MerchantMode, currency: string, periods: Periods): Promise<CurrencyFigures> {
  const { spans, earlier, current, untilHere } = periods;
  const sums = await sumReceived(db(), mode, currency, [...spans, ...earlier, ...untilHere]);
  const all = sums.slice(0, spans.length);
  const before = sums.slice(spans.length);
  return {
    currency,
    received: sumOf(all),
    before: sumOf([...before.slice(0, current), ...before.slice(earlier.length)]),
    spans: all,
    spansBefore: before.slice(0, earlier.length),
  };
}

type Counts = Awaited<ReturnType<typeof readCounts>>;

/** The outcomes of a currency's payments in both periods, and its approval times and banks in the later one. */
async function readCounts(mode: MerchantMode, currency: string, periods: Periods) {
  const { spans, earlier, current, untilHere } = periods;
  const whole = wholeOf(spans);
  const [ofSpans, outcomesBefore, times, banks] = await Promise.all([
    readOutcomes(mode, currency, spans),
    countOutcomes(db(), mode, currency, [...earlier.slice(0, current), ...untilHere]),
    countApprovalTimes(db(), mode, currency, whole),
    countByBank(db(), mode, currency, { ...whole, limit: MAX_BANKS }),
  ]);
  return { ...ofSpans, outcomesBefore, times, banks };
}

function figuresOf(
  { spans }: Periods,
  ofCurrency: CurrencyFigures,
  { outcomes, outlier, outcomesBefore, times, banks }: Counts,
): Omit<OverviewFigures, "days" | "until" | "comparison"> {
  const { currency, received, before } = ofCurrency;
  const all = totalOutcomes(outcomes);
  return {
    currency,
    spans: spans.map((span, index) => ({
      ...span,
      received: ofCurrency.spans[index] ?? NOTHING,
      before: ofCurrency.spansBefore[index] ?? NOTHING,
      outcomes: outcomes[index] ?? totalOutcomes([]),
    })),
    received,
    outcomes: all,
    success: successOf(all),
    before: { received: before, success: successOf(totalOutcomes(outcomesBefore)) },
    timeToApproval: {
      median: percentileOf(times, 0.5),
      p90: percentileOf(times, 0.9),
      of: times.reduce((sum, { count }) => sum + count, 0),
    },
    banks: banks.map(({ bankId, bankName, initiated, medianS, ...bank }) => {
      return { bankId, bankName, initiated, medianS, share: successOf({ initiated, ...bank }).share };
    }),
    outlier,
  };
}

async function readOutcomes(
  mode: MerchantMode,
  currency: string,
  spans: readonly Span[],
): Promise<{ outcomes: Outcomes[]; outlier: OverviewFigures["outlier"] }> {
  const outcomes = await countOutcomes(db(), mode, currency, spans);
  const index = outlierOf(outcomes);
  const span = index === null ? undefined : spans[index];
  if (index === null || !span) return { outcomes, outlier: null };
  const without = successOf(totalOutcomes(outcomes.filter((_, other) => other !== index))).share;
  return { outcomes, outlier: { index, without, bank: await findWorstBank(db(), mode, currency, span) } };
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
