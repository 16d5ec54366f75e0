import { z } from "zod";
import {
  amount,
  country,
  currency,
  locale,
  mailAddress,
  orderId,
  paymentReference,
  redirectUrls,
  testTransaction,
  timestamp,
  uuid,
  webhookEndpointNames,
} from "../../lib/fields";

const PAYMENT_STATUSES = ["pending", "completed", "failed", "cancelled", "expired"] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

const MAX_TEXT = 255;
const text = z.string().min(1, "must not be empty").max(MAX_TEXT, `at most ${MAX_TEXT} characters`);
const email = mailAddress.max(MAX_TEXT, `at most ${MAX_TEXT} characters`);
const phone = z.string().regex(/^\+[1-9]\d{6,14}$/, "a telephone number as +351960123456 (E.164)");

// Larger JSON numbers are not exact.
const MAX_REWARD = Number.MAX_SAFE_INTEGER;
const reward = z.number().min(0, "at least 0").max(MAX_REWARD, "is too large");

const rewards = z
  .object({
    extra_rewards: reward.optional(),
    total_rewards: reward.optional(),
    description: z.string().max(MAX_TEXT, `at most ${MAX_TEXT} characters`).optional(),
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
  )
  .describe("At least one of extra_rewards and total_rewards; the total is not less than the extra.");

export const createPaymentRequestBody = z.object({
  merchant_id: uuid.optional(),
  customer: z
    .object({
      id: text.optional().describe("Your own id of the customer. You vouch for it."),
      name: text.optional(),
      email: email.optional(),
      phone: phone.optional(),
      country: country.optional(),
    })
    .optional(),
  order: z.object({
    order_id: orderId.optional(),
    amount,
    currency,
    payment_reference: paymentReference.optional(),
    locale: locale.optional(),
    test_transaction: testTransaction.optional(),
    rewards: rewards.optional(),
  }),
  redirect_urls: redirectUrls.optional(),
  device_type: z.enum(["web", "ios", "android"]).optional(),
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

const customerBankAccount = z.object({
  id: z.uuid().describe("Send it as customerBankAccountId to initiate a payment from this account."),
  bank_id: z.uuid(),
  bank_name: z.string(),
  account_masked: z.string().describe("Enough for the customer to recognise the account."),
  last_used_at: timestamp,
});

export const createdPaymentRequest = z.object({
  payment_token: z.string(),
  expires_in: z.int().describe("Seconds."),
  payment_request_id: z.uuid(),
  customer_bank_accounts: z
    .array(customerBankAccount)
    .optional()
    .describe(
      "Accounts in the payment's currency that this customer.id agreed to have remembered, the last used first; absent " +
        "if there are none. Test and live accounts are separate.",
    ),
});

/** Endpoint 8. A malformed token gets the same error as an unknown one. */
export const updatePaymentRequestBody = z
  .object({
    payment_token: z.string(),
    merchant_id: uuid.optional(),
    amount: amount.optional(),
    rewards: rewards.optional(),
  })
  .refine((given) => given.amount !== undefined || given.rewards !== undefined, {
    error: "is required, or rewards",
    path: ["amount"],
  })
  .describe("At least one of amount and rewards; rewards are replaced as a whole.");

export const updatedPaymentRequest = z.object({
  payment_token: z.string(),
  amount,
  rewards: rewards.optional(),
  expires_in: z.int().describe("Seconds left; an update does not extend them."),
});

/** Endpoint 10: flat and strict. */
export const createRedirectRequestBody = z
  .strictObject({
    merchant_id: uuid.optional(),
    amount,
    currency,
    locale,
    payment_reference: paymentReference.optional(),
    order_id: orderId.optional(),
    customer: z
      .strictObject({
        name: text.optional(),
        email: email.optional(),
        phone_number: phone.optional(),
        country: country.optional(),
      })
      .optional(),
    billing_address: z
      .strictObject({
        address_line1: text.optional(),
        city: text.optional(),
        postal_code: text.optional(),
        country: country.optional(),
      })
      .optional(),
    success_url_redirect: redirectUrls.shape.success_url.optional(),
    fail_url_redirect: redirectUrls.shape.failure_url.optional(),
    selected_bank_id: uuid
      .optional()
      .describe("Preselected on the page. No payment starts before the customer confirms."),
    test_transaction: testTransaction.optional(),
    webhook_endpoints: webhookEndpointNames.optional(),
  })
  .superRefine(({ success_url_redirect: success, fail_url_redirect: fail }, issues) => {
    if ((success === undefined) === (fail === undefined)) return;
    const missing = success === undefined ? "success_url_redirect" : "fail_url_redirect";
    issues.addIssue({
      code: "custom",
      path: [missing],
      message: "is required when the other redirect address is given",
    });
  })
  .meta({
    description: "Both of success_url_redirect and fail_url_redirect, or neither.",
    dependentRequired: {
      success_url_redirect: ["fail_url_redirect"],
      fail_url_redirect: ["success_url_redirect"],
    },
  });

export const createdRedirectRequest = z.object({
  redirect_url: z.url().describe("The hosted checkout page: send the customer there."),
  payment_request_id: z.uuid(),
  payment_token: z.string(),
  expires_in: z.int().describe("Seconds."),
});

/** Any text: a malformed id gets the same error as an unknown one. */
export const statusParams = z.object({
  paymentRequestId: z
    .string()
    .meta({ description: "The payment request's id.", examples: ["01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a12"] }),
});

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
export type UpdatePaymentRequest = z.output<typeof updatePaymentRequestBody>;
export type UpdatedPaymentRequest = z.infer<typeof updatedPaymentRequest>;
export type CreateRedirectRequest = z.output<typeof createRedirectRequestBody>;
export type CreatedRedirectRequest = z.infer<typeof createdRedirectRequest>;
