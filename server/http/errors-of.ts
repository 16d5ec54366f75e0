import type { Endpoint } from "../lib/endpoint";
import type { ErrorCode } from "../lib/errors";

/** Every code that an endpoint can answer: its own, and those that follow from its shape. In no order, none twice. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>([...endpoint.errors, "INTERNAL_SERVER_ERROR", "SERVICE_UNAVAILABLE"]);
  const add = (...more: ErrorCode[]) => {
    for (const code of more) codes.add(code);
  };
  // FORBIDDEN: from an address that the credential does not allow; of a user of whom two-factor authentication is required.
  if (endpoint.auth === "bearer") add("NO_TOKEN", "INVALID_TOKEN", "FORBIDDEN", "TOO_MANY_REQUESTS");
  // A parameter in the path is any text: what is no id is an unknown one.
  if (endpoint.query || (endpoint.body && endpoint.invalidBody !== "INVALID_INPUT")) add("VALIDATION_ERROR");
  if (endpoint.body) add("INVALID_INPUT", "UNSUPPORTED_MEDIA_TYPE", "PAYLOAD_TOO_LARGE");
  if (endpoint.scope) add(endpoint.method === "GET" ? "FORBIDDEN_VIEW" : "FORBIDDEN_CREATE");
  if (endpoint.idempotent)
    add("IDEMPOTENT_REQUEST_IN_PROGRESS", "IDEMPOTENCY_KEY_REUSED", "IDEMPOTENCY_STORE_UNAVAILABLE");
  return [...codes];
}
