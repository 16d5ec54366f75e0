import { z } from "zod";
import { uuid } from "../lib/ids";
import { merchantProcedure, router } from "../trpc/procedure";
import { callsRouter } from "./calls-router";
import { listEvents } from "./list-events";
import { readGoLive } from "./read-go-live";
import { referenceRouter } from "./reference-router";
import { answerAtBank, chooseBank, openBankPage } from "./test-payments/run-test-payment";

const MAX_TOKEN_LENGTH = 128;

const payment = z.object({ id: uuid });

/** The steps of a scripted test payment. A step that fails can be repeated; the steps before it are kept. */
const testPaymentsRouter = router({
  choose: merchantProcedure
    .input(z.object({ paymentToken: z.string().max(MAX_TOKEN_LENGTH) }))
    .mutation(({ ctx, input }) => chooseBank(ctx.call, input)),
  open: merchantProcedure.input(payment).mutation(({ ctx, input }) => openBankPage(ctx.call, input)),
  answer: merchantProcedure
    .input(payment.extend({ press: z.enum(["approve", "reject"]) }))
    .mutation(({ ctx, input }) => answerAtBank(ctx.call, input)),
});

export const developersRouter = router({
  calls: callsRouter,
  reference: referenceRouter,
  testPayments: testPaymentsRouter,
  events: router({
    list: merchantProcedure.query(async ({ ctx, input }) => {
      const listed = await listEvents(ctx.call, input);
      // Webhook deliveries are shown only to members who may open the webhook log.
      const shown = ctx.may("webhooks.log.get");
      const withoutBody = <T extends { body: string }>(last: T) => ({ ...last, body: shown ? last.body : null });
      return {
        ...listed,
        events: listed.events.map((event) => ({ ...event, last: event.last && withoutBody(event.last) })),
      };
    }),
  }),
  goLive: merchantProcedure.query(({ ctx, input }) => readGoLive(ctx.call, input)),
});
