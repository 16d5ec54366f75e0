import { type BankCall, publishedKeys, serveSimbank } from "../../server/test/banks/simbank";
import type { Reach } from "./kill-switch";

export type Front = {
  /** One origin for the product and the bank, which stays the same when the product restarts. */
  baseUrl: string;
  /** The product's current port; null: not running. */
  leadTo(port: number | null): void;
  /** This many responses to orders arrive after the caller's time-out. */
  keepAnswers(count: number): void;
  close(): Promise<void>;
};

const KEYS = "/tpp/jwks.json";
/** Pages for browsers. All other addresses of the bank are for programs. */
const PAGES = /^\/simbank\/[^/]+\/(?:approve|authorize|app)\b/;
const ORDERS = /^POST .*(?:\/payments\/[^/]+|\/domestic-payment-consents|\/domestic-payments)$/;
/** Headers of one connection only (RFC 9110 §7.6.1), or of re-serialised bodies. */
const HOP_BY_HOP = ["host", "connection", "keep-alive", "transfer-encoding", "content-length", "content-encoding"];
const ID = /(?:sca_[\w-]{20,}|[0-9a-f]{8}-[0-9a-f-]{27})/g;

/**
 * The simulated bank in this process, with its own database connection, and a proxy to the product on the same origin.
 * Reports every call from the product to the bank. Sets BASE_URL: call it before the environment is read.
 */
export async function startFront(reach: Reach): Promise<Front> {
  let victimPort: number | null = null;
  let kept = 0;
  const bank = async ({ request, pathname, answer, cut, gone }: BankCall): Promise<Response> => {
    const what = `${request.method} ${pathname.replace(/^\/simbank\/[^/]+/, "").replace(ID, "{id}")}`;
    const isWatched = !PAGES.test(pathname);
    if (isWatched && reach({ kind: "call", when: "before", what })) return cut();
    const response = await answer(request);
    if (isWatched && reach({ kind: "call", when: "after", what })) return cut();
    if (kept > 0 && ORDERS.test(what)) {
      kept -= 1;
      await gone();
    }
    return response;
  };
  const { baseUrl, close } = await serveSimbank(bank, async (request) => {
    if (new URL(request.url).pathname === KEYS) return publishedKeys(request);
    return victimPort === null ? new Response(null, { status: 502 }) : passOn(request, victimPort);
  });
  return {
    baseUrl,
    leadTo: (port) => (victimPort = port),
    keepAnswers: (count) => (kept = count),
    close,
  };
}

/** Proxies a request to the product; 502 when its process dies meanwhile. */
async function passOn(request: Request, port: number): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const body = request.body ? await request.text() : null;
  try {
    const url = `http://127.0.0.1:${port}${pathname}${search}`;
    const headers = endToEnd(request.headers);
    const answered = await fetch(url, { method: request.method, headers, body, redirect: "manual" });
    const text = await answered.text();
    return new Response(text || null, { status: answered.status, headers: endToEnd(answered.headers) });
  } catch {
    return new Response(null, { status: 502 });
  }
}

function endToEnd(given: Headers): Headers {
  const headers = new Headers(given);
  for (const name of HOP_BY_HOP) headers.delete(name);
  return headers;
}
