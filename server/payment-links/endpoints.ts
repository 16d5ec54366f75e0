import { endpoint } from "../lib/endpoint";
import { createPaymentLink } from "./create-payment-link";
import { createdPaymentLink, createPaymentLinkBody } from "./schema";

export const paymentLinkEndpoints = [
  endpoint({
    id: "createPaymentLink",
    tag: "Payment links",
    summary: "Create a payment link",
    method: "POST",
    path: "/api/v1/payment-links",
    auth: "bearer",
    scope: "payments",
    idempotent: true,
    body: createPaymentLinkBody,
    success: 200,
    data: createdPaymentLink,
    errors: ["MERCHANT_ID_REQUIRED", "MERCHANT_NOT_FOUND", "UNKNOWN_WEBHOOK_ENDPOINT"],
    examples: {
      request: {
        order: {
          amount: 2550,
          currency: "EUR",
          payment_reference: "Order 3451",
          order_id: "ORD-1",
          locale: "en-GB",
          test_transaction: true,
        },
        redirect_urls: { success_url: "https://shop.example/ok", failure_url: "https://shop.example/no" },
      },
      response: {
        payment_link_url: "https://pay.example.com/pay/plink_4mT0…",
        link_id: "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a11",
        status: "active",
        expires_at: "2026-11-27T09:41:00.000Z",
      },
    },
    run: (ctx, { body }) => createPaymentLink(ctx, body),
  }),
] as const;
