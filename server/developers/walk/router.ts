import { z } from "zod";
import { merchantProcedure, router } from "../../trpc/procedure";
import { answerAtBank, chooseBank, lookAtBank } from "./walk-payment";

const MAX_TOKEN_LENGTH = 128;

const payment = z.object({ id: z.uuid() });

/** A test payment's shopper, played step by step: what fails is said, and what was done stands. */
export const walkRouter = router({
  choose: merchantProcedure
    .input(z.object({ paymentToken: z.string().max(MAX_TOKEN_LENGTH) }))
    .mutation(({ ctx, input }) => chooseBank(ctx.call, input)),
  look: merchantProcedure.input(payment).mutation(({ ctx, input }) => lookAtBank(ctx.call, input)),
  answer: merchantProcedure
    .input(payment.extend({ press: z.enum(["approve", "reject"]) }))
    .mutation(({ ctx, input }) => answerAtBank(ctx.call, input)),
});
