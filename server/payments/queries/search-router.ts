import { z } from "zod";
import { withDecimal } from "../../lib/money/money";
import { merchantProcedure, router } from "../../trpc/procedure";
import { searchEverything } from "./search-everything";

const MAX_TEXT = 140;

export const searchRouter = router({
  /** The search of the command menu. */
  find: merchantProcedure
    .input(z.object({ text: z.string().trim().min(2).max(MAX_TEXT), test: z.boolean() }))
    .query(async ({ ctx, input }) => {
      const found = await searchEverything(ctx.call, { ...input, deliveries: ctx.may("webhooks.log.search") });
      return { ...found, payments: found.payments.map(withDecimal), links: found.links.map(withDecimal) };
    }),
});
