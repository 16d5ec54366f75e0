import { z } from "zod";
import { invalidField } from "../lib/errors";
import { uuid } from "../lib/ids";
import { form, merchantProcedure, router } from "../trpc/procedure";
import { webhookUrlTextError } from "./endpoints/endpoint-fields";
import { endpointsRouter } from "./endpoints/endpoints-router";
import { setWebhookUrl } from "./endpoints/set-webhook-url";
import { listFailingEndpoints } from "./health/list-failing-endpoints";
import { listHealth } from "./health/list-health";
import { pauseEndpoint, resumeEndpoint } from "./health/pause-endpoint";
import { logRouter } from "./log/delivery-log-router";
import { probeEndpoint } from "./tools/probe/probe-endpoint";
import { readLastProbe } from "./tools/probe/read-last-probe";
import { readReceiverTests } from "./tools/receiver-test/read-receiver-tests";
import { startReceiverTest } from "./tools/receiver-test/start-receiver-test";

/** Null: the default URL. */
const endpointRef = z.object({ name: z.string().max(63).nullable() });

/** Connection test and receiver test. */
const diagnosticsRouter = router({
  probe: merchantProcedure.input(endpointRef).mutation(({ ctx, input }) => probeEndpoint(ctx.call, input)),
  lastProbe: merchantProcedure.input(endpointRef).query(({ ctx, input }) => readLastProbe(ctx.call, input)),
  startReceiverTest: merchantProcedure
    .input(endpointRef)
    .mutation(({ ctx, input }) => startReceiverTest(ctx.call, input)),
  listReceiverTests: merchantProcedure
    .input(endpointRef.extend({ receiverTest: uuid.optional() }))
    .query(({ ctx, input }) => readReceiverTests(ctx.call, input)),
});

const healthRouter = router({
  list: merchantProcedure.query(({ ctx, input }) => listHealth(ctx.call, input)),
  // For every member: the badge at "Webhooks" is on every page.
  failing: merchantProcedure.query(({ ctx, input }) => listFailingEndpoints(ctx.call, input)),
  pause: merchantProcedure.input(endpointRef).mutation(({ ctx, input }) => pauseEndpoint(ctx.call, input)),
  resume: merchantProcedure.input(endpointRef).mutation(({ ctx, input }) => resumeEndpoint(ctx.call, input)),
});

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
    .meta(form(defaultUrl.extend({ merchantId: uuid }), checkDefaultUrl))
    .input(defaultUrl)
    .mutation(({ ctx, input }) =>
      setWebhookUrl(ctx.call, { merchant_id: input.merchantId, webhook_url: input.url.trim() }),
    ),
});
