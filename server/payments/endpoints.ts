import { endpoint } from "../lib/endpoint";
import { invalidField } from "../lib/errors";
import { createPaymentRequest } from "./create-payment-request";
import { getPaymentStatus } from "./get-payment-status";
import { initiatePayment } from "./initiate-payment";
import {
  createdPaymentRequest,
  createPaymentRequestBody,
  initiated,
  initiationBody,
  initiationQuery,
  paymentStatus,
  statusParams,
} from "./schema";

const TOKEN = "ptok_kM3v0q1yV7cYB2uQm1oF4s8dJr6tZx9wLh5nEgRaPbU";
const REQUEST_ID = "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a12";

export const paymentEndpoints = [
  endpoint({
    id: "createPaymentRequest",
    tag: "Payments",
    summary: "Create a payment request for the embedded checkout",
    method: "POST",
    path: "/api/v1/embedded/payment-requests",
    auth: "bearer",
    scope: "payments",
    idempotent: true,
    body: createPaymentRequestBody,
    success: 201,
    data: createdPaymentRequest,
    errors: ["MERCHANT_ID_REQUIRED", "MERCHANT_NOT_FOUND", "UNKNOWN_WEBHOOK_ENDPOINT"],
    examples: {
      request: {
        customer: { id: "C-77", name: "Jane Doe", email: "jane@example.com", country: "PT" },
        order: {
          order_id: "ORD-1",
          amount: 2550,
          currency: "EUR",
          payment_reference: "Order 3451",
          locale: "en-GB",
          test_transaction: true,
        },
        redirect_urls: { success_url: "https://shop.example/ok", failure_url: "https://shop.example/no" },
      },
      response: { payment_token: TOKEN, expires_in: 900, payment_request_id: REQUEST_ID },
    },
    run: (ctx, { body }) => createPaymentRequest(ctx, body),
  }),
  endpoint({
    id: "initiatePayment",
    tag: "Payments",
    summary: "Initiate a payment with a selected bank",
    description: "The payment token is the credential, in the query or in the body. Safe to repeat.",
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
      "MISSING_CONVERTED_AMOUNT",
      "BANK_UNAVAILABLE",
    ],
    examples: {
      request: { payment_token: TOKEN, bankId: "9c6a8a09-c0e1-5e03-b69e-1f7104bc1176", paymentScheme: null },
      response: {
        order_id: "ORD-1",
        redirect_url: "https://bank.example/authorise/7f3c",
        payment_request_id: REQUEST_ID,
      },
    },
    run: async (ctx, { query, body }) => {
      const paymentToken = body.payment_token ?? query.payment_token;
      if (paymentToken === undefined) throw invalidField("payment_token", "is required, in the query or in the body");
      if (query.payment_token !== undefined && query.payment_token !== paymentToken) {
        throw invalidField("payment_token", "differs between the query and the body");
      }
      const psu = { ip: ctx.ip, userAgent: null };
      const { bankId, paymentScheme = null, debtorIban } = body;
      const started = await initiatePayment(ctx, { paymentToken, bankId, scheme: paymentScheme, debtorIban, psu });
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
    summary: "Status of one of your payment requests",
    description: "The fallback when a webhook was missed. The amount is a string of minor units.",
    method: "GET",
    path: "/api/v1/payment-requests/{paymentRequestId}/status",
    auth: "bearer",
    scope: "read",
    params: statusParams,
    success: 200,
    data: paymentStatus,
    errors: ["PAYMENT_REQUEST_NOT_FOUND"],
    examples: {
      response: {
        status: "pending",
        amount: "2550",
        currency: "EUR",
        payment_request_id: REQUEST_ID,
        order_id: "ORD-1",
        status_reason: null,
        test: true,
        late: false,
        reversed_amount: null,
      },
    },
    run: (ctx, { params }) => getPaymentStatus(ctx, params),
  }),
] as const;
