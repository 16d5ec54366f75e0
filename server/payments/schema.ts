import { z } from "zod";
import {
  amount,
  country,
  currency,
  locale,
  merchantId,
  orderId,
  paymentReference,
  redirectUrls,
  webhookEndpointNames,
} from "../lib/fields";

export const PAYMENT_STATUSES = ["pending", "completed", "failed", "cancelled", "expired"] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

const MAX_TEXT = 255;
const text = z.string().min(1, "must not be empty").max(MAX_TEXT, `at most ${MAX_TEXT} characters`);
const reward = z.number({ error: "a number" }).min(0, "at least 0").max(1e12, "is too large");

const rewards = z
  .object({
    extra_rewards: reward.optional(),
    total_rewards: reward.optional(),
    description: z.string().max(MAX_TEXT).optional(),
  })
  .refine((given) => given.extra_rewards !== undefined || given.total_rewards !== undefined, {
    error: "at least one of extra_rewards and total_rewards is required",
  })
  .refine(
    ({ extra_rewards, total_rewards }) =>
      extra_rewards === undefined || total_rewards === undefined || total_rewards >= extra_rewards,
    {
      error: "must not be less than extra_rewards",
      path: ["total_rewards"],
    },
  );

export const createPaymentRequestBody = z.object({
  merchant_id: merchantId.optional(),
  customer: z
    .object({
      id: text.optional(),
      name: text.optional(),
      email: z.email("an e-mail address").max(MAX_TEXT).optional(),
      phone: z
        .string()
        .regex(/^\+[1-9]\d{6,14}$/, "a telephone number as +351960123456 (E.164)")
        .optional(),
      country: country.optional(),
    })
    .optional(),
  order: z.object({
    order_id: orderId.optional(),
    amount,
    currency,
    payment_reference: paymentReference.optional(),
    locale: locale.optional(),
    test_transaction: z.boolean().optional(),
    rewards: rewards.optional(),
  }),
  redirect_urls: redirectUrls.optional(),
  device_type: z.enum(["web", "ios", "android"], "web, ios or android").optional(),
  billing_address: z
    .object({
      address_line1: text.optional(),
      address_line2: text.optional(),
      city: text.optional(),
      state: text.optional(),
      postal_code: text.optional(),
      country: country.optional(),
    })
    .optional(),
  webhook_endpoints: webhookEndpointNames.optional(),
});

export const createdPaymentRequest = z.object({
  payment_token: z.string(),
  expires_in: z.int().describe("Seconds."),
  payment_request_id: z.uuid(),
});

const tokenInEither = z
  .string()
  .min(1)
  .max(MAX_TEXT)
  .optional()
  .describe("Required, in the query or in the body; in both, the same.");
export const initiationQuery = z.object({ payment_token: tokenInEither });

export const initiationBody = z.object({
  payment_token: tokenInEither,
  bankId: z.uuid({ error: "must be a uuid" }),
  paymentScheme: z
    .string()
    .min(1)
    .max(64)
    .nullable()
    .optional()
    .describe(
      "Null: the first that the bank offers. Else one that it offers for the currency, such as SEPA_CREDIT_TRANSFER, " +
        "SEPA_INSTANT_CREDIT_TRANSFER, FASTER_PAYMENTS, or a domestic one (ELIXIR, DANISH_DOMESTIC_CREDIT_TRANSFER …).",
    ),
  debtorIban: z.string().min(1).max(64).optional(),
});

export const initiated = z.object({
  order_id: z.string(),
  redirect_url: z.url().nullable(),
  payment_request_id: z.uuid(),
});

/** Any text: a malformed id is answered as an unknown one. */
export const statusParams = z.object({ paymentRequestId: z.string() });

export const paymentStatus = z.object({
  status: z.enum(PAYMENT_STATUSES),
  amount: z.string().regex(/^\d+$/).describe("Minor units, as digits."),
  currency: z.string(),
  payment_request_id: z.uuid(),
  order_id: z.string(),
  status_reason: z.string().nullable(),
  test: z.boolean(),
  late: z.boolean(),
  reversed_amount: z.string().regex(/^\d+$/).nullable(),
});

export type CreatePaymentRequest = z.output<typeof createPaymentRequestBody>;
export type CreatedPaymentRequest = z.infer<typeof createdPaymentRequest>;
