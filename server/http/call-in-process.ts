import type { Caller } from "../lib/context";
import type { Method } from "../lib/endpoint";
import { newId } from "../lib/ids";
import { flushCalls } from "./call-log/call-log";
import { handleApi } from "./handler";

const USER_AGENT = "Bankside-Console";
/** A placeholder origin: the handler needs an absolute URL and reads only its path. */
const NOWHERE = "http://console.invalid";

type InProcessCall = {
  /** The caller, whose scopes, tenancy and `testOnly` apply as for a token. */
  caller: Caller;
  ip: string | null;
  method: Method;
  /** With its query string, escaped: `/api/v1/payment-links?limit=5`. */
  address: string;
  /** A text is sent unchanged, other values as JSON; undefined: no body. */
  body?: unknown;
  idempotencyKey?: string | undefined;
  /** Default: a new one. */
  requestId?: string | undefined;
  ifNoneMatch?: string | undefined;
};

type InProcessAnswer = {
  requestId: string;
  status: number;
  headers: { name: string; value: string }[];
  body: string;
  durationMs: number;
};

/**
 * An API request by a signed-in user of the Console: through the same handler as an HTTP request, with the same errors,
 * idempotency and request log. Never throws for an error response.
 */
export async function callInProcess(call: InProcessCall): Promise<InProcessAnswer> {
  const headers = new Headers({ "X-Request-Id": call.requestId ?? newId(), "User-Agent": USER_AGENT });
  if (call.body !== undefined) headers.set("Content-Type", "application/json");
  if (call.idempotencyKey !== undefined) headers.set("Idempotency-Key", call.idempotencyKey);
  if (call.ifNoneMatch !== undefined) headers.set("If-None-Match", call.ifNoneMatch);
  const request = new Request(NOWHERE + call.address, {
    method: call.method,
    headers,
    ...(call.body === undefined ? {} : { body: typeof call.body === "string" ? call.body : JSON.stringify(call.body) }),
  });
  const beganMs = performance.now();
  const response = await handleApi(request, { remoteAddress: call.ip, caller: call.caller });
  const body = await response.text();
  const durationMs = Math.round(performance.now() - beganMs);
  // The user may open the call in the log next, so it is written now.
  await flushCalls();
  const sent = [...response.headers].map(([name, value]) => ({ name, value }));
  // The API replaces an invalid one.
  const requestId = response.headers.get("x-request-id") ?? "";
  return { requestId, status: response.status, headers: sent, body, durationMs };
}
