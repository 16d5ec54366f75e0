/** What the OpenAPI document says beyond single operations. Markdown. */
export const INTRODUCTION = `Bankside takes payments from bank to bank. A merchant's server creates a payment (an embedded checkout, a redirect, or a payment link), the shopper approves it at the bank, and a webhook tells the outcome.

## Envelope
Every answer under \`/api/v1\` is JSON. A success is \`{"success": true, "data": …}\`; a list that comes in pages has \`pagination\` beside \`data\`. A failure is \`{"success": false, "error": {"code", "message", "metadata"?}}\`: branch on the status and on \`code\`, never on \`message\`, which is for people and may change. Fields are added without a new version, so ignore those that you do not know.

Amounts are integers in minor units (\`2550\` is 25.50 euros), from 1 to 99,999,999,999. Times are RFC 3339 in UTC, with milliseconds. Ids are UUIDs. Every answer carries \`X-Request-Id\`.

## Errors
Each operation lists the codes that it can answer. Beside those, before an operation is found: 404 \`NOT_FOUND\` for an unknown path, and 405 \`METHOD_NOT_ALLOWED\` with \`Allow\` for a verb that the path does not take (the schemas \`NotFound\` and \`MethodNotAllowed\`). \`HEAD\` is answered wherever \`GET\` is. A body may have 64 KiB, hold 1,000 values and be nested 32 deep; an object in it gives no name twice, and no text or name holds NUL or a lone surrogate. A number is read as a double: a decimal that would be rounded to a whole number is refused. No preflight (\`OPTIONS\`) is answered: but for the list of banks, the API is called by servers.

What belongs to somebody else, what does not exist, and what is no id at all give the same 404. 403 is about permission inside one's own tenant: a credential that is limited to other scopes, or a merchant that is suspended.

| Status | Try again? |
|---|---|
| 400, 401, 403, 404, 405, 410, 413, 415, 422 | Not before the request or the credentials are put right. |
| 409 | With exponential backoff, and **the same** \`Idempotency-Key\`. |
| 429 | After \`Retry-After\` seconds. |
| 500, 503 | With exponential backoff. If the call creates something, send the same \`Idempotency-Key\` as before: nobody else can tell whether the first one had its effect. 503 \`IDEMPOTENCY_STORE_UNAVAILABLE\`: nothing was processed. |
| 502 | \`BANK_UNAVAILABLE\`: nothing was started at the bank. Try again, or let the shopper choose another bank. |

## Idempotency
The three operations that create a payment or a link take an \`Idempotency-Key\` (1 to 255 printable ASCII characters, kept for 24 hours). The key, the effect and the answer are stored as one: the same key with the same request gives the first answer again, byte for byte, with \`Idempotent-Replayed: true\`. While the first is running: 409 \`IDEMPOTENT_REQUEST_IN_PROGRESS\`. With another request: 422 \`IDEMPOTENCY_KEY_REUSED\`. If the first ended in 4xx or 5xx, the key is free again.

## Callers and \`merchant_id\`
A merchant's token speaks for that merchant, and \`merchant_id\` may be left out. A partner (for the merchants that it owns) and an administrator say which merchant is meant: without it the answer is 400 \`MERCHANT_ID_REQUIRED\`, except in the list of payment links, which then holds all that they may see. A merchant of somebody else is a 404.

## Pages
\`page\` counts from 1, \`limit\` is 1 to 100 (25 if left out). \`pagination\` is \`{total, page, limit, totalPages, hasNextPage, hasPreviousPage}\`. A page past the end is empty, and no error.

## Versions
The version is in the path: \`/api/v1\`. What would break a client comes as a new version. An operation is announced as deprecated at least six months before it goes, in the headers \`Deprecation\`, \`Sunset\` and \`Link\`; after that it answers 410 \`ENDPOINT_REMOVED\`.

## Tests without money
\`test_transaction: true\` makes a payment that moves no money: every bank is then a simulated one. A credential that is \`test_only\` makes nothing else, and on an instance without any live bank connection every payment is a test.`;

export const TAGS: Record<string, string> = {
  Access: "Tokens: four ways to get one, and how to keep it fresh.",
  Banks: "The banks that shoppers choose from.",
  "Payment links": "An address that a shopper can pay at, once.",
  Payments: "Payment requests: embedded checkout, redirect, initiation and status.",
  Balances: "What stands on the merchant's accounts, live from the bank.",
  Webhooks: "Where events are sent, and how they are signed.",
};
