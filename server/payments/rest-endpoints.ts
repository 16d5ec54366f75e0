import { MAX_ATTEMPTS } from "../lib/bounds";
import { endpoint } from "../lib/endpoint";
import { invalidField } from "../lib/errors";
import { initiatePayment } from "./bank-calls/initiate-payment";
import { initiated, initiationBody, initiationQuery } from "./bank-calls/initiation-schema";
import { createPaymentRequest } from "./requests/create-payment-request";
import { createRedirectRequest } from "./requests/create-redirect-request";
import { EXAMPLES } from "./requests/examples";
import { getPaymentStatus } from "./requests/get-payment-status";
import {
  createdPaymentRequest,
  createdRedirectRequest,
  createPaymentRequestBody,
  createRedirectRequestBody,
  paymentStatus,
  statusParams,
  updatedPaymentRequest,
  updatePaymentRequestBody,
} from "./requests/schema";
import { updatePaymentRequest } from "./requests/update-payment-request";

export const paymentEndpoints = [
  endpoint({
    id: "createPaymentRequest",
    tag: "Payments",
    summary: "Create a payment request for the embedded checkout",
    description:
      "Your page mounts the checkout with the payment token. The token is a credential, is valid for 15 minutes, and is " +
      "returned only once. Defaults: order_id is the id of the payment request, payment_reference a short readable code, " +
      "locale `en`. A payment_reference in GBP has at most 18 characters. redirect_urls must be https, except in test. " +
      "With a customer.id, customer_bank_accounts lists the accounts that this customer agreed to have remembered: they " +
      "can be paid from without choosing a bank again.",
    method: "POST",
    path: "/api/v1/embedded/payment-requests",
    auth: "bearer",
    scope: "payments",
    idempotent: true,
    body: createPaymentRequestBody,
    success: 201,
    data: createdPaymentRequest,
    errors: ["MERCHANT_ID_REQUIRED", "MERCHANT_NOT_FOUND", "UNKNOWN_WEBHOOK_ENDPOINT"],
    examples: EXAMPLES.createPaymentRequest,
    run: (ctx, { body }) => createPaymentRequest(ctx, body),
  }),
  endpoint({
    id: "initiatePayment",
    tag: "Payments",
    summary: "Initiate a payment with a selected bank",
    description:
      "The payment token is the credential, in the query or in the body. The body names a bank, or a bank account that " +
      "this payment's customer.id agreed to have remembered; an unknown account, a forgotten one and another customer's " +
      "get the same error. Some banks require the payer's IBAN: debtorIban is required there. " +
      "The bank gets the IP address that this call comes from as the customer's. " +
      "redirect_url is the bank's own address, where the customer approves; null when the bank needs no visit. Safe to " +
      "repeat: while the payment is pending at a bank, the same bank gets the same answer, and another bank is started " +
      "only once the first provably cannot pay any more. A payment, and all payments of a link together, start at most " +
      `${MAX_ATTEMPTS} attempts at banks in an hour; a further one is a VALIDATION_ERROR on payment_token, and calls no bank.`,
    method: "POST",
    path: "/api/v1/embedded/payment-initiation",
    auth: "payment_token",
    query: initiationQuery,
    body: initiationBody,
    success: 200,
    data: initiated,
    errors: [
      "PAYMENT_REQUEST_NOT_FOUND",
      "PAYMENT_LINK_NOT_ACTIVE",
      "PAYMENT_ALREADY_INITIATED",
      "BANK_NOT_FOUND",
      "CUSTOMER_BANK_ACCOUNT_NOT_FOUND",
      "FORBIDDEN_CREATE",
      "MISSING_CONVERTED_AMOUNT",
      "BANK_UNAVAILABLE",
    ],
    examples: EXAMPLES.initiatePayment,
    run: async (ctx, { query, body }) => {
      const { payment_token = query.payment_token, paymentScheme = null, ...choice } = body;
      if (payment_token === undefined) throw invalidField("payment_token", "is required, in the query or in the body");
      if (query.payment_token !== undefined && query.payment_token !== payment_token) {
        throw invalidField("payment_token", "differs between the query and the body");
      }
      const psu = { ip: ctx.ip, userAgent: null };
      const started = await initiatePayment(ctx, {
        paymentToken: payment_token,
        ...choice,
        scheme: paymentScheme,
        psu,
      });
      return {
        order_id: started.request.orderId,
        redirect_url: started.redirectUrl,
        payment_request_id: started.request.id,
      };
    },
  }),
  endpoint({
    id: "getPaymentStatus",
    tag: "Payments",
    summary: "Get the status of a payment request",
    description:
      "Use it when a webhook was missed. The amount is a string of minor units. A request is `expired` from the second " +
      "of its end. An unknown id, a malformed one and another merchant's get the same error.",
    method: "GET",
    path: "/api/v1/payment-requests/{paymentRequestId}/status",
    auth: "bearer",
    scope: "read",
    params: statusParams,
    success: 200,
    data: paymentStatus,
    errors: ["PAYMENT_REQUEST_NOT_FOUND"],
    examples: EXAMPLES.getPaymentStatus,
    run: (ctx, { params }) => getPaymentStatus(ctx, params),
  }),
  endpoint({
    id: "updatePaymentRequest",
    tag: "Payments",
    summary: "Update the amount, the rewards, or both, before the payment is initiated",
    description:
      "Rewards are replaced as a whole. The token's validity is not extended. Once the payment has been initiated neither " +
      "can be changed, even if the customer then chooses another bank. An open checkout page shows the new amount " +
      "without a reload, and no payment starts for an amount that the customer has not seen. Safe to repeat.",
    method: "PATCH",
    path: "/api/v1/embedded/payment-requests",
    auth: "bearer",
    scope: "payments",
    body: updatePaymentRequestBody,
    success: 200,
    data: updatedPaymentRequest,
    errors: ["MERCHANT_ID_REQUIRED", "MERCHANT_NOT_FOUND", "PAYMENT_REQUEST_NOT_FOUND", "PAYMENT_ALREADY_INITIATED"],
    examples: EXAMPLES.updatePaymentRequest,
    run: (ctx, { body }) => updatePaymentRequest(ctx, body),
  }),
  endpoint({
    id: "createRedirectRequest",
    tag: "Payments",
    summary: "Create a payment request for the hosted checkout page",
    description:
      "redirect_url is the hosted checkout page, open for 15 minutes: send the customer there. A selected bank is " +
      "preselected; no payment starts before the customer confirms. Give both redirect addresses or neither; they must " +
      "be https, except in test. A payment_reference in GBP has at most 18 characters. Unknown fields are refused. " +
      "The colon in the path may be sent as %3A.",
    method: "POST",
    path: "/api/v1/payment-requests:redirect",
    auth: "bearer",
    scope: "payments",
    idempotent: true,
    body: createRedirectRequestBody,
    success: 201,
    data: createdRedirectRequest,
    errors: [
      "MERCHANT_ID_REQUIRED",
      "MERCHANT_NOT_FOUND",
      "UNKNOWN_WEBHOOK_ENDPOINT",
      "BANK_NOT_FOUND",
      "MISSING_CONVERTED_AMOUNT",
    ],
    examples: EXAMPLES.createRedirectRequest,
    run: (ctx, { body }) => createRedirectRequest(ctx, body),
  }),
] as const;
