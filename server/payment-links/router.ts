import { z } from "zod";
import { amountMinorOf } from "../lib/amount-text";
import { currency, locale, orderId, paymentReference } from "../lib/fields";
import { toDecimalString } from "../lib/money";
import { merchantProcedure, router } from "../trpc/procedure";
import { createPaymentLink } from "./create-payment-link";
import { getPaymentLink } from "./get-payment-link";
import { listPaymentLinks } from "./list-payment-links";

const PAGE_SIZE = 25;

const newLink = z.object({
  /** As people type it, in major units; read with the currency. */
  amount: z.string().max(32),
  currency,
  paymentReference: paymentReference.optional(),
  orderId: orderId.optional(),
  /** Of the shopper's page. */
  locale: locale.optional(),
});

function withDecimal<T extends { amount: number; currency: string }>(link: T): T & { decimal: string } {
  return { ...link, decimal: toDecimalString({ ...link, amountMinor: BigInt(link.amount) }) };
}

export const paymentLinksRouter = router({
  list: merchantProcedure.input(z.object({ page: z.int().min(1) })).query(async ({ ctx, input }) => {
    const { data, pagination } = await listPaymentLinks(ctx.call, {
      merchant_id: input.merchantId,
      page: input.page,
      limit: PAGE_SIZE,
      sort: "created_at:desc",
    });
    return { items: data.map(withDecimal), total: pagination.total, pageSize: PAGE_SIZE };
  }),
  create: merchantProcedure.input(newLink).mutation(({ ctx, input }) =>
    createPaymentLink(ctx.call, {
      merchant_id: input.merchantId,
      order: {
        amount: amountMinorOf(input.amount, input.currency),
        currency: input.currency,
        payment_reference: input.paymentReference,
        order_id: input.orderId,
        locale: input.locale,
      },
    }),
  ),
  get: merchantProcedure
    .input(z.object({ id: z.string() }))
    .query(async ({ ctx, input }) => withDecimal(await getPaymentLink(ctx.call, input))),
});
