import { z } from "zod";
import { MAX_URL_LENGTH } from "../lib/check-url";
import { merchantId as merchantIdField } from "../lib/fields";

const merchantId = merchantIdField.optional();

export const setWebhookUrlRequest = z.object({
  webhook_url: z
    .string("must be text")
    .max(MAX_URL_LENGTH, `must have at most ${MAX_URL_LENGTH} characters`)
    .describe("http or https, without credentials, and no private address."),
  merchant_id: merchantId,
});
export const webhookUrlSet = z.object({ webhook_url: z.string(), message: z.string() });

export const generateWebhookSecretRequest = z.object({ merchant_id: merchantId });
export const webhookSecretGenerated = z.object({
  webhook_secret: z
    .string()
    .regex(/^whsec_[0-9a-f]{64}$/)
    .describe("Shown this once."),
});

export const revokeWebhookSecretRequest = z.object({ merchant_id: merchantId });
export const webhookSecretRevoked = z.object({ message: z.string() });
