import { env } from "../../lib/config/env";
import type { Ctx } from "../../lib/context";
import type { OrderFields } from "../links/accept-order";
import { takePaymentRequest } from "./create-payment-request";
import type { CreatedRedirectRequest, CreatePaymentRequest, CreateRedirectRequest } from "./schema";

const FIELDS: OrderFields = {
  currency: "currency",
  payment_reference: "payment_reference",
  success_url: "success_url_redirect",
  failure_url: "fail_url_redirect",
};

/**
 * Creates a payment request for the hosted checkout page. A bank that is chosen here is preselected there; no bank is
 * called before the customer confirms.
 * @throws AppError VALIDATION_ERROR, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND, FORBIDDEN_CREATE, UNKNOWN_WEBHOOK_ENDPOINT,
 *   BANK_NOT_FOUND, MISSING_CONVERTED_AMOUNT
 */
export async function createRedirectRequest(ctx: Ctx, input: CreateRedirectRequest): Promise<CreatedRedirectRequest> {
  const { selected_bank_id: bankId } = input;
  const created = await takePaymentRequest(ctx, nested(input), {
    flow: "redirect",
    fields: FIELDS,
    selectedBank: bankId === undefined ? undefined : { id: bankId, field: "selected_bank_id" },
  });
  return { redirect_url: `${env().baseUrl}/checkout?payment_token=${created.payment_token}`, ...created };
}

/** The same order with the field names of endpoint 7. */
function nested(input: CreateRedirectRequest): CreatePaymentRequest {
  const { success_url_redirect: success, fail_url_redirect: failure } = input;
  const { amount, currency, locale, payment_reference, order_id, test_transaction } = input;
  const { phone_number: phone, ...customer } = input.customer ?? {};
  return {
    merchant_id: input.merchant_id,
    customer: input.customer && { ...customer, phone },
    order: { amount, currency, locale, payment_reference, order_id, test_transaction },
    redirect_urls:
      success === undefined || failure === undefined ? undefined : { success_url: success, failure_url: failure },
    billing_address: input.billing_address,
    webhook_endpoints: input.webhook_endpoints,
  };
}
