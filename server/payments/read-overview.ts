import { now } from "../lib/clock";
import type { Ctx } from "../lib/context";
import { db } from "../lib/db";
import { hoursOf, lastDays, type Span } from "../lib/zone-days";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { readFilter } from "./list-filter";
import { listItem, type ToldPayment, withTold } from "./list-payments";
import { findCurrencies, walkRequests } from "./list-store";
import { outlierOf, type PeriodDays, percentileOf, successOf, totalOutcomes } from "./overview-rules";
import {
  countApprovalTimes,
  countOutcomes,
  findBusiestCurrency,
  findWorstBank,
  type Outcomes,
  type Received,
  type Shelf,
  sumReceived,
} from "./overview-store";

const DAY_MS = 24 * 3_600_000;
/** The currency that is shown first is the one with most payments lately; beyond so many, nobody counts on. */
const CURRENCY_SINCE_MS = 30 * DAY_MS;
const CURRENCY_COUNT_UP_TO = 5_000;

/** One hour of today, or one day, with what stood at the same place in the period before. */
export type OverviewSpan = Span & { received: Received; before: Received; outcomes: Outcomes };

export type OverviewFigures = {
  currency: string;
  days: PeriodDays;
  /** In their order in time; the last one is not over yet, and of today some may not have begun. */
  spans: OverviewSpan[];
  received: Received;
  outcomes: Outcomes;
  success: { share: number | null; of: number };
  /** The period before, as far as the present one has come: this morning is not held against a whole day. */
  before: { received: Received; success: { share: number | null; of: number } };
  /** Seconds from the way to the bank to the approval; null where none was seen. `of`: how many were. */
  timeToApproval: { median: number | null; p90: number | null; of: number };
  /** The span that went worst, where one did, without which the whole would be better, and the bank behind most of it. */
  outlier: {
    index: number;
    without: number | null;
    bank: { bankName: string; lost: number; of: number } | null;
  } | null;
};

export type OverviewQuery = {
  merchantId: string;
  /** Test payments, or those that move money: never both. */
  test: boolean;
  /** Null, or one that there is nothing of: the one with most payments lately. */
  currency: string | null;
  days: PeriodDays;
  /** The reader's (`isTimeZone`): days begin where they are. */
  timeZone: string;
};

/**
 * What a merchant was paid in a period and how it went, in one currency: money is never added up over several.
 * `figures` is null where there has been no payment of this mode at all.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function readOverview(
  ctx: Ctx,
  input: OverviewQuery,
): Promise<{ now: Date; currencies: string[]; figures: OverviewFigures | null }> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const shelf = { merchantId: merchant.id, test: input.test || ctx.caller.testOnly };
  const at = now();
  const currencies = await findCurrencies(db(), shelf);
  const since = new Date(at.getTime() - CURRENCY_SINCE_MS);
  const currency = currencies.includes(input.currency ?? "")
    ? input.currency
    : await findBusiestCurrency(db(), shelf, currencies, { since, upTo: CURRENCY_COUNT_UP_TO });
  if (!currency) return { now: at, currencies, figures: null };
  return { now: at, currencies, figures: await readFigures(shelf, currency, { ...input, at }) };
}

async function readFigures(
  shelf: Shelf,
  currency: string,
  { days, timeZone, at }: { days: PeriodDays; timeZone: string; at: Date },
): Promise<OverviewFigures> {
  const { spans, earlier, current, untilHere } = periodsOf(timeZone, at, days);
  const [received, before, outcomes, outcomesBefore, times] = await Promise.all([
    sumReceived(db(), shelf, currency, spans),
    sumReceived(db(), shelf, currency, [...earlier, untilHere]),
    countOutcomes(db(), shelf, currency, spans),
    countOutcomes(db(), shelf, currency, [...earlier.slice(0, current), untilHere]),
    countApprovalTimes(db(), shelf, currency, wholeOf(spans)),
  ]);
  const all = totalOutcomes(outcomes);
  return {
    currency,
    days,
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
    outlier: await readOutlier(shelf, currency, spans, outcomes),
  };
}

async function readOutlier(
  shelf: Shelf,
  currency: string,
  spans: readonly Span[],
  outcomes: readonly Outcomes[],
): Promise<OverviewFigures["outlier"]> {
  const index = outlierOf(outcomes);
  const span = index === null ? undefined : spans[index];
  if (index === null || !span) return null;
  const without = successOf(totalOutcomes(outcomes.filter((_, other) => other !== index))).share;
  return { index, without, bank: await findWorstBank(db(), shelf, currency, span) };
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
  /** The index of the span that is now. */
  current: number;
  /** The span of the period before that stands at that place, as far as the present one has come. */
  untilHere: Span;
};

function periodsOf(timeZone: string, at: Date, days: PeriodDays): Periods {
  const all = lastDays(timeZone, at, 2 * days);
  const parts = (part: Span[]) => (days === 1 ? part.flatMap(hoursOf) : part);
  const [earlier, spans] = [parts(all.slice(0, days)), parts(all.slice(days))];
  // Yesterday may have had an hour less than today.
  const current = Math.min(
    spans.findIndex(({ to }) => at < to),
    earlier.length - 1,
  );
  const { from, to } = spanAt(earlier, current);
  const gone = at.getTime() - spanAt(spans, current).from.getTime();
  return { spans, earlier, current, untilHere: { from, to: new Date(Math.min(from.getTime() + gone, to.getTime())) } };
}

function spanAt(spans: readonly Span[], index: number): Span {
  const span = spans[index];
  if (!span) throw new Error("A period has no such span.");
  return span;
}

function wholeOf(spans: readonly Span[]): Span {
  return { from: spanAt(spans, 0).from, to: spanAt(spans, spans.length - 1).to };
}

/** The newest payments of a merchant in one mode. @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND */
export async function listLatestPayments(
  ctx: Ctx,
  input: { merchantId: string; test: boolean; limit: number },
): Promise<ToldPayment[]> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const filter = await readFilter(ctx, merchant.id, { test: input.test });
  const walk = { stage: null, towards: "older", from: null, limit: input.limit } as const;
  return withTold(ctx, merchant.id, (await walkRequests(db(), filter, walk)).map(listItem));
}
