import type { ENDPOINTS } from "../../http/registry";
import type { ErrorCode } from "../../lib/errors";
import { HOOK, type Shop, type World } from "./world";

export type EndpointId = (typeof ENDPOINTS)[number]["id"];

/** How the matrix calls an endpoint: where it takes ids, and what else a right call of it brings. */
export type Plan = {
  /** The contract's number of it. */
  number: number;
  /** Where `merchant_id` goes, if it takes one. */
  merchantId?: "body" | "query";
  /** Where the id of a resource goes, which of a shop's things it names, and the 404 of a wrong one. */
  resource?: {
    in: "params" | "body";
    name: string;
    of: (shop: Shop) => { live: string; test: string };
    notFound: ErrorCode;
    /** Live payments can be started only where a live bank is connected. */
    testOnly?: true;
  };
  rest?: (world: World) => { query?: Record<string, string>; body?: Record<string, unknown> };
  /** A success shows something of each merchant that it is about. */
  shows?: true;
};

const order = { amount: 2550, currency: "EUR" };
const PAYMENT = "PAYMENT_REQUEST_NOT_FOUND";

/** A row for every endpoint of the registry: without one, the types do not hold. */
export const PLANS: Record<EndpointId, Plan> = {
  listTopBanks: { number: 1, rest: () => ({ query: { country: "PT" } }) },
  issueToken: { number: 2, rest: ({ shops }) => ({ body: shops.alpha.client }) },
  refreshToken: { number: 3, rest: ({ refreshTokens }) => ({ body: { refresh_token: refreshTokens.pop() ?? "" } }) },
  createPaymentLink: { number: 4, merchantId: "body", rest: () => ({ body: { order } }) },
  listPaymentLinks: {
    number: 5,
    merchantId: "query",
    // The oldest first: those that every shop began with.
    rest: () => ({ query: { sort: "created_at:asc", limit: "100" } }),
    shows: true,
  },
  getPaymentLink: {
    number: 6,
    resource: { in: "params", name: "id", of: (shop) => shop.links, notFound: "PAYMENT_LINK_NOT_FOUND" },
    shows: true,
  },
  createPaymentRequest: { number: 7, merchantId: "body", rest: () => ({ body: { order } }) },
  updatePaymentRequest: {
    number: 8,
    merchantId: "body",
    resource: { in: "body", name: "payment_token", of: (shop) => shop.paymentTokens, notFound: PAYMENT },
    rest: () => ({ body: { amount: 2551 } }),
  },
  initiatePayment: {
    number: 9,
    resource: { in: "body", name: "payment_token", of: (shop) => shop.startable, notFound: PAYMENT, testOnly: true },
    rest: ({ bankId }) => ({ body: { bankId } }),
    shows: true,
  },
  createRedirectRequest: { number: 10, merchantId: "body", rest: () => ({ body: { ...order, locale: "en" } }) },
  getPaymentStatus: {
    number: 11,
    resource: { in: "params", name: "paymentRequestId", of: (shop) => shop.payments, notFound: PAYMENT },
    shows: true,
  },
  getBalances: { number: 12, merchantId: "query", shows: true },
  setWebhookUrl: { number: 13, merchantId: "body", rest: () => ({ body: { webhook_url: `${HOOK}/any` } }) },
  generateWebhookSecret: { number: 14, merchantId: "body" },
  revokeWebhookSecret: { number: 15, merchantId: "body" },
};
