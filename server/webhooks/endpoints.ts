import { endpoint } from "../lib/endpoint";
import { generateWebhookSecret } from "./generate-webhook-secret";
import { generateWebhookSecretRequest, setWebhookUrlRequest, webhookSecretGenerated, webhookUrlSet } from "./schema";
import { setWebhookUrl } from "./set-webhook-url";

const URL_EXAMPLE = "https://shop.example/webhooks/bankside";

export const webhookEndpoints = [
  endpoint({
    id: "setWebhookUrl",
    tag: "Webhooks",
    summary: "Set the default webhook URL",
    description: "Events of payments that name no endpoint are delivered here. http or https, and no private address.",
    method: "POST",
    path: "/api/v1/webhooks",
    auth: "bearer",
    scope: "webhooks",
    body: setWebhookUrlRequest,
    success: 200,
    data: webhookUrlSet,
    errors: ["FORBIDDEN", "MERCHANT_ID_REQUIRED", "MERCHANT_NOT_FOUND", "VALIDATION_ERROR"],
    examples: {
      request: { webhook_url: URL_EXAMPLE },
      response: { webhook_url: URL_EXAMPLE, message: "The webhook URL is saved." },
    },
    run: (ctx, { body }) => setWebhookUrl(ctx, body),
  }),
  endpoint({
    id: "generateWebhookSecret",
    tag: "Webhooks",
    summary: "Generate the webhook signing secret",
    description: "The secret is shown this once. One that there was stops signing at once.",
    method: "POST",
    path: "/api/v1/webhooks/secret",
    auth: "bearer",
    scope: "webhooks",
    body: generateWebhookSecretRequest,
    success: 200,
    data: webhookSecretGenerated,
    errors: ["FORBIDDEN", "MERCHANT_ID_REQUIRED", "MERCHANT_NOT_FOUND"],
    examples: {
      request: {},
      response: { webhook_secret: "whsec_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef" },
    },
    run: (ctx, { body }) => generateWebhookSecret(ctx, body),
  }),
] as const;
