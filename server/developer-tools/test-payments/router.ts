import { z } from "zod";
import { merchantProcedure, router } from "../../trpc/procedure";
import { answerAtBank, chooseBank, openBankPage } from "./run-test-payment";

const MAX_TOKEN_LENGTH = 128;

const payment = z.object({ id: z.uuid() });

/** The steps of a scripted test payment. A step that fails can be repeated; the steps before it are kept. */
export const testPaymentsRouter = router({
  choose: merchantProcedure
    .input(z.object({ paymentToken: z.string().max(MAX_TOKEN_LENGTH) }))
    .mutation(({ ctx, input }) => chooseBank(ctx.call, input)),
  open: merchantProcedure.input(payment).mutation(({ ctx, input }) => openBankPage(ctx.call, input)),
  answer: merchantProcedure
    .input(payment.extend({ press: z.enum(["approve", "reject"]) }))
    .mutation(({ ctx, input }) => answerAtBank(ctx.call, input)),
});
