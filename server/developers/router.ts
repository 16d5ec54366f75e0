import { merchantProcedure, router } from "../trpc/procedure";
import { callsRouter } from "./calls-router";
import { listEvents } from "./list-events";
import { readGoLive } from "./read-go-live";
import { referenceRouter } from "./reference-router";

export const developersRouter = router({
  calls: callsRouter,
  reference: referenceRouter,
  events: router({
    list: merchantProcedure.query(({ ctx, input }) => listEvents(ctx.call, input)),
  }),
  goLive: merchantProcedure.query(({ ctx, input }) => readGoLive(ctx.call, input)),
});
