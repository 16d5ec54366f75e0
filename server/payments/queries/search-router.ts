import { z } from "zod";
import { toDecimalString } from "../../lib/money/money";
import { merchantProcedure, router } from "../../trpc/procedure";
import { withDecimal } from "./payment-page";
import { searchEverything } from "./search-everything";

const MAX_TEXT = 140;

export const searchRouter = router({
  /** The search of the command menu. */
  find: merchantProcedure
    .input(z.object({ text: z.string().trim().min(2).max(MAX_TEXT), test: z.boolean() }))
    .query(async ({ ctx, input }) => {
      const found = await searchEverything(ctx.call, { ...input, deliveries: ctx.may("webhooks.log.search") });
      const links = found.links.map((link) => ({
        ...link,
        decimal: toDecimalString({ ...link, amountMinor: BigInt(link.amount) }),
      }));
      return { ...found, payments: found.payments.map(withDecimal), links };
    }),
});
