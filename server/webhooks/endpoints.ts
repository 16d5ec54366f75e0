import { endpoint } from "../lib/endpoint";
import { generateWebhookSecret } from "./generate-webhook-secret";
import { revokeWebhookSecret } from "./revoke-webhook-secret";
import {
  generatedWebhookSecret,
  revokedWebhookSecret,
  savedWebhookUrl,
  setWebhookUrlBody,
  webhookSecretBody,
} from "./schema";
import { setWebhookUrl } from "./set-webhook-url";

const URL_EXAMPLE = "https://shop.example/webhooks/bankside";

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
] as const;
