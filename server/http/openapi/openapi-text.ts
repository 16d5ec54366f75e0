/** The introduction of the OpenAPI document, as Markdown. */
export const INTRODUCTION = `Bankside is a pay-by-bank payment service. A merchant's server creates a payment (embedded checkout, redirect or payment link), the customer approves it at the bank, and a webhook reports the outcome.

## Envelope
Every response under \`/api/v1\` is JSON. A success is \`{"success": true, "data": …}\`; a paginated list has \`pagination\` next to \`data\`. A failure is \`{"success": false, "error": {"code", "message", "metadata"?}}\`: branch on the status and on \`code\`, never on \`message\`, whose text may change. Fields are added without a new version, so ignore unknown fields.

A name that no field or parameter has is refused where the schema forbids it (\`createRedirectRequest\`, the list of payment links, \`listWebhookEvents\`) and has no effect elsewhere. Then the response names it in the header \`Bankside-Ignored\`, so that a mistyped name is not lost. It also names a \`locale\` that is not a language (\`english\`), which is read as \`en\`.

Amounts are integers in minor units (\`2550\` is 25.50 euros), from 1 to 99,999,999,999. Times are RFC 3339 in UTC, with milliseconds. IDs are UUIDs. Every response has \`X-Request-Id\`.

## Errors
Each operation lists its error codes. Every path can also return 404 \`NOT_FOUND\` (unknown path) and 405 \`METHOD_NOT_ALLOWED\` with \`Allow\` (the schemas \`NotFound\` and \`MethodNotAllowed\`). \`HEAD\` works wherever \`GET\` does. Limits of a body: 64 KiB, 1,000 values, 32 levels of nesting, no duplicate names in an object, and no NUL or lone surrogate in a text or name. An amount has neither a fraction nor an exponent, also where its value is whole: \`25.0\` and \`2e3\` are refused. CORS preflights (\`OPTIONS\`) are not answered: except for the list of banks, call the API from a server.

An object of another merchant, an unknown id and a malformed id return the same 404. 403 means a missing permission for your own objects: an API key without the permission (\`read\`, \`payments\`, \`webhooks\`), a call from an address that the API key does not allow (\`metadata.reason\` \`address_not_allowed\`), a user without the required two-factor authentication, or a suspended merchant.

| Status | Retry? |
|---|---|
| 400, 401, 403, 404, 405, 410, 413, 415, 422 | No. Fix the request or the credentials first. |
| 409 | Yes, with exponential backoff and **the same** \`Idempotency-Key\`. |
| 429 | Yes, after \`Retry-After\` seconds. |
| 500, 503 | Yes, with exponential backoff. For a creation, send the same \`Idempotency-Key\`, because the first request may have succeeded. 503 \`IDEMPOTENCY_STORE_UNAVAILABLE\`: nothing was processed. |
| 502 | \`BANK_UNAVAILABLE\`: no payment was started at the bank. Retry, or let the customer choose another bank. |

## Idempotency
The three operations that create a payment or a link take an \`Idempotency-Key\` (1 to 255 printable ASCII characters, kept for 24 hours). The key, the effect and the response are stored in one transaction: the same key with the same request returns the first response, byte for byte, with \`Idempotent-Replayed: true\`. While the first request runs: 409 \`IDEMPOTENT_REQUEST_IN_PROGRESS\`. With another request: 422 \`IDEMPOTENCY_KEY_REUSED\`. If the first request ended in 4xx or 5xx, the key can be used again.

## Callers and \`merchant_id\`
For a merchant's token, \`merchant_id\` is optional. A partner (for the merchants that it owns) and an API key of the operator (\`admin\`) must send it: without it they get 400 \`MERCHANT_ID_REQUIRED\`, except in the list of payment links, which then has the links of all their merchants. The merchant of another partner returns 404.

## Pages
\`page\` counts from 1, \`limit\` is 1 to 100 (default 25). \`pagination\` is \`{total, page, limit, totalPages, hasNextPage, hasPreviousPage}\`. A page past the end is empty and not an error.

## Versions
The version is in the path: \`/api/v1\`. Breaking changes get a new version. An operation is deprecated at least six months before it is removed, in the headers \`Deprecation\`, \`Sunset\` and \`Link\`; after that it returns 410 \`ENDPOINT_REMOVED\`.

## Tests without money
\`test_transaction: true\` creates a test payment at a simulated bank; no money moves. Client credentials with \`test_only\` create only test payments, and on an installation without a live bank connection every payment is a test.`;

export const TAGS: Record<string, string> = {
  Access: "Issue and refresh access tokens.",
  Banks: "The banks that customers can choose.",
  "Payment links": "URLs at which a customer can pay once.",
  Payments: "Payment requests: embedded checkout, redirect, initiation and status.",
  Balances: "Live balances of the merchant's accounts.",
  Webhooks: "Where events are sent, and how they are signed.",
};
