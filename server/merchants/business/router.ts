import { z } from "zod";
import { form, merchantProcedure, router, text } from "../../trpc/procedure";
import { readBusiness } from "./read-business";
import { checkBusiness, setBusiness, setReceipts } from "./set-business";

const details = z.object({ taxNumber: text, postalAddress: text, helpAddress: text, version: z.int() });

/** The Console's calls about a merchant as the payee. */
export const businessRouter = router({
  get: merchantProcedure.query(({ ctx, input }) => readBusiness(ctx.call, input)),
  set: merchantProcedure
    .meta(form(details, checkBusiness))
    .input(details)
    .mutation(({ ctx, input }) => setBusiness(ctx.call, input)),
  setReceipts: merchantProcedure
    .input(z.object({ enabled: z.boolean() }))
    .mutation(({ ctx, input }) => setReceipts(ctx.call, input)),
});
