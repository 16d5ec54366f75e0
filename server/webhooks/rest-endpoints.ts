import { boundNamed } from "../lib/bounds";
import { endpoint } from "../lib/endpoint";
import { setWebhookUrl } from "./endpoints/set-webhook-url";
import { listTestEvents } from "./event-feed/list-test-events";
import {
  generatedWebhookSecret,
  revokedWebhookSecret,
  savedWebhookUrl,
  setWebhookUrlBody,
  webhookEventPage,
  webhookEventsQuery,
  webhookSecretBody,
} from "./schema";
import { generateWebhookSecret, revokeWebhookSecret } from "./secrets/change-secrets";

const URL_EXAMPLE = "https://shop.example/webhooks/bankside";

const { own: MAX_WAITING } = boundNamed("webhook events").streams;
const EVENT_ID = "evt_9f8b2c14-3d6a-4e21-bb02-7c1d9a4e5f60";

const LISTED_EVENT = {
  id: EVENT_ID,
  type: "payment_request.expired",
  payload: JSON.stringify({
    ...{ id: EVENT_ID, object: "event", created: 1716148300, type: "payment_request.expired", sequence: 1 },
    data: {
      object: {
        ...{ id: "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a11", amount: "2550", currency: "EUR", status: "expired" },
        ...{ status_reason: null, test: true, late: false, reversed_amount: null, payment_link_id: null },
        metadata: { order_id: "ORD-1" },
        rewards: null,
      },
    },
  }),
};

export const webhookEndpoints = [
  endpoint({
    id: "setWebhookUrl",
    tag: "Webhooks",
    summary: "Set the default webhook URL",
    description:
      "Events of payments and links without a named endpoint are delivered here, from the next attempt on. http or https; " +
      "a private, loopback or otherwise reserved address is refused, now and at each delivery. A name that does not " +
      "resolve yet is accepted.",
    method: "POST",
    path: "/api/v1/webhooks",
    auth: "bearer",
    scope: "webhooks",
    body: setWebhookUrlBody,
    success: 200,
    data: savedWebhookUrl,
    errors: ["FORBIDDEN", "MERCHANT_ID_REQUIRED", "MERCHANT_NOT_FOUND", "VALIDATION_ERROR"],
    examples: {
      request: { webhook_url: URL_EXAMPLE },
      response: { webhook_url: URL_EXAMPLE, message: "Webhook URL saved." },
    },
    run: (ctx, { body }) => setWebhookUrl(ctx, body),
  }),
  endpoint({
    id: "generateWebhookSecret",
    tag: "Webhooks",
    summary: "Generate the webhook signing secret",
    description:
      "The secret is shown once and signs every delivery to the default URL from now on. The previous secret stops " +
      "signing at once. Never replayed: each call creates a new secret, whatever its Idempotency-Key.",
    method: "POST",
    path: "/api/v1/webhooks/secret",
    auth: "bearer",
    scope: "webhooks",
    body: webhookSecretBody,
    success: 200,
    data: generatedWebhookSecret,
    errors: ["FORBIDDEN", "MERCHANT_ID_REQUIRED", "MERCHANT_NOT_FOUND"],
    examples: {
      request: {},
      response: { webhook_secret: "whsec_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef" },
    },
    run: (ctx, { body }) => generateWebhookSecret(ctx, body),
  }),
  endpoint({
    id: "revokeWebhookSecret",
    tag: "Webhooks",
    summary: "Revoke the webhook signing secret",
    description:
      "Deliveries to the default URL are unsigned from the next attempt on, until a new secret is generated. The " +
      "response is the same if there was no secret. Named endpoints keep theirs.",
    method: "POST",
    path: "/api/v1/webhooks/secret/revoke",
    auth: "bearer",
    scope: "webhooks",
    body: webhookSecretBody,
    success: 200,
    data: revokedWebhookSecret,
    errors: ["FORBIDDEN", "MERCHANT_ID_REQUIRED", "MERCHANT_NOT_FOUND"],
    examples: {
      request: {},
      response: { message: "The webhook secret was revoked. Deliveries are unsigned until a new one is generated." },
    },
    run: (ctx, { body }) => revokeWebhookSecret(ctx, body),
  }),
  endpoint({
    id: "listWebhookEvents",
    tag: "Webhooks",
    summary: "List test events",
    description:
      "The events of test payments, for your own machine, which no webhook reaches: `npx --no bankside listen` " +
      "follows them and posts each to a local URL (install the client from a checkout: it is not on npm). In the " +
      "order in which they were recorded; with `wait`, an empty page waits for the next event. Needs a test-only API " +
      "key, unless the installation has no live banks. One API key " +
      `can have ${MAX_WAITING} waiting requests. Deliveries to your endpoints are not affected.`,
    method: "GET",
    path: "/api/v1/webhook-events",
    auth: "bearer",
    scope: "read",
    longPoll: true,
    query: webhookEventsQuery,
    success: 200,
    data: webhookEventPage,
    errors: ["FORBIDDEN", "MERCHANT_ID_REQUIRED", "MERCHANT_NOT_FOUND"],
    examples: { response: { events: [LISTED_EVENT], cursor: LISTED_EVENT.id, has_more: false } },
    run: (ctx, { query }) => listTestEvents(ctx, query),
  }),
] as const;
