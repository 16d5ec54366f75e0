import type { ENDPOINTS } from "../../server/http/registry";
import type { ErrorCode } from "../../server/lib/errors";
import { HOOK, type Shop, type World } from "./world";

export type EndpointId = (typeof ENDPOINTS)[number]["id"];

/** How the matrix calls an endpoint: the position of its ids, and the rest of a valid call. */
export type Plan = {
  /** The endpoint's number in the contract. */
  number: number;
  /** The position of `merchant_id`, if there is one. */
  merchantId?: "body" | "query";
  /** The position of a resource's id, the shop's object that it names, and the 404 for a wrong one. */
  resource?: {
    in: "params" | "body";
    name: string;
    of: (shop: Shop) => { live: string; test: string };
    notFound: ErrorCode;
    /** Live payments can be started only with a connected live bank. */
    testOnly?: true;
  };
  rest?: (world: World) => { query?: Record<string, string>; body?: Record<string, unknown> };
  /** A success contains data of each merchant that the call is for. */
  shows?: true;
};

const order = { amount: 2550, currency: "EUR" };
const PAYMENT = "PAYMENT_REQUEST_NOT_FOUND";

/** A row for every endpoint of the registry: a missing one is a type error. */
export const PLANS: Record<EndpointId, Plan> = {
  listTopBanks: { number: 1, rest: () => ({ query: { country: "PT" } }) },
  issueToken: { number: 2, rest: ({ shops }) => ({ body: shops.alpha.client }) },
  refreshToken: { number: 3, rest: ({ refreshTokens }) => ({ body: { refresh_token: refreshTokens.pop() ?? "" } }) },
  createPaymentLink: { number: 4, merchantId: "body", rest: () => ({ body: { order } }) },
  listPaymentLinks: {
    number: 5,
    merchantId: "query",
    // Oldest first: the links that every shop was created with.
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
  listWebhookEvents: {
    number: 16,
    merchantId: "query",
    rest: () => ({ query: { after: "start", limit: "100" } }),
    shows: true,
  },
};
