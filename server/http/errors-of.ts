import type { Endpoint } from "../lib/endpoint";
import type { ErrorCode } from "../lib/errors";

/**
 * Every code that an endpoint can return: its own, and those that follow from its definition. Unordered, without
 * duplicates.
 */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>([...endpoint.errors, "INTERNAL_SERVER_ERROR", "SERVICE_UNAVAILABLE"]);
  const add = (...more: ErrorCode[]) => {
    for (const code of more) codes.add(code);
  };
  // FORBIDDEN: a caller outside the allowed IP addresses, or a user without the required second factor.
  if (endpoint.auth === "bearer") add("NO_TOKEN", "INVALID_TOKEN", "FORBIDDEN", "TOO_MANY_REQUESTS");
  // Path parameters accept any text: an invalid id is treated as an unknown one.
  if (endpoint.query || (endpoint.body && endpoint.invalidBody !== "INVALID_INPUT")) add("VALIDATION_ERROR");
  if (endpoint.body) add("INVALID_INPUT", "UNSUPPORTED_MEDIA_TYPE", "PAYLOAD_TOO_LARGE");
  if (endpoint.scope) add(endpoint.method === "GET" ? "FORBIDDEN_VIEW" : "FORBIDDEN_CREATE");
  if (endpoint.idempotent)
    add("IDEMPOTENT_REQUEST_IN_PROGRESS", "IDEMPOTENCY_KEY_REUSED", "IDEMPOTENCY_STORE_UNAVAILABLE");
  return [...codes];
}
