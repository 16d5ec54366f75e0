const REQUEST_ID_PATTERN = "^[A-Za-z0-9._-]{1,128}$";

export const REQUEST_ID = {
  name: "X-Request-Id",
  in: "header",
  required: false,
  description:
    "An id of your own for this call, 1 to 128 of `A-Z a-z 0-9 . _ -`. It comes back; anything else is ignored.",
  schema: { type: "string", pattern: REQUEST_ID_PATTERN },
  example: "order-3451.create",
} as const;

export const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "1 to 255 printable ASCII characters, or the same as a quoted structured-field string. The same key and request " +
    "within 24 hours have one effect and one answer. A key belongs to the merchant, across all endpoints: with another " +
    "request it is refused, and the same words of a test-only credential are another request. After a failure it is free " +
    "again. Choose one for each attempt to take a payment, and a new one once that payment has ended.",
  schema: { type: "string", minLength: 1, maxLength: 257 },
  example: "6f1c1f4a-7a0f-4a5b-9a3e-0a4d7f1f9b52",
} as const;

export const IF_NONE_MATCH = {
  name: "If-None-Match",
  in: "header",
  required: false,
  description: "The `ETag` of the answer that you hold: 304 when nothing has changed since.",
  schema: { type: "string" },
  example: '"kx1Zp0aWm3cQ9vTt7uR2bLd8yHf"',
} as const;

/** The headers of answers, by name. A header that is `required` is on every answer that lists it. */
export const HEADERS = {
  "X-Request-Id": {
    required: true,
    description: "The call's own `X-Request-Id`, or a new one. Name it when you ask about a call.",
    schema: { type: "string", pattern: REQUEST_ID_PATTERN },
    example: "order-3451.create",
  },
  "Cache-Control": { required: true, schema: { type: "string", const: "no-store" } },
  ETag: {
    required: true,
    description: "A strong one. Send it back in `If-None-Match`.",
    schema: { type: "string", pattern: '^".+"$' },
    example: IF_NONE_MATCH.example,
  },
  "Access-Control-Allow-Origin": { required: true, schema: { type: "string", const: "*" } },
  "Idempotent-Replayed": {
    description: "Set when the answer is the first one again, byte for byte, and nothing was executed.",
    schema: { type: "string", const: "true" },
  },
  "Retry-After": {
    required: true,
    description: "Seconds to wait before the next try.",
    schema: { type: "integer", minimum: 1 },
    example: 1,
  },
  "RateLimit-Limit": {
    description:
      "Requests a minute that the operator of this installation allows the merchant's own credentials. Without it there is " +
      "no limit, which is the usual case.",
    schema: { type: "integer", minimum: 1 },
    example: 600,
  },
  "RateLimit-Remaining": {
    description: "Requests that are left of it in this minute.",
    schema: { type: "integer", minimum: 0 },
    example: 599,
  },
  "RateLimit-Reset": {
    description: "Seconds until the next minute, when all of them are left again.",
    schema: { type: "integer", minimum: 1 },
    example: 42,
  },
  "WWW-Authenticate": { required: true, schema: { type: "string", const: "Bearer" } },
} as const;

/** On answers to a merchant that the operator has given a limit. */
export const RATE_LIMIT_HEADERS = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"] as const;
