import { z } from "zod";
import { MAX_CURSOR_LENGTH } from "../lib/keyset";
import { toDecimalString } from "../lib/money";
import { merchantProcedure, router } from "../trpc/procedure";
import { listDeliveries } from "../webhooks/list-deliveries";
import { cancelLink } from "./cancel-link";
import { countTriesOfLinks } from "./count-tries-of-links";
import { getPayment } from "./get-payment";
import { paymentFilter } from "./list-filter";
import { listPaymentChoices, listPayments } from "./list-payments";
import { listPaymentsOfLink } from "./list-payments-of-link";

const PAGE_SIZE = 25;

/** With the amount as people read it, by the currency's own number of decimals. */
function withDecimal<T extends { amount: number; currency: string }>(payment: T): T & { decimal: string } {
  return { ...payment, decimal: toDecimalString({ ...payment, amountMinor: BigInt(payment.amount) }) };
}

export const paymentsRouter = router({
  list: merchantProcedure
    .input(paymentFilter.extend({ cursor: z.string().max(MAX_CURSOR_LENGTH).optional() }))
    .query(async ({ ctx, input }) => {
      const { items, ...page } = await listPayments(ctx.call, { ...input, limit: PAGE_SIZE });
      return { ...page, items: items.map(withDecimal) };
    }),
  /** What a list of payments can be narrowed to. */
  choices: merchantProcedure
    .input(z.object({ test: z.boolean() }))
    .query(({ ctx, input }) => listPaymentChoices(ctx.call, input)),
  /** Here, and not with the links: what has been started with one belongs to the payments. */
  cancelLink: merchantProcedure
    .input(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => cancelLink(ctx.call, input)),
  ofLink: merchantProcedure.input(z.object({ linkId: z.string() })).query(async ({ ctx, input }) => {
    const { items, total } = await listPaymentsOfLink(ctx.call, { ...input, limit: PAGE_SIZE });
    return { items: items.map(withDecimal), total };
  }),
  /** How often a bank was pressed on each of a page of links. */
  triesOfLinks: merchantProcedure
    .input(z.object({ linkIds: z.array(z.string()).max(PAGE_SIZE) }))
    .query(({ ctx, input }) => countTriesOfLinks(ctx.call, input)),
  get: merchantProcedure.input(z.object({ id: z.string() })).query(async ({ ctx, input }) => {
    const payment = withDecimal(await getPayment(ctx.call, input));
    const told = await listDeliveries(ctx.call, { subjectId: payment.id, merchant_id: input.merchantId });
    // Whose role has nothing to do with webhooks sees that they were told, and no way to the log.
    const mayOpenDeliveries = ctx.may("webhooks.log.get");
    // The bodies stay here: they are long, and say what the timeline says.
    const events = told.map(({ id, type, sequence, createdAt, deliveries }) => ({
      id,
      type,
      sequence,
      createdAt,
      deliveries: deliveries.map(({ attempts, ...delivery }) => ({
        ...delivery,
        attempts: attempts.map(({ id, number, at, url, status, durationMs, error }) => ({
          id,
          number,
          at,
          // The host alone: paths and queries of webhook addresses often hold a secret, and a viewer reads this.
          host: new URL(url).host,
          status,
          durationMs,
          error,
        })),
      })),
    }));
    return { payment, events, mayOpenDeliveries };
  }),
});
