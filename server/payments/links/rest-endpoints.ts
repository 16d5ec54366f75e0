import { endpoint } from "../../lib/endpoint";
import { createPaymentLink } from "./create-payment-link";
import { getPaymentLink } from "./queries/get-payment-link";
import { listPaymentLinks } from "./queries/list-payment-links";
import {
  createdPaymentLink,
  createPaymentLinkBody,
  paymentLinkDetail,
  paymentLinkPage,
  paymentLinkParams,
  paymentLinksQuery,
} from "./schema";

const LINK_ID = "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a11";

const LISTED = {
  id: LINK_ID,
  merchant: { id: "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a01", brand_name: "Olaria do Norte" },
  amount: 2550,
  currency: "EUR",
  payment_reference: "Order 3451",
  order_id: "ORD-1",
  status: "active",
  link_type: "single_use",
  views_count: 2,
  first_viewed_at: "2026-11-20T10:02:11.204Z",
  expires_at: "2026-11-27T09:41:00.000Z",
  created_at: "2026-11-20T09:41:00.000Z",
  updated_at: "2026-11-20T09:41:00.000Z",
  payment_request_id: null,
} as const;

export const paymentLinkEndpoints = [
  endpoint({
    id: "createPaymentLink",
    tag: "Payment links",
    summary: "Create a payment link",
    description:
      "The address of a page that can be paid once. Defaults: `order_id` is the id of the link, `payment_reference` a short " +
      "readable code, `locale` en. A payment reference in GBP has at most 18 characters. Redirect URLs must be https, " +
      "except in test.",
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
        payment_link_url: "https://pay.example.com/pay/plink_kM3v0q1yV7cYB2uQm1oF4s8dJr6tZx9wLh5nEgRaPbU",
        link_id: LINK_ID,
        status: "active",
        expires_at: "2026-11-27T09:41:00.000Z",
      },
    },
    run: (ctx, { body }) => createPaymentLink(ctx, body),
  }),
  endpoint({
    id: "listPaymentLinks",
    tag: "Payment links",
    summary: "List payment links",
    description:
      "A merchant gets its own links, a partner those of all its merchants, an admin all; `merchant_id` filters by one " +
      "merchant. Test-only client credentials get tests only. Unknown parameters are refused, so that a mistyped filter does " +
      "not return more than intended.",
    method: "GET",
    path: "/api/v1/payment-links",
    auth: "bearer",
    scope: "read",
    query: paymentLinksQuery,
    success: 200,
    paginated: true,
    data: paymentLinkPage,
    errors: ["MERCHANT_NOT_FOUND"],
    examples: {
      response: {
        data: [LISTED],
        pagination: { total: 1, page: 1, limit: 25, totalPages: 1, hasNextPage: false, hasPreviousPage: false },
      },
    },
    run: (ctx, { query }) => listPaymentLinks(ctx, query),
  }),
  endpoint({
    id: "getPaymentLink",
    tag: "Payment links",
    summary: "Get a payment link",
    description: "Links of every status can be read, also used, expired and cancelled ones.",
    method: "GET",
    path: "/api/v1/payment-links/{id}",
    auth: "bearer",
    scope: "read",
    params: paymentLinkParams,
    success: 200,
    data: paymentLinkDetail,
    errors: ["PAYMENT_LINK_NOT_FOUND"],
    examples: {
      response: {
        ...LISTED,
        locale: "en-GB",
        metadata: { table: "12" },
        payment_link_url: "https://pay.example.com/pay/plink_kM3v0q1yV7cYB2uQm1oF4s8dJr6tZx9wLh5nEgRaPbU",
        redirect_urls: { success_url: "https://shop.example/ok", failure_url: "https://shop.example/no" },
        test_transaction: true,
      },
    },
    run: (ctx, { params }) => getPaymentLink(ctx, params),
  }),
] as const;
