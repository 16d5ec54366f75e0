import { z } from "zod";
import { amountMinorOf } from "../lib/amount-text";
import { currency, orderId, paymentReference } from "../lib/fields";
import { toDecimalString } from "../lib/money";
import { merchantProcedure, router } from "../trpc/procedure";
import { createPaymentLink } from "./create-payment-link";
import { getLinkUrl } from "./get-link-url";
import { listPaymentLinks } from "./list-payment-links";

const PAGE_SIZE = 25;

const newLink = z.object({
  /** As people type it, in major units; read with the currency. */
  amount: z.string().max(32),
  currency,
  paymentReference: paymentReference.optional(),
  orderId: orderId.optional(),
});

export const paymentLinksRouter = router({
  list: merchantProcedure("read")
    .input(z.object({ page: z.int().min(1) }))
    .query(async ({ ctx, input }) => {
      const { data, pagination } = await listPaymentLinks(ctx.call, {
        merchant_id: input.merchantId,
        page: input.page,
        limit: PAGE_SIZE,
        sort: "created_at:desc",
      });
      const items = data.map((item) => ({
        ...item,
        decimal: toDecimalString({ ...item, amountMinor: BigInt(item.amount) }),
      }));
      return { items, total: pagination.total, pageSize: PAGE_SIZE };
    }),
  create: merchantProcedure("payments")
    .input(newLink)
    .mutation(({ ctx, input }) =>
      createPaymentLink(ctx.call, {
        merchant_id: input.merchantId,
        order: {
          amount: amountMinorOf(input.amount, input.currency),
          currency: input.currency,
          payment_reference: input.paymentReference,
          order_id: input.orderId,
        },
      }),
    ),
  url: merchantProcedure("read")
    .input(z.object({ id: z.string() }))
    .query(({ ctx, input }) => getLinkUrl(ctx.call, input)),
});
