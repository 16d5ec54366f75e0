import { z } from "zod";
import { merchantProcedure, router } from "../trpc/procedure";
import { endpointsRouter } from "./endpoints-router";
import { examRouter } from "./exam-router";
import { healthRouter } from "./health-router";
import { logRouter } from "./log-router";
import { setWebhookUrl } from "./set-webhook-url";

export const webhooksRouter = router({
  endpoints: endpointsRouter,
  exam: examRouter,
  health: healthRouter,
  log: logRouter,
  setUrl: merchantProcedure
    .input(z.object({ url: z.string().max(4096) }))
    .mutation(({ ctx, input }) =>
      setWebhookUrl(ctx.call, { merchant_id: input.merchantId, webhook_url: input.url.trim() }),
    ),
});
