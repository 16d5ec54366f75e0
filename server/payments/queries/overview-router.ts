import { z } from "zod";
import { isCurrency, toDecimalString, withDecimal } from "../../lib/money/money";
import { isTimeZone } from "../../lib/zone-days";
import { merchantProcedure, router } from "../../trpc/procedure";
import { listPaymentActionItems } from "./list-action-items";
import { COMPARISONS, MAX_PERIOD_DAYS } from "./overview-rules";
import type { MarkedRow, Received } from "./overview-store";
import { listLatestPayments, type OverviewFigures, readOverview } from "./read-overview";

const LATEST = 8;

const mode = z.object({ test: z.boolean() });

const period = mode.extend({
  currency: z.string().refine(isCurrency, "must be an ISO 4217 currency code").nullable(),
  days: z.int().min(1).max(MAX_PERIOD_DAYS),
  /** The last day of the period; null: today. */
  until: z.iso.date().startsWith("2").nullable(),
  comparison: z.enum(COMPARISONS),
  timeZone: z.string().refine(isTimeZone, "must be a time zone such as Europe/Lisbon"),
});

/** As decimal text, and as a number of minor units (exact up to 2^53). */
function readable({ count, amount, returned }: Received, currency: string) {
  const decimal = (amountMinor: bigint) => toDecimalString({ amountMinor, currency });
  return {
    count,
    minor: Number(amount),
    decimal: decimal(amount),
    returned: returned === 0n ? null : decimal(returned),
  };
}

function readableFigures({ received, before, spans, ...figures }: OverviewFigures) {
  const { currency } = figures;
  return {
    ...figures,
    received: readable(received, currency),
    before: { ...before, received: readable(before.received, currency) },
    spans: spans.map((span) => ({
      ...span,
      received: readable(span.received, currency),
      before: readable(span.before, currency),
    })),
  };
}

/** With the amount as decimal text instead of minor units. */
function markedWithDecimal<T extends MarkedRow>({ amount, ...payment }: T) {
  return { ...payment, decimal: toDecimalString({ amountMinor: amount, currency: payment.currency }) };
}

export const overviewRouter = router({
  /** Received amounts and outcomes of a period. */
  figures: merchantProcedure.input(period).query(async ({ ctx, input }) => {
    const { now, figures, currencies } = await readOverview(ctx.call, input);
    return {
      now,
      currencies: currencies.map(({ currency, received, before, spans }) => ({
        currency,
        received: readable(received, currency),
        before: readable(before, currency),
        spans: spans.map(({ amount }) => Number(amount)),
      })),
      figures: figures && readableFigures(figures),
    };
  }),
  /** The payments that need attention. */
  actionItems: merchantProcedure.input(mode).query(async ({ ctx, input }) => {
    const { marked, late, returned, ...rest } = await listPaymentActionItems(ctx.call, input);
    return {
      marked: marked.map(markedWithDecimal),
      late: late.map(markedWithDecimal),
      returned: returned.map((row) => {
        const sum = toDecimalString({ amountMinor: row.returned, currency: row.currency });
        return { ...markedWithDecimal(row), returned: sum };
      }),
      ...rest,
    };
  }),
  latest: merchantProcedure.input(mode).query(async ({ ctx, input }) => {
    return (await listLatestPayments(ctx.call, { ...input, limit: LATEST })).map(withDecimal);
  }),
});
