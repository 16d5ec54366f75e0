import { z } from "zod";
import { merchantProcedure, router } from "../trpc/procedure";
import { endpointsRouter } from "./endpoints-router";
import { generateWebhookSecret } from "./generate-webhook-secret";
import { getWebhookConfig } from "./get-webhook-config";
import { healthRouter } from "./health-router";
import { listLatestDeliveries } from "./list-latest-deliveries";
import { setWebhookUrl } from "./set-webhook-url";

export const webhooksRouter = router({
  endpoints: endpointsRouter,
  health: healthRouter,
  config: merchantProcedure("webhooks").query(({ ctx, input }) =>
    getWebhookConfig(ctx.call, { merchant_id: input.merchantId }),
  ),
  deliveries: merchantProcedure("webhooks").query(({ ctx, input }) => listLatestDeliveries(ctx.call, input)),
  setUrl: merchantProcedure("webhooks")
    .input(z.object({ url: z.string().max(4096) }))
    .mutation(({ ctx, input }) =>
      setWebhookUrl(ctx.call, { merchant_id: input.merchantId, webhook_url: input.url.trim() }),
    ),
  generateSecret: merchantProcedure("webhooks").mutation(({ ctx, input }) =>
    generateWebhookSecret(ctx.call, { merchant_id: input.merchantId }),
  ),
});
