import { z } from "zod";
import { form, merchantProcedure, router } from "../../trpc/procedure";
import { readBusiness } from "./read-business";
import { checkBusiness, setBusiness, setReceipts } from "./set-business";

/** Above every limit in the rules, so that the rules refuse longer texts with their own messages. */
const MAX_TEXT_LENGTH = 1_000;

const text = z.string().max(MAX_TEXT_LENGTH);
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
