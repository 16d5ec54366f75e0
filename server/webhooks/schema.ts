import { z } from "zod";
import { MAX_URL_LENGTH } from "../lib/check-url";
import { merchantId } from "../lib/fields";

export const setWebhookUrlBody = z.object({
  webhook_url: z
    .string("must be text")
    .max(MAX_URL_LENGTH, `must have at most ${MAX_URL_LENGTH} characters`)
    .describe("http or https, without credentials, not a private address."),
  merchant_id: merchantId.optional(),
});

export const savedWebhookUrl = z.object({ webhook_url: z.string(), message: z.string() });

/** Of generating the secret, and of revoking it. */
export const webhookSecretBody = z.object({ merchant_id: merchantId.optional() });

export const generatedWebhookSecret = z.object({
  webhook_secret: z
    .string()
    .regex(/^whsec_[0-9a-f]{64}$/)
    .describe("Shown once."),
});

export const revokedWebhookSecret = z.object({ message: z.string() });

export type SetWebhookUrl = z.output<typeof setWebhookUrlBody>;
export type SavedWebhookUrl = z.infer<typeof savedWebhookUrl>;
export type WebhookSecretInput = z.output<typeof webhookSecretBody>;
export type GeneratedWebhookSecret = z.infer<typeof generatedWebhookSecret>;
export type RevokedWebhookSecret = z.infer<typeof revokedWebhookSecret>;
