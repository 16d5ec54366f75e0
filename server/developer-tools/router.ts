import { merchantProcedure, router } from "../trpc/procedure";
import { callsRouter } from "./calls-router";
import { listEvents } from "./list-events";
import { readGoLive } from "./read-go-live";
import { referenceRouter } from "./reference-router";
import { testPaymentsRouter } from "./test-payments/router";

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
