import { z } from "zod";
import { MAX_CURSOR_LENGTH } from "../../lib/keyset";
import { toDecimalString, withDecimal } from "../../lib/money/money";
import { merchantProcedure, router } from "../../trpc/procedure";
import { eraseCustomer, eraseCustomerOfPayment } from "./erase-customer";
import { getCustomer, listCustomers, MAX_CUSTOMER_KEY } from "./read-customers";

const MAX_SEARCH = 140;
const one = z.object({ test: z.boolean(), key: z.string().min(1).max(MAX_CUSTOMER_KEY) });

/** To the nearest minor unit. */
const averageOf = (sum: bigint, count: number) => (2n * sum + BigInt(count)) / (2n * BigInt(count));

export const customersRouter = router({
  list: merchantProcedure
    .input(
      z.object({
        test: z.boolean(),
        search: z.string().trim().min(1).max(MAX_SEARCH).optional(),
        cursor: z.string().max(MAX_CURSOR_LENGTH).optional(),
      }),
    )
    .query(async ({ ctx, input }) => {
      const { items, ...page } = await listCustomers(ctx.call, input);
      return { ...page, items: items.map((item) => ({ ...item, last: withDecimal(item.last) })) };
    }),
  get: merchantProcedure.input(one).query(async ({ ctx, input }) => {
    const { sums, ...customer } = await getCustomer(ctx.call, input);
    const decimal = (amountMinor: bigint, currency: string) => toDecimalString({ amountMinor, currency });
    return {
      ...customer,
      last: withDecimal(customer.last),
      payments: customer.payments.map(withDecimal),
      sums: sums.map(({ currency, payments, completed, paid, returned, returns, firstAt }) => ({
        ...{ currency, payments, completed, returns, firstAt },
        paid: decimal(paid, currency),
        average: completed === 0 ? null : decimal(averageOf(paid, completed), currency),
        returned: returned > 0n ? decimal(returned, currency) : null,
      })),
    };
  }),
  erase: merchantProcedure.input(one).mutation(({ ctx, input }) => eraseCustomer(ctx.call, input)),
  /** Of a payment whose customer has no key. */
  eraseOfPayment: merchantProcedure
    .input(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => eraseCustomerOfPayment(ctx.call, input)),
});
