import { createHash } from "node:crypto";
import { refuseOtherAddresses } from "../identity/credentials/allowed-networks";
import { authenticate } from "../identity/tokens/authenticate";
import { type Caller, type Ctx, type LongPoll, PUBLIC_CALLER } from "../lib/context";
import { isDatabaseUnavailable } from "../lib/db-outage";
import type { Endpoint } from "../lib/endpoint";
import { AppError, isAppError } from "../lib/errors";
import { log } from "../lib/log";
import { limitHeaders, limitRequests } from "../merchants/rate-limit";
import { type Answer, asAppError, failure, failureHeaders, fullHeaders, success } from "./answer";
import { type ApiRequest, type ApiResponse, responseOf } from "./api-request";
import { basicChallenge } from "./basic-client";
import { readInput } from "./body/read-input";
import { type Call, isTest, newCall, type Reply } from "./call-log/call";
import { recordCall } from "./call-log/record-call";
import { DEPRECATIONS, type Deprecation, deprecationHeaders, isRemoved } from "./deprecations";
import { errorsOf } from "./errors-of";
import { runOnce } from "./idempotency/idempotency";
import { ignoredHeader } from "./known-fields";
import { closestPath, match } from "./match-route";
import { openApiResponse } from "./openapi/openapi-file";
import { requestIdOf } from "./request-id";

type Peer = {
  /** The caller's address, from the socket or from a proxy in TRUSTED_PROXIES. */
  remoteAddress: string | null;
  /** The caller, if known without a token: the Console sets it for the signed-in user. */
  caller?: Caller;
  /** Tests only: an error code that the endpoint does not declare is thrown instead of sent. */
  strict?: boolean;
};

// Node reads an unread body to its end. Of a longer one the connection is closed: who still sends may lose the response.
const MAX_DISCARDED_BYTES = 8 * 1024 * 1024;
const NOT_IN_THE_API = "What the API does not do, such as cancel or refund: /docs/integrate/not-in-the-api.";
const ANY_ORIGIN = { "Access-Control-Allow-Origin": "*" };

/** The public API for requests of the fetch standard: behind Next, in the process, in tests. */
export async function handleApi(
  request: Request,
  peer: Peer,
  deprecations: readonly Deprecation[] = DEPRECATIONS,
): Promise<Response> {
  return responseOf(await answerApi(request, peer, deprecations));
}

/**
 * The public API: every request under /api/v1, and the OpenAPI document. Never throws; always answers in the envelope.
 */
export async function answerApi(
  request: ApiRequest,
  peer: Peer,
  deprecations: readonly Deprecation[] = DEPRECATIONS,
): Promise<ApiResponse> {
  const url = new URL(request.url);
  if (url.pathname === "/openapi.json") return openApiResponse(request, requestIdOf(request.headers));
  const call = newCall(request, url.pathname, peer);
  const reply = await answer(call, request, url, { strict: peer.strict === true, deprecations }).finally(() =>
    call.use?.end(),
  );
  if (!call.subject.idle || reply.code !== null) recordCall(call, reply);
  return complete(request, reply, call.requestId);
}

function complete(request: ApiRequest, reply: Reply, requestId: string): ApiResponse {
  // A 304 doesn't repeat the headers of the representation (RFC 9110 §15.4.5).
  if (reply.status === 304)
    return { status: 304, headers: { ...reply.headers, "X-Request-Id": requestId }, body: null };
  const { status, body } = reply;
  const headers = fullHeaders(requestId, reply.headers);
  if (request.method === "HEAD") {
    // The length that the response to GET would have (§8.6), instead of 0.
    return { status, headers: { ...headers, "Content-Length": String(Buffer.byteLength(body)) }, body: null };
  }
  const isUnread = request.body !== null && (!request.bodyUsed || status === 413);
  const length = Number(request.headers.get("content-length") ?? Number.POSITIVE_INFINITY);
  const closes = isUnread && length > MAX_DISCARDED_BYTES;
  return { status, headers: closes ? { ...headers, Connection: "close" } : headers, body };
}

async function answer(
  call: Call,
  request: ApiRequest,
  url: URL,
  { strict, deprecations }: { strict: boolean; deprecations: readonly Deprecation[] },
): Promise<Reply> {
  const found = match(call.method === "HEAD" ? "GET" : call.method, url.pathname);
  if (found.kind === "none") return failed(noSuchEndpoint(call.method, url.pathname));
  if (found.kind === "wrong_method") {
    const allow = found.allow.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
    const message = `Method not allowed. Use ${allow.join(" or ")} for this path. ${NOT_IN_THE_API}`;
    return failed(new AppError("METHOD_NOT_ALLOWED", { message }), { Allow: allow.join(", ") });
  }
  const { endpoint, params } = found;
  call.endpoint = endpoint;
  call.params = params;
  const deprecation = deprecations.find((row) => row.endpoint === endpoint.id);
  // Public data may be read by pages of any origin, errors included.
  const shared = endpoint.cacheControl ? ANY_ORIGIN : {};
  const notice = { ...shared, ...(deprecation ? deprecationHeaders(deprecation) : {}) };
  if (deprecation && isRemoved(deprecation)) return failed(new AppError("ENDPOINT_REMOVED"), notice);
  try {
    const reply = await serve(endpoint, call, request, url);
    return { ...reply, headers: { ...reply.headers, ...notice, ...callHeaders(call) } };
  } catch (thrown) {
    const error = translate(thrown, endpoint, request);
    if (strict && !errorsOf(endpoint).includes(error.code))
      throw new Error(`${endpoint.id} answered ${error.code}, which its errors do not declare`, { cause: thrown });
    if (error.status >= 500)
      log().error(
        { request_id: call.requestId, endpoint: endpoint.id, code: error.code, error: thrown },
        "request failed",
      );
    return failed(error, { ...notice, ...callHeaders(call), ...basicChallenge(endpoint, error, request.headers) });
  }
}

