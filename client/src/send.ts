import { BanksideError, isRecord } from "./errors.js";
import { isRetried, pause, type RetryOptions, waitMs } from "./retry.js";
import type { Tokens } from "./tokens.js";

export type Call = {
  request: Request;
  /** Null for an operation that needs no token. */
  tokens: Tokens | null;
  /** Whether a retry is safe when the result of the first attempt is unknown. */
  repeatable: boolean;
  /** Stricter limits than the client's: so many attempts, the last one sent within this time of the first. */
  limits?: RepeatLimits | undefined;
  idempotencyKey: string | undefined;
  signal: AbortSignal | undefined;
};

export type RepeatLimits = { attempts: number; withinMs: number };

/** `nowMs`: a clock that also counts while the machine is suspended. */
export type Transport = { fetch: typeof fetch; retry: RetryOptions; timeoutMs: number; nowMs: () => number };

/**
 * Sends a call and retries it until the response is final. The response's body has been read completely.
 * @throws BanksideError NETWORK_ERROR without a response; the signal's reason when it was aborted
 */
export async function send(call: Call, transport: Transport): Promise<Response> {
  const { attempts = Number.POSITIVE_INFINITY, withinMs = Number.POSITIVE_INFINITY } = call.limits ?? {};
  const retry = { ...transport.retry, attempts: Math.min(transport.retry.attempts, attempts) };
  const startedMs = transport.nowMs();
  for (let failed = 1; ; failed += 1) {
    const answer = await attempt(call, transport);
    const isAnswered = answer instanceof Response && !(await isOfGateway(answer));
    const isFinal = isAnswered ? !isRetried(answer.status) : !call.repeatable;
    const retryAfter = answer instanceof Response ? answer.headers.get("retry-after") : null;
    const ms = isFinal ? null : waitMs(failed, retryAfter, retry);
    if (ms !== null) await pause(ms, call.signal);
    if (ms !== null && transport.nowMs() - startedMs < withinMs) continue;
    if (answer instanceof Response) return answer;
    throw answer;
  }
}

/** One attempt. A rejected token is renewed within it, once: the server did not execute the rejected request. */
async function attempt(call: Call, transport: Transport): Promise<Response | BanksideError> {
  const { tokens, signal } = call;
  if (tokens === null) return exchange(call, null, transport);
  const token = await untilAborted(tokenOf(tokens, call), signal);
  const answer = await exchange(call, token, transport);
  if (!(answer instanceof Response) || !(await refusesToken(answer))) return answer;
  tokens.discard(token);
  return exchange(call, await untilAborted(tokenOf(tokens, call), signal), transport);
}

/** The access token. Its failure has the call's idempotency key, because an earlier attempt may have created something. */
function tokenOf(tokens: Tokens, { idempotencyKey }: Call): Promise<string> {
  return tokens.current().catch((error: unknown) => {
    throw error instanceof BanksideError ? new BanksideError(error, idempotencyKey) : error;
  });
}

/** One request and its complete response: the connection can also be lost during the body. */
async function exchange(call: Call, token: string | null, transport: Transport): Promise<Response | BanksideError> {
  const request = call.request.clone();
  if (token !== null) request.headers.set("Authorization", `Bearer ${token}`);
  const limit = AbortSignal.timeout(transport.timeoutMs);
  const signal = call.signal ? AbortSignal.any([call.signal, limit]) : limit;
  try {
    const answer = await transport.fetch(request, { signal });
    const text = await answer.text();
    // A 204 or 304 may have no body, not even an empty one.
    return new Response(text === "" ? null : text, { status: answer.status, headers: answer.headers });
  } catch (cause) {
    if (call.signal?.aborted) throw call.signal.reason;
    // Next ends the prerender of a page by an error with a digest. A repeated request would be sent, during the build.
    if (isRecord(cause) && "digest" in cause) throw cause;
    const message = limit.aborted
      ? `No response within ${transport.timeoutMs} ms.`
      : `No response: the connection to ${new URL(request.url).origin} failed: ${reasonOf(cause)}.`;
    return new BanksideError({ code: "NETWORK_ERROR", message, cause }, call.idempotencyKey);
  }
}

/** OpenSSL's codes for an answer of plain http; they differ by version. */
const PLAIN_HTTP = /^(?:EPROTO|ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST))$/;
/** The most causes of a cause that are followed. */
const MAX_CAUSES = 8;

/**
 * The reason of a failed connection: fetch's own message is "fetch failed", and what failed is its cause's cause, or the first
 * of several (`AggregateError`, one for each address of a name).
 */
function reasonOf(error: unknown): string {
  let reason = "fetch failed";
  let inner: unknown = error;
  for (let depth = 0; depth < MAX_CAUSES && inner instanceof Error; depth += 1) {
    const { message, code } = inner as Error & { code?: unknown };
    if (typeof code === "string" && PLAIN_HTTP.test(code))
      return `the server answers without TLS: is its URL http instead of https? (${code})`;
    const named = typeof code === "string" && !message.includes(code) ? [message, code] : [message];
    reason = named.filter((part) => part !== "").join(", ") || reason;
    inner = inner instanceof AggregateError ? inner.errors[0] : inner.cause;
  }
  return reason;
}

async function refusesToken(answer: Response): Promise<boolean> {
  return answer.status === 401 && (await codeOf(answer)) === "INVALID_TOKEN";
}

/** Whether a proxy got no response from the API. The API's own 502 has a code. */
async function isOfGateway(answer: Response): Promise<boolean> {
  return [502, 504].includes(answer.status) && (await codeOf(answer)) === undefined;
}

/** The code of a failure; undefined if the response is not the API's. */
async function codeOf(answer: Response): Promise<unknown> {
  const envelope: unknown = await answer
    .clone()
    .json()
    .catch(() => null);
  return isRecord(envelope) && isRecord(envelope["error"]) ? envelope["error"]["code"] : undefined;
}

/** Rejects for one aborted call; the work that other calls share continues. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    signal.addEventListener("abort", end, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", end));
  });
}
