import type { Outputs } from "../queries";

type Call = Outputs["developers"]["calls"]["get"];
type FieldError = { field: string; message: string };

/** What to do about a code, where its message does not say it. */
const ADVICE: Readonly<Record<string, string>> = {
  INVALID_INPUT: "Send JSON, with the header Content-Type: application/json.",
  MERCHANT_ID_REQUIRED: "Send merchant_id: a partner's credential acts for several merchants.",
  UNKNOWN_WEBHOOK_ENDPOINT:
    "The name has to be one of your endpoints, enabled, and of the payment's mode. See Webhooks.",
  PAYMENT_ALREADY_INITIATED: "A bank has been asked already. Ask for the status, or make a new payment request.",
  NO_TOKEN: "Send Authorization: Bearer and an access token.",
  INVALID_TOKEN: "Ask for a new token: one lives for 15 minutes, and ends with its credential.",
  UNAUTHORIZED: "Client id and secret do not belong together, or the credential is disabled.",
  FORBIDDEN_CREATE: "The credential's scope does not reach so far, or the merchant is suspended.",
  FORBIDDEN_VIEW: "The credential's scope does not reach so far.",
  MERCHANT_NOT_FOUND: "merchant_id is not of a merchant that this caller acts for.",
  PAYMENT_REQUEST_NOT_FOUND: "The id or token is not yours, or the token's 15 minutes are over.",
  PAYMENT_LINK_NOT_FOUND: "The id is not of a link of yours.",
  BANK_NOT_FOUND: "Take the id from the list of banks of this country.",
  IDEMPOTENT_REQUEST_IN_PROGRESS: "The first one is still running. Send the same again in a moment, with the same key.",
  IDEMPOTENCY_KEY_REUSED: "Take a key of its own for each order: this one was sent with another body within 24 hours.",
  UNSUPPORTED_MEDIA_TYPE: "Send the header Content-Type: application/json.",
  TOO_MANY_REQUESTS: "Wait as long as Retry-After says.",
  INTERNAL_SERVER_ERROR: "Send the same again, with the same idempotency key: nothing is made twice then.",
  SERVICE_UNAVAILABLE: "Send the same again in a moment, with the same idempotency key.",
  BANK_UNAVAILABLE: "The shopper can choose another bank.",
};

/** The failure that an answer tells of; null for a success, and where the answer was not kept. */
export function failureIn(answer: Call["answer"]): { code: string; message: string; errors: FieldError[] } | null {
  const { error } = (answer?.json ?? {}) as {
    error?: { code: string; message: string; metadata?: { errors?: FieldError[] } };
  };
  return error ? { code: error.code, message: error.message, errors: error.metadata?.errors ?? [] } : null;
}

/** What a call came to, as a heading. `summary`: of its operation. */
export function callTitle(call: Call, summary: string | null): string {
  const failure = failureIn(call.answer);
  const [first] = failure?.errors ?? [];
  if (first) return `${first.field}: ${first.message}`;
  if (failure) return failure.message;
  if (call.status >= 400) return `It was answered with ${call.status}`;
  return call.replayed ? "Answered as the first call with this key was" : (summary ?? "Answered");
}

/** Why, what did not happen, and what to do: one sentence each. */
export function callSentences(call: Call): string[] {
  const failure = failureIn(call.answer);
  if (!failure) return call.replayed ? ["Nothing was made a second time."] : [];
  const more = failure.errors.slice(1).map(({ field, message }) => `${field}: ${message}.`);
  const [first] = failure.errors;
  const was = first ? valueAt(call.sent.body, first.field) : undefined;
  return [
    ...(was === undefined ? [] : [`It was ${JSON.stringify(was)}.`]),
    ...more,
    ...(call.status < 500 && call.method !== "GET" ? [nothingDone(call)] : []),
    ...(ADVICE[failure.code] ? [ADVICE[failure.code] ?? ""] : []),
  ];
}

function nothingDone({ idempotencyKey, errorCode }: Call): string {
  const isFree =
    idempotencyKey !== null && errorCode !== "IDEMPOTENCY_KEY_REUSED" && errorCode !== "IDEMPOTENT_REQUEST_IN_PROGRESS";
  return isFree ? `Nothing was done, and the idempotency key ${idempotencyKey} is free again.` : "Nothing was done.";
}

/** What stands in a body at a field as the contract writes it; undefined where nothing does. */
function valueAt(body: unknown, field: string): unknown {
  let value = body;
  for (const name of field.split(/[.[\]]+/).filter(Boolean)) {
    if (value === null || typeof value !== "object") return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return typeof value === "object" ? undefined : value;
}

/** Who made a call. */
export function actorWords({ kind, name }: Call["actor"]): string {
  if (kind === "credential") return name ?? "A credential";
  if (kind === "partner") return "Your partner";
  return kind === "user" ? "A person" : "Not known";
}

/** `42 ms`, `3.0 s`. */
export function tookWords(durationMs: number): string {
  return durationMs < 1_000 ? `${durationMs} ms` : `${(durationMs / 1_000).toFixed(1)} s`;
}

/** An error code as words: `payment already initiated`. */
export function codeWords(code: string): string {
  return code.toLowerCase().replaceAll("_", " ");
}
