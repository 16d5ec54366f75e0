import { z } from "zod";
import { queryInteger, uuid } from "../lib/fields";
import { MAX_URL_LENGTH } from "../lib/net/check-url";

export const setWebhookUrlBody = z.object({
  webhook_url: z
    .string()
    .max(MAX_URL_LENGTH, `must have at most ${MAX_URL_LENGTH} characters`)
    .describe("http or https, without credentials, not a private address."),
  merchant_id: uuid.optional(),
});

export const savedWebhookUrl = z.object({ webhook_url: z.string(), message: z.string() });

/** Of generating the secret, and of revoking it. */
export const webhookSecretBody = z.object({ merchant_id: uuid.optional() });

export const generatedWebhookSecret = z.object({
  webhook_secret: z
    .string()
    .regex(/^whsec_[0-9a-f]{64}$/)
    .describe("Shown once."),
});

export const revokedWebhookSecret = z.object({ message: z.string() });

const MAX_PAGE = 100;
/** Below the 30 s after which clients and proxies end a silent request. */
const MAX_WAIT_S = 25;

/** Strict: a mistyped cursor must not skip events. */
export const webhookEventsQuery = z.strictObject({
  after: z
    .string()
    .max(64, "at most 64 characters")
    .optional()
    .meta({
      description: "The `cursor` of the previous page, an event's id, or `start` for the first event. Absent: now.",
      examples: ["evt_9f8b2c14-3d6a-4e21-bb02-7c1d9a4e5f60"],
    }),
  limit: queryInteger(1, MAX_PAGE)
    .default(25)
    .meta({ description: "The most events of a page.", examples: [25] }),
  wait: queryInteger(0, MAX_WAIT_S)
    .default(0)
    .meta({ description: "Seconds for which an empty page waits for events.", examples: [25] }),
  merchant_id: uuid.optional().meta({
    description: "For partners and admins: the merchant.",
    examples: ["01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a01"],
  }),
});

export const webhookEventPage = z.object({
  events: z.array(
    z
      .object({
        id: z.string().describe("As in every delivery of the event."),
        type: z.string().describe("Types may be added."),
        payload: z.string().describe("The body of every delivery of the event, byte for byte in UTF-8."),
      })
      .meta({ id: "ListedWebhookEvent" }),
  ),
  cursor: z.string().describe("The `after` of the next request, also of an empty page."),
  has_more: z.boolean(),
});

export type ListWebhookEvents = z.output<typeof webhookEventsQuery>;
export type WebhookEventPage = z.infer<typeof webhookEventPage>;
export type SetWebhookUrl = z.output<typeof setWebhookUrlBody>;
export type SavedWebhookUrl = z.infer<typeof savedWebhookUrl>;
export type WebhookSecretInput = z.output<typeof webhookSecretBody>;
export type GeneratedWebhookSecret = z.infer<typeof generatedWebhookSecret>;
export type RevokedWebhookSecret = z.infer<typeof revokedWebhookSecret>;
