import { isDatabaseUnavailable } from "../lib/db-outage";
import type { Endpoint } from "../lib/endpoint";
import { AppError, ERRORS, isAppError } from "../lib/errors";

const JSON_TYPE = "application/json; charset=utf-8";

/**
 * A response before it is sent; an idempotency key stores status and body. `content`: what the body was made of, for the
 * request log; absent for a stored one.
 */
export type Answer = { status: number; body: string; content?: object };

/** The success envelope. A page of a list has `pagination` beside `success`. */
export function success(endpoint: Pick<Endpoint, "success" | "paginated">, data: unknown): Answer {
  const parts = endpoint.paginated ? (data as { data: unknown; pagination: unknown }) : { data };
  const content = { success: true, ...parts };
  return { status: endpoint.success, body: JSON.stringify(content), content };
}

/** The error envelope (contract, "Errors"). */
export function failure(error: AppError): Answer {
  const { code, message, metadata } = error;
  const content = { success: false, error: { code, message, ...(metadata ? { metadata } : {}) } };
  return { status: error.status, body: JSON.stringify(content), content };
}

/** Headers of every error with this status or code. */
export function failureHeaders(error: AppError): Record<string, string> {
  if (error.status === 401) return { "WWW-Authenticate": "Bearer" };
  const waits =
    error.status === 503 || error.code === "IDEMPOTENT_REQUEST_IN_PROGRESS" || error.code === "TOO_MANY_REQUESTS";
  return waits ? { "Retry-After": String(error.metadata?.["retry_after_s"] ?? 1) } : {};
}

/** The headers of every response, and those of this one. */
export function fullHeaders(requestId: string, headers: Record<string, string> = {}): Record<string, string> {
  return {
    "Content-Type": JSON_TYPE,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": requestId,
    ...headers,
  };
}

/** A response of the fetch standard: for pages and routes of Next. */
export function respond({ status, body }: Answer, requestId: string, headers: Record<string, string> = {}): Response {
  return new Response(body, { status, headers: fullHeaders(requestId, headers) });
}

/**
 * Converts a thrown value to an AppError; unknown errors become INTERNAL_SERVER_ERROR. An unreachable database is not an
 * internal error: the caller may retry the request.
 */
export function asAppError(error: unknown): AppError {
  if (isAppError(error) && error.code in ERRORS) return error;
  return new AppError(isDatabaseUnavailable(error) ? "SERVICE_UNAVAILABLE" : "INTERNAL_SERVER_ERROR", { cause: error });
}
