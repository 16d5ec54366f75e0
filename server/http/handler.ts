import { createHash } from "node:crypto";
import { authenticate } from "../access/authenticate";
import { type Caller, type Ctx, PUBLIC_CALLER } from "../lib/context";
import { isDatabaseUnavailable } from "../lib/db";
import type { Endpoint } from "../lib/endpoint";
import { AppError } from "../lib/errors";
import { log } from "../lib/log";
import { type Answer, asAppError, failure, failureHeaders, respond, success } from "./answer";
import { errorsOf } from "./errors-of";
import { type KeyedRequest, readIdempotencyKey, runOnce } from "./idempotency";
import { match } from "./match";
import { openApiResponse } from "./openapi-response";
import { parsePart, readQuery } from "./parse";
import { readBody } from "./read-body";
import { requestIdOf } from "./request-id";

export type Peer = {
  /** Address of whoever calls, from the socket or from a proxy that the operator named. */
  remoteAddress: string | null;
  /** Tests only: an answer with a code that the endpoint does not declare is thrown, not sent. */
  strict?: boolean;
};

/** The public API: every request under /api/v1, and the OpenAPI document. Never throws; always the envelope. */
export async function handleApi(request: Request, peer: Peer): Promise<Response> {
  const response = await answer(request, peer);
  // A body that nobody reads would be read to its end, however long it is, to keep the connection.
  if (request.body && (!request.bodyUsed || response.status === 413)) response.headers.set("Connection", "close");
  return response;
}

async function answer(request: Request, peer: Peer): Promise<Response> {
  const requestId = requestIdOf(request.headers);
  const url = new URL(request.url);
  if (url.pathname === "/openapi.json") return openApiResponse(request, requestId);
  const isHead = request.method === "HEAD";
  const found = match(isHead ? "GET" : request.method, url.pathname);
  if (found.kind === "none") return failed(new AppError("NOT_FOUND"), requestId);
  if (found.kind === "wrong_method") {
    const allow = found.allow.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", ");
    return failed(new AppError("METHOD_NOT_ALLOWED"), requestId, { Allow: allow });
  }
  const { endpoint, params } = found;
  try {
    const response = await serve(endpoint, params, request, url, { requestId, ip: peer.remoteAddress });
    return isHead ? new Response(null, response) : response;
  } catch (thrown) {
    const error = translate(thrown, endpoint, request);
    if (peer.strict && !errorsOf(endpoint).includes(error.code))
      throw new Error(`${endpoint.id} answers ${error.code}, undeclared`, { cause: thrown });
    if (error.status >= 500)
      log().error({ request_id: requestId, endpoint: endpoint.id, code: error.code, error: thrown }, "call failed");
    return failed(error, requestId);
  }
}

async function serve(
  endpoint: Endpoint,
  rawParams: Record<string, string>,
  request: Request,
  url: URL,
  base: { requestId: string; ip: string | null },
): Promise<Response> {
  const caller = endpoint.auth === "bearer" ? await authenticate(request.headers.get("authorization")) : PUBLIC_CALLER;
  refuseBeyondScope(endpoint, caller);
  const ctx: Ctx = { caller, ...base };
  const params = endpoint.params ? parsePart(endpoint.params, rawParams, "VALIDATION_ERROR") : undefined;
  const query = endpoint.query ? parsePart(endpoint.query, readQuery(url.searchParams), "VALIDATION_ERROR") : undefined;
  const rawBody = endpoint.body ? await readBody(request, endpoint.acceptsForm === true) : {};
  const key = endpoint.idempotent ? readIdempotencyKey(request.headers) : null;
  const body = endpoint.body
    ? parsePart(endpoint.body, rawBody, endpoint.invalidBody ?? "VALIDATION_ERROR")
    : undefined;
  const work = async (inner: Ctx): Promise<Answer> => {
    const data = await endpoint.run(inner, { params, query, body });
    return success(endpoint, endpoint.data.parse(data));
  };
  if (key === null) return cacheable(endpoint, request, await work(ctx), base.requestId);
  const keyed: KeyedRequest = { key, method: endpoint.method, path: endpoint.path, body: rawBody };
  const answer = await runOnce(ctx, keyed, work);
  return respond(answer, base.requestId, answer.replayed ? { "Idempotent-Replayed": "true" } : {});
}

/** A public list carries its cache headers and a strong ETag (RFC 9110 §8.8.3); 304 when the caller has it. */
function cacheable(endpoint: Endpoint, request: Request, answer: Answer, requestId: string): Response {
  if (!endpoint.cacheControl) return respond(answer, requestId);
  const etag = `"${createHash("sha256").update(answer.body).digest("base64url").slice(0, 27)}"`;
  const headers = { "Cache-Control": endpoint.cacheControl, ETag: etag, "Access-Control-Allow-Origin": "*" };
  const known = (request.headers.get("if-none-match") ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  if (!known.includes(etag) && !known.includes("*")) return respond(answer, requestId, headers);
  return new Response(null, { status: 304, headers: { ...headers, "X-Request-Id": requestId } });
}

/** Contract, "Callers and merchants": a write, a read, and the rest have a 403 of their own. */
function refuseBeyondScope(endpoint: Endpoint, caller: Caller): void {
  const { scope } = endpoint;
  if (!scope || caller.scopes.length === 0 || caller.scopes.includes(scope)) return;
  if (scope === "webhooks") throw new AppError("FORBIDDEN");
  throw new AppError(endpoint.method === "GET" ? "FORBIDDEN_VIEW" : "FORBIDDEN_CREATE");
}

/** The database out of reach is not an internal error: the caller may send the same again. */
function translate(thrown: unknown, endpoint: Endpoint, request: Request): AppError {
  if (!isDatabaseUnavailable(thrown)) return asAppError(thrown);
  const keyed = endpoint.idempotent && request.headers.has("idempotency-key");
  return new AppError(keyed ? "IDEMPOTENCY_STORE_UNAVAILABLE" : "SERVICE_UNAVAILABLE", { cause: thrown });
}

function failed(error: AppError, requestId: string, headers: Record<string, string> = {}): Response {
  return respond(failure(error), requestId, { ...failureHeaders(error), ...headers });
}