/** Names the endpoint that was probably meant, and where all of them are documented. */
function noSuchEndpoint(method: string, pathname: string): AppError {
  const meant = closestPath(method, pathname);
  const hint = meant === null ? "" : ` Did you mean ${meant}?`;
  return new AppError("NOT_FOUND", {
    message: `No such endpoint.${hint} Every path begins with /api/v1; see /docs, or /openapi.json. ${NOT_IN_THE_API}`,
  });
}

/** Headers of what the call turned out to be, of successes and errors alike. */
function callHeaders(call: Call): Record<string, string> {
  return {
    ...limitHeaders(call.use),
    ...(call.ignored.length > 0 ? { "Bankside-Ignored": ignoredHeader(call.ignored) } : {}),
    ...(isTest(call) ? { "Bankside-Test": "true" } : {}),
  };
}

/** The caller is authenticated before the body is read, so that unauthenticated callers can't make us read one. */
async function serve(endpoint: Endpoint, call: Call, request: ApiRequest, url: URL): Promise<Reply> {
  const { requestId, ip, userAgent, subject } = call;
  const byToken = call.caller === null && endpoint.auth === "bearer";
  if (byToken) await identify(call, request.headers.get("authorization"));
  call.caller ??= PUBLIC_CALLER;
  call.use = await limitRequests(call.caller);
  if (call.use?.refused) throw call.use.refused;
  refuseBeyondScope(endpoint, call.caller);
  const longPoll = byToken && endpoint.longPoll ? { longPoll: longPollOf(endpoint, call, request) } : {};
  const ctx: Ctx = { caller: call.caller, requestId, ip, userAgent, subject, ...longPoll };
  const { params, query, body, rawBody } = await readInput(endpoint, call, request, url);
  const work = async (inner: Ctx): Promise<Answer> => {
    const data = await endpoint.run(inner, { params, query, body });
    return success(endpoint, endpoint.data.parse(data));
  };
  const key = call.idempotencyKey;
  if (key === null) return cacheable(endpoint, request, await work(ctx));
  const once = await runOnce(ctx, { key, method: endpoint.method, path: endpoint.path, body: rawBody }, work);
  call.replayed = once.replayed;
  return { ...once, code: null, headers: once.replayed ? { "Idempotent-Replayed": "true" } : {} };
}

/** A public list has its cache headers and a strong ETag (RFC 9110 §8.8.3); 304 if the caller has this version. */
function cacheable(endpoint: Endpoint, request: ApiRequest, answer: Answer): Reply {
  if (!endpoint.cacheControl) return { ...answer, code: null, headers: {} };
  const etag = `"${createHash("sha256").update(answer.body).digest("base64url").slice(0, 27)}"`;
  const headers = { "Cache-Control": endpoint.cacheControl, ETag: etag };
  const known = (request.headers.get("if-none-match") ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  const isKnown = known.includes(etag) || known.includes("*");
  return { ...answer, ...(isKnown ? { status: 304 } : {}), code: null, headers };
}

/** Contract, "Callers and merchants": writes and reads have different 403 codes. */
function refuseBeyondScope(endpoint: Endpoint, caller: Caller): void {
  const { scope } = endpoint;
  if (!scope || caller.scopes.length === 0 || caller.scopes.includes(scope)) return;
  throw new AppError(endpoint.method === "GET" ? "FORBIDDEN_VIEW" : "FORBIDDEN_CREATE", {
    message: `This needs the permission ${scope}, which this API key or role does not have.`,
  });
}

function longPollOf(endpoint: Endpoint, call: Call, request: ApiRequest): LongPoll {
  return {
    gone: request.signal,
    authorize: async () => {
      await identify(call, request.headers.get("authorization"));
      if (call.caller) refuseBeyondScope(endpoint, call.caller);
    },
  };
}

/** Sets the caller before the address is checked, so that the log names the credential of a refused call. */
async function identify(call: Call, authorization: string | null): Promise<void> {
  const found = await authenticate(authorization);
  call.caller = found.caller;
  refuseOtherAddresses(call, found);
}

/** An unreachable database is not an internal error: the caller may retry the request. */
function translate(thrown: unknown, endpoint: Endpoint, request: ApiRequest): AppError {
  const keyed = endpoint.idempotent && request.headers.has("idempotency-key");
  if (isAppError(thrown) || !isDatabaseUnavailable(thrown)) {
    const error = asAppError(thrown);
    return keyed && error.code === "INTERNAL_SERVER_ERROR"
      ? new AppError(error.code, { message: "Internal error. Retry with the same idempotency key.", cause: thrown })
      : error;
  }
  return new AppError(keyed ? "IDEMPOTENCY_STORE_UNAVAILABLE" : "SERVICE_UNAVAILABLE", { cause: thrown });
}

function failed(error: AppError, headers: Record<string, string> = {}): Reply {
  return { ...failure(error), code: error.code, headers: { ...failureHeaders(error), ...headers } };
}
