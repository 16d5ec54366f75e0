import type { Caller } from "../lib/context";
import type { Method } from "../lib/endpoint";
import { newId } from "../lib/ids";
import { flushCalls } from "./call-log";
import { handleApi } from "./handler";

const USER_AGENT = "Bankside-Console";
/** Nothing is connected to: the handler asks for an absolute address, and looks at its path alone. */
const NOWHERE = "http://console.invalid";

export type InProcessCall = {
  /** Whom the call is made as. Their scopes, their tenancy and `testOnly` hold as for a token. */
  caller: Caller;
  ip: string | null;
  method: Method;
  /** With its search, escaped: `/api/v1/payment-links?limit=5`. */
  address: string;
  /** JSON; undefined: none is sent. */
  body?: unknown;
  idempotencyKey?: string | undefined;
};

export type InProcessAnswer = {
  requestId: string;
  status: number;
  headers: { name: string; value: string }[];
  body: string;
  durationMs: number;
};

/**
 * A call of the public API by somebody whom the Console knows already: through the same handler as one that came over
 * HTTP, with the same refusals, the same idempotency and its row in the log of calls. Never throws for a refusal.
 */
export async function callInProcess(call: InProcessCall): Promise<InProcessAnswer> {
  const requestId = newId();
  const headers = new Headers({ "X-Request-Id": requestId, "User-Agent": USER_AGENT });
  if (call.body !== undefined) headers.set("Content-Type", "application/json");
  if (call.idempotencyKey !== undefined) headers.set("Idempotency-Key", call.idempotencyKey);
  const request = new Request(NOWHERE + call.address, {
    method: call.method,
    headers,
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  });
  const beganMs = performance.now();
  const response = await handleApi(request, { remoteAddress: call.ip, caller: call.caller });
  const body = await response.text();
  const durationMs = Math.round(performance.now() - beganMs);
  // Whoever made it looks for it in the log next.
  await flushCalls();
  const sent = [...response.headers].map(([name, value]) => ({ name, value }));
  return { requestId, status: response.status, headers: sent, body, durationMs };
}
