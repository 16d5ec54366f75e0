const REQUEST_ID_PATTERN = "^[A-Za-z0-9._-]{1,128}$";

export const REQUEST_ID = {
  name: "X-Request-Id",
  in: "header",
  required: false,
  description:
    "Your own id of this request, 1 to 128 of `A-Z a-z 0-9 . _ -`. It is returned in the response; any other value is ignored.",
  schema: { type: "string", pattern: REQUEST_ID_PATTERN },
  example: "order-3451.create",
} as const;

export const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "1 to 255 printable ASCII characters, or the same as a quoted structured-field string. Within 24 hours, repeating a " +
    "request with its key returns the first response and has no further effect. A key belongs to the merchant, across all " +
    "endpoints; with another request it is refused, and a request with test-only credentials counts as another request. " +
    "After a failure the key can be used again. Use one key per payment.",
  schema: { type: "string", minLength: 1, maxLength: 257 },
  example: "6f1c1f4a-7a0f-4a5b-9a3e-0a4d7f1f9b52",
} as const;

export const IF_NONE_MATCH = {
  name: "If-None-Match",
  in: "header",
  required: false,
  description: "The `ETag` of your copy: 304 if it has not changed.",
  schema: { type: "string" },
  example: '"kx1Zp0aWm3cQ9vTt7uR2bLd8yHf"',
} as const;

/** Response headers by name. A `required` header is on every response that lists it. */
export const HEADERS = {
  "X-Request-Id": {
    required: true,
    description: "The request's `X-Request-Id`, or a new one. Quote it in support requests.",
    schema: { type: "string", pattern: REQUEST_ID_PATTERN },
    example: "order-3451.create",
  },
  "Cache-Control": { required: true, schema: { type: "string", const: "no-store" } },
  ETag: {
    required: true,
    description: "A strong ETag. Send it in `If-None-Match`.",
    schema: { type: "string", pattern: '^".+"$' },
    example: IF_NONE_MATCH.example,
  },
  "Access-Control-Allow-Origin": { required: true, schema: { type: "string", const: "*" } },
  "Idempotent-Replayed": {
    description: "Set if this is the stored response of the first request.",
    schema: { type: "string", const: "true" },
  },
  "Bankside-Ignored": {
    description:
      "The parts of the request that had no effect, because no field or parameter has that name, or because `locale` names no language: at most 20 paths, separated by " +
      "commas; a parameter of the query begins with `?`. Names are percent-encoded, and cut at 64 characters. A replay has it too. " +
      "The Console's request log shows the names that were probably meant.",
    schema: { type: "string", pattern: "^[!-~]+(, [!-~]+)*$" },
    example: "order.reference, success_url",
  },
  "Bankside-Test": {
    description:
      "Set if the payment or link is a test, or the client credentials are for tests only. A replay has it only for those.",
    schema: { type: "string", const: "true" },
  },
  "Retry-After": {
    required: true,
    description: "Seconds to wait before a retry.",
    schema: { type: "integer", minimum: 1 },
    example: 1,
  },
  "RateLimit-Limit": {
    description:
      "Requests per minute for the merchant's own client credentials, set by the operator. Absent if there is no limit, " +
      "which is the default.",
    schema: { type: "integer", minimum: 1 },
    example: 600,
  },
  "RateLimit-Remaining": {
    description: "Requests left in this minute.",
    schema: { type: "integer", minimum: 0 },
    example: 599,
  },
  "RateLimit-Reset": {
    description: "Seconds until the limit resets.",
    schema: { type: "integer", minimum: 1 },
    example: 42,
  },
  "WWW-Authenticate": {
    required: true,
    description: "`Bearer`; with `Basic` for a client that tried HTTP Basic at `issueToken`.",
    schema: { type: "string", pattern: "^Bearer(, Basic .+)?$" },
    example: "Bearer",
  },
} as const;

/** On responses whose request or object is such. */
export const CALL_HEADERS = ["Bankside-Ignored", "Bankside-Test"] as const;

/** On responses to a merchant with a request limit. */
export const RATE_LIMIT_HEADERS = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"] as const;
