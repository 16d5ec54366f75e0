import { z } from "zod";
import { uuid } from "../../lib/ids";
import { MAX_URL_LENGTH } from "../../lib/net/check-url";
import { form, merchantProcedure, router } from "../../trpc/procedure";
import {
  activateSecret,
  discardPreparedSecret,
  generateWebhookSecret,
  prepareSecret,
  revokeWebhookSecret,
  rotateEndpointSecret,
} from "../secrets/change-secrets";
import { createEndpoint } from "./create-endpoint";
import { editEndpoint } from "./edit-endpoint";
import { checkEndpointForm } from "./endpoint-fields";
import { ENDPOINT_ENVIRONMENTS } from "./endpoint-rules";
import { listAllEndpoints } from "./list-endpoints";
import { readEndpoint } from "./read-endpoint";
import { switchEndpoint } from "./switch-endpoint";

/** More than the longest valid text, so that the use-cases report the exact limit. */
const MAX_TEXT_LENGTH = 2 * MAX_URL_LENGTH;
const MAX_EVENT_TYPES = 50;
const NO_EVENT = "Choose at least one event type, or all.";

const text = z.string().max(MAX_TEXT_LENGTH);
const named = z.object({ name: text });
/** Null: the merchant's default URL. */
const endpointRef = z.object({ name: text.nullable() });
/** "all" and an empty list are distinguished, because an empty list is stored as all. */
const eventTypes = z
  .union([z.literal("all"), z.array(text).min(1, NO_EVENT).max(MAX_EVENT_TYPES)])
  .transform((chosen) => (chosen === "all" ? [] : chosen));
const settings = z.object({
  url: text.trim(),
  signed: z.boolean(),
  environment: z.enum(ENDPOINT_ENVIRONMENTS),
  eventTypes,
  isDefault: z.boolean(),
});

const newEndpoint = named.extend({ url: text.trim() }).extend(settings.partial().omit({ url: true }).shape);
const editedEndpoint = named.extend(settings.partial().shape).extend({ version: z.int() });
const ofMerchant = z.object({ merchantId: uuid });

/** Endpoints, the default URL and their secrets. */
export const endpointsRouter = router({
  list: merchantProcedure.query(({ ctx, input }) => listAllEndpoints(ctx.call, input)),
  get: merchantProcedure.input(endpointRef).query(({ ctx, input }) => readEndpoint(ctx.call, input)),
  create: merchantProcedure
    .meta(
      form(newEndpoint.extend(ofMerchant.shape), ({ name, ...given }) =>
        checkEndpointForm({ ...given, name: name.trim() }),
      ),
    )
    .input(newEndpoint)
    .mutation(({ ctx, input }) => createEndpoint(ctx.call, { ...input, name: input.name.trim() })),
  edit: merchantProcedure
    .meta(form(editedEndpoint.extend(ofMerchant.shape), ({ name: _, ...given }) => checkEndpointForm(given)))
    .input(editedEndpoint)
    .mutation(({ ctx, input }) => editEndpoint(ctx.call, input)),
  switch: merchantProcedure
    .input(named.extend({ to: z.enum(["enabled", "disabled"]) }))
    .mutation(({ ctx, input }) => switchEndpoint(ctx.call, input)),
  rotate: merchantProcedure
    .input(endpointRef)
    .mutation(({ ctx, input: { merchantId, name } }) =>
      name === null
        ? generateWebhookSecret(ctx.call, { merchant_id: merchantId })
        : rotateEndpointSecret(ctx.call, { merchantId, name }),
    ),
  prepare: merchantProcedure.input(endpointRef).mutation(({ ctx, input }) => prepareSecret(ctx.call, input)),
  activate: merchantProcedure
    .input(endpointRef.extend({ preparedAt: z.iso.datetime() }))
    .mutation(({ ctx, input }) => activateSecret(ctx.call, { ...input, preparedAt: new Date(input.preparedAt) })),
  discard: merchantProcedure.input(endpointRef).mutation(({ ctx, input }) => discardPreparedSecret(ctx.call, input)),
  /** Only for the default URL: a named endpoint is switched to unsigned and keeps its secret. */
  revoke: merchantProcedure.mutation(({ ctx, input }) =>
    revokeWebhookSecret(ctx.call, { merchant_id: input.merchantId }),
  ),
});
