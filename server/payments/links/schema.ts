import { z } from "zod";
import {
  amount,
  currency,
  locale,
  orderId,
  paymentReference,
  queryInteger,
  redirectUrls,
  testTransaction,
  timestamp,
  uuid,
  webhookEndpointNames,
} from "../../lib/fields";
import { LINK_STATUSES } from "./rules";

const MAX_METADATA_KEYS = 50;
const MAX_LIMIT = 100;
export const MAX_SEARCH = 100;

export const LINK_SORTS = [
  "created_at:desc",
  "created_at:asc",
  "updated_at:desc",
  "updated_at:asc",
  "amount:desc",
  "amount:asc",
] as const;
export type LinkSort = (typeof LINK_SORTS)[number];

/** The merchant's own data of a link. */
export const metadata = z
  .record(z.string().max(40, "at most 40 characters"), z.string().max(500, "at most 500 characters"))
  .refine((entries) => Object.keys(entries).length <= MAX_METADATA_KEYS, `at most ${MAX_METADATA_KEYS} keys`)
  .meta({
    description: `Your own data, at most ${MAX_METADATA_KEYS} keys. Included in the events of the link, and in the events of its payments except "order_id" and "bank_name": these two are Bankside's there.`,
    maxProperties: MAX_METADATA_KEYS,
  });

export const createPaymentLinkBody = z.object({
  merchant_id: uuid.optional(),
  order: z.object({
    amount,
    currency,
    payment_reference: paymentReference.optional(),
    order_id: orderId.optional(),
    locale: locale.optional(),
    test_transaction: testTransaction.optional(),
  }),
  redirect_urls: redirectUrls.optional(),
  webhook_endpoints: webhookEndpointNames.optional(),
  metadata: metadata.optional(),
});

export const createdPaymentLink = z.object({
  payment_link_url: z.url(),
  link_id: z.uuid(),
  status: z.enum(LINK_STATUSES),
  expires_at: timestamp,
});

/** Strict: a mistyped filter must not return every link (contract, "Payment links"). */
export const paymentLinksQuery = z.strictObject({
  page: queryInteger(1, Number.MAX_SAFE_INTEGER)
    .default(1)
    .meta({ description: "1-based. A page past the end is empty.", examples: [1] }),
  limit: queryInteger(1, MAX_LIMIT)
    .default(25)
    .meta({ description: "Items per page.", examples: [25] }),
  sort: z
    .enum(LINK_SORTS, `one of ${LINK_SORTS.join(", ")}`)
    .default("created_at:desc")
    .meta({
      description: "Field and direction; ties by id, in the same direction.",
      examples: ["created_at:desc"],
    }),
  status: z
    .enum(LINK_STATUSES, `one of ${LINK_STATUSES.join(", ")}`)
    .optional()
    .meta({ description: "Only links with this status.", examples: ["active"] }),
  merchant_id: uuid.optional().meta({
    description: "For partners and admins: only the links of this merchant.",
    examples: ["01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a01"],
  }),
  search: z
    .string()
    .min(1, "must not be empty")
    .max(MAX_SEARCH, `at most ${MAX_SEARCH} characters`)
    .optional()
    .meta({
      description:
        "A part of the payment reference or order id, case-insensitive; with fewer than three characters, a prefix.",
      examples: ["ORD-1"],
    }),
});

const item = z.object({
  id: z.uuid(),
  amount,
  currency: z.string(),
  payment_reference: z.string(),
  order_id: z.string(),
  status: z.enum(LINK_STATUSES),
  link_type: z.literal("single_use"),
  views_count: z
    .int()
    .describe("Views by people. Link previews, prefetches and your own visits from the Console do not count."),
  first_viewed_at: timestamp.nullable(),
  expires_at: timestamp,
  created_at: timestamp,
  updated_at: timestamp,
  payment_request_id: z.uuid().nullable().describe("The payment request that paid it."),
});

const listed = item
  .extend({ merchant: z.object({ id: z.uuid(), brand_name: z.string() }) })
  .meta({ id: "PaymentLinkItem" });

export const paymentLinkPage = z.object({
  data: z.array(listed),
  pagination: z
    .object({
      total: z.int(),
      page: z.int(),
      limit: z.int(),
      totalPages: z.int(),
      hasNextPage: z.boolean(),
      hasPreviousPage: z.boolean(),
    })
    .meta({ id: "Pagination" }),
});

/** Any text: a malformed id gets the same error as an unknown one. */
export const paymentLinkParams = z.object({
  id: z.string().meta({ description: "The payment link's id.", examples: ["01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a11"] }),
});

export const paymentLinkDetail = listed
  .extend({
    locale: z.string(),
    metadata: z.record(z.string(), z.string()),
    payment_link_url: z.url(),
    redirect_urls: z.object({ success_url: z.string(), failure_url: z.string() }).nullable(),
    test_transaction: z.boolean(),
  })
  .meta({ id: "PaymentLink" });

/** A link without its merchant; also the data of its events. */
export type PaymentLinkItem = z.infer<typeof item>;
export type PaymentLinkListItem = z.infer<typeof listed>;
export type ListPaymentLinks = z.output<typeof paymentLinksQuery>;
export type PaymentLinkPage = z.infer<typeof paymentLinkPage>;
export type PaymentLinkDetail = z.infer<typeof paymentLinkDetail>;
export type CreatePaymentLink = z.output<typeof createPaymentLinkBody>;
export type CreatedPaymentLink = z.infer<typeof createdPaymentLink>;
