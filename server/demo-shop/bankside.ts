// The three calls that a shop makes to the payment service, over its public REST API.
import { setTimeout as sleep } from "node:timers/promises";

export interface Credentials {
  /** Origin of the payment service. */
  apiUrl: string;
  clientId: string;
  clientSecret: string;
}

/** The fields of a payment request; endpoint 7 of the API. */
export interface PaymentOrder {
  order_id: string;
  amount: number;
  currency: string;
  payment_reference: string;
  locale: string;
  test_transaction: boolean;
  rewards: { extra_rewards: number; total_rewards: number; description: string };
}
export interface Customer {
  id: string;
  name: string;
  email: string;
  country: string;
}
export interface RedirectUrls {
  success_url: string;
  failure_url: string;
}

/** The fields of the status answer that the shop reads. `amount` is a decimal string of minor units. */
export interface PaymentStatus {
  status: string;
  amount: string;
  currency: string;
  order_id: string;
}

/** An API error as an Error: branch on `code` and `status`, never on the message. */
export interface BanksideError extends Error {
  status: number;
  code: string;
}

interface Call {
  method: "GET" | "POST";
  path: string;
  body?: unknown;
  idempotencyKey?: string;
}

const CALL_TIMEOUT_MS = 10_000;
const MAX_TRIES = 3;
const FIRST_WAIT_MS = 250;
/** A token is renewed this many seconds before it expires, so that it cannot expire during a call. */
const RENEW_BEFORE_S = 60;

export type Bankside = ReturnType<typeof bankside>;

/** A small client: caches one access token and retries the calls that the API allows to be retried. */
export function bankside(credentials: Credentials) {
  let token: Promise<string> | undefined;
  let renewAtMs = 0;

  // The promise is kept before anything is awaited, so that concurrent calls share one token request.
  function accessToken(): Promise<string> {
    if (token && Date.now() < renewAtMs) return token;
    renewAtMs = Number.POSITIVE_INFINITY;
    token = requestToken(credentials).then(({ access_token, expires_in }) => {
      renewAtMs = Date.now() + (expires_in - RENEW_BEFORE_S) * 1000;
      return access_token;
    });
    token.catch(() => {
      token = undefined;
    });
    return token;
  }

  async function authorised<T>(call: Call): Promise<T> {
    for (let tries = 1; ; tries++) {
      const used = accessToken();
      try {
        return await send<T>(credentials.apiUrl, call, await used);
      } catch (error) {
        const { status = 0 } = error as Partial<BanksideError>;
        // 401: the token ended early; it is discarded, unless another call has done so already. 409, 5xx and no answer
        // at all can be retried: the idempotency key prevents a second payment. Every other error is final.
        const mayRepeat = status === 0 || status === 401 || status === 409 || status >= 500;
        if (!mayRepeat || tries === MAX_TRIES) throw error;
        if (status === 401 && token === used) token = undefined;
        if (status !== 401) await sleep(FIRST_WAIT_MS * 2 ** (tries - 1));
      }
    }
  }

  return {
    /**
     * Creates a payment request for the embedded checkout. Its `payment_token` is valid for 15 minutes and goes to the
     * page.
     */
    createPaymentRequest(
      body: { customer: Customer; order: PaymentOrder; redirect_urls: RedirectUrls },
      idempotencyKey: string,
    ) {
      type Created = { payment_token: string; expires_in: number; payment_request_id: string };
      return authorised<Created>({ method: "POST", path: "/api/v1/embedded/payment-requests", body, idempotencyKey });
    },

    /** Creates a link that is paid on the payment service's own page; it needs no script in the shop's pages. */
    createPaymentLink(
      body: { order: Omit<PaymentOrder, "rewards">; redirect_urls: RedirectUrls },
      idempotencyKey: string,
    ) {
      type Created = { payment_link_url: string; link_id: string; expires_at: string };
      return authorised<Created>({ method: "POST", path: "/api/v1/payment-links", body, idempotencyKey });
    },

    /** The status of a payment: the fallback for a webhook that has not arrived. */
    status(id: string) {
      return authorised<PaymentStatus>({
        method: "GET",
        path: `/api/v1/payment-requests/${encodeURIComponent(id)}/status`,
      });
    },
  };
}

function requestToken({ apiUrl, clientId, clientSecret }: Credentials) {
  const body = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret };
  const call: Call = { method: "POST", path: "/api/v1/oauth2/token", body };
  return send<{ access_token: string; expires_in: number }>(apiUrl, call);
}

async function send<T>(apiUrl: string, call: Call, bearer?: string): Promise<T> {
  const response = await fetch(apiUrl + call.path, {
    method: call.method,
    headers: {
      Accept: "application/json",
      ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
      ...(call.body ? { "Content-Type": "application/json" } : {}),
      ...(call.idempotencyKey ? { "Idempotency-Key": call.idempotencyKey } : {}),
    },
    ...(call.body ? { body: JSON.stringify(call.body) } : {}),
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  });
  const answer = (await response.json()) as { success: boolean; data: T; error?: { code: string; message: string } };
  if (answer.success) return answer.data;
  const { code, message } = answer.error ?? { code: "", message: "No reason given" };
  throw Object.assign(new Error(`${call.method} ${call.path}: ${message}`), { status: response.status, code });
}
