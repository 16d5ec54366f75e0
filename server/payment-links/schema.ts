import { z } from "zod";
import {
  amount,
  currency,
  locale,
  merchantId,
  orderId,
  paymentReference,
  redirectUrls,
  timestamp,
  webhookEndpointNames,
} from "../lib/fields";
import { LINK_STATUSES } from "./rules";

const MAX_METADATA_KEYS = 50;

const metadata = z
  .record(z.string().min(1).max(40, "at most 40 characters"), z.string().max(500, "at most 500 characters"))
  .refine((entries) => Object.keys(entries).length <= MAX_METADATA_KEYS, `at most ${MAX_METADATA_KEYS} keys`);

export const createPaymentLinkBody = z.object({
  merchant_id: merchantId.optional(),
  order: z.object({
    amount,
    currency,
    payment_reference: paymentReference.optional(),
    order_id: orderId.optional(),
    locale: locale.optional(),
    test_transaction: z.boolean().optional(),
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

export type CreatePaymentLink = z.output<typeof createPaymentLinkBody>;
export type CreatedPaymentLink = z.infer<typeof createdPaymentLink>;
