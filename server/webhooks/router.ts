import { z } from "zod";
import { invalidField } from "../lib/errors";
import { form, merchantProcedure, router } from "../trpc/procedure";
import { logRouter } from "./delivery-log-router";
import { diagnosticsRouter } from "./diagnostics-router";
import { webhookUrlTextError } from "./endpoint-fields";
import { endpointsRouter } from "./endpoints-router";
import { healthRouter } from "./health-router";
import { setWebhookUrl } from "./set-webhook-url";

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
