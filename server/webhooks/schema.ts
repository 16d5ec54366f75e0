import { z } from "zod";
import { MAX_URL_LENGTH } from "../lib/check-url";

const merchantId = z.uuid({ error: "must be a uuid" }).optional();

export const setWebhookUrlRequest = z.object({
  webhook_url: z.string("must be text").max(MAX_URL_LENGTH, `must have at most ${MAX_URL_LENGTH} characters`),
  merchant_id: merchantId,
});
export const webhookUrlSet = z.object({ webhook_url: z.string(), message: z.string() });

export const generateWebhookSecretRequest = z.object({ merchant_id: merchantId });
export const webhookSecretGenerated = z.object({ webhook_secret: z.string().describe("Shown this once.") });
