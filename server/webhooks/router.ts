import { z } from "zod";
import { invalidField } from "../lib/errors";
import { form, merchantProcedure, router } from "../trpc/procedure";
import { webhookUrlTextError } from "./endpoints/endpoint-fields";
import { endpointsRouter } from "./endpoints/endpoints-router";
import { setWebhookUrl } from "./endpoints/set-webhook-url";
import { healthRouter } from "./health/health-router";
import { logRouter } from "./log/delivery-log-router";
import { diagnosticsRouter } from "./tools/diagnostics-router";

const defaultUrl = z.object({ url: z.string().max(4096) });

function checkDefaultUrl({ url, merchantId }: { url: string; merchantId: string }): void {
  const urlError = webhookUrlTextError(merchantId, url.trim());
  if (urlError !== null) throw invalidField("webhook_url", urlError);
}

export const webhooksRouter = router({
  endpoints: endpointsRouter,
  diagnostics: diagnosticsRouter,
  health: healthRouter,
  log: logRouter,
  setUrl: merchantProcedure
    .meta(form(defaultUrl.extend({ merchantId: z.uuid() }), checkDefaultUrl))
    .input(defaultUrl)
    .mutation(({ ctx, input }) =>
      setWebhookUrl(ctx.call, { merchant_id: input.merchantId, webhook_url: input.url.trim() }),
    ),
});
