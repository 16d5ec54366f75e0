import { z } from "zod";
import { merchantProcedure, router } from "../trpc/procedure";
import { logRouter } from "./delivery-log-router";
import { diagnosticsRouter } from "./diagnostics-router";
import { endpointsRouter } from "./endpoints-router";
import { healthRouter } from "./health-router";
import { setWebhookUrl } from "./set-webhook-url";

export const webhooksRouter = router({
  endpoints: endpointsRouter,
  diagnostics: diagnosticsRouter,
  health: healthRouter,
  log: logRouter,
  setUrl: merchantProcedure
    .input(z.object({ url: z.string().max(4096) }))
    .mutation(({ ctx, input }) =>
      setWebhookUrl(ctx.call, { merchant_id: input.merchantId, webhook_url: input.url.trim() }),
    ),
});
