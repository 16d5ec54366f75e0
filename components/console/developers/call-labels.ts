import type { Outputs } from "../../ui/queries";
import { plural } from "../../ui/text";
import { valueAt } from "./known-operation";

type Call = Outputs["developers"]["calls"]["get"];
type FieldError = { field: string; message: string };

/** What to do about an error code, where its message does not say so. */
const ADVICE: Readonly<Record<string, string>> = {
  INVALID_INPUT: "Send JSON, with the header Content-Type: application/json.",
  MERCHANT_ID_REQUIRED: "Send merchant_id: a partner’s API key acts for several merchants.",
  UNKNOWN_WEBHOOK_ENDPOINT: "Name an endpoint that is enabled and accepts payments in this mode. See Webhooks.",
  PAYMENT_ALREADY_INITIATED:
    "The payment is at a bank already, or has ended. Fetch its status, or create a new payment request.",
  NO_TOKEN: "Send Authorization: Bearer and an access token.",
  INVALID_TOKEN:
    "Request a new token: tokens expire after 15 minutes, and stop working when their API key expires or is disabled.",
  UNAUTHORIZED: "Client ID and secret do not match, or the API key is disabled.",
  FORBIDDEN_CREATE: "The API key lacks the scope, or the merchant is suspended.",
  FORBIDDEN_VIEW: "The API key lacks the scope.",
  MERCHANT_NOT_FOUND: "merchant_id must be a merchant that this API key acts for.",
  PAYMENT_REQUEST_NOT_FOUND: "The ID or token belongs to another merchant, or the token has expired after 15 minutes.",
  PAYMENT_LINK_NOT_FOUND: "No payment link of yours has this ID.",
  BANK_NOT_FOUND: "Use an ID from the list of banks of this country.",
  IDEMPOTENT_REQUEST_IN_PROGRESS: "The first request is still running. Retry in a moment with the same key.",
  IDEMPOTENCY_KEY_REUSED: "Use one key per order: this key was sent with another body in the last 24 hours.",
  UNSUPPORTED_MEDIA_TYPE: "Send the header Content-Type: application/json.",
  TOO_MANY_REQUESTS: "Wait for the seconds in Retry-After, then retry.",
  INTERNAL_SERVER_ERROR: "Retry later, a creation with the same idempotency key: nothing is created twice.",
  SERVICE_UNAVAILABLE: "Retry in a moment, a creation with the same idempotency key.",
  BANK_UNAVAILABLE: "The customer can choose another bank.",
};

/** The error in a response; null for a success, and where the response was not kept. */
export function failureIn(answer: Call["answer"]): { code: string; message: string; errors: FieldError[] } | null {
  const { error } = (answer?.json ?? {}) as {
    error?: { code: string; message: string; metadata?: { errors?: FieldError[] } };
  };
  return error ? { code: error.code, message: error.message, errors: error.metadata?.errors ?? [] } : null;
}

/** The heading of a request: its first error, else its operation's summary. */
export function callTitle(call: Call, summary: string | null): string {
  const failure = failureIn(call.answer);
  const [first] = failure?.errors ?? [];
  if (first) return `${first.field}: ${first.message}`;
  if (failure) return failure.message;
  if (call.status >= 400) return `Response ${call.status}`;
  return call.replayed ? "Replayed: the first response of this idempotency key" : (summary ?? "Succeeded");
}

/** The reason, the effect and what to do: one sentence each. */
export function callSentences(call: Call): string[] {
  const failure = failureIn(call.answer);
  if (!failure) return call.replayed ? ["Nothing was created twice."] : [];
  const more = failure.errors.slice(1).map(({ field, message }) => `${field}: ${message}.`);
  const [first] = failure.errors;
  const was = first ? plainValueAt(call.sent.body, first.field) : undefined;
  return [
    ...(was === undefined ? [] : [`${first?.field} was ${JSON.stringify(was)}.`]),
    ...more,
    ...(call.status < 500 && call.method !== "GET" ? [nothingCreated(call)] : []),
    ...(ADVICE[failure.code] ? [ADVICE[failure.code] ?? ""] : []),
  ];
}

/** What had no effect, and what was probably meant: one sentence for each field. */
export function ignoredSentences({ sent }: Pick<Call, "sent">): string[] {
  return sent.ignored.map(({ field, meant }) => {
    if (meant === null && /(^|\.)locale$/.test(field))
      return `${field} had no effect: no language has that code. English is used. Send a tag such as en-GB or pt.`;
    const kind = field.startsWith("?") ? "parameter" : "field";
    const what = `${field} had no effect: there is no ${kind} of that name.`;
    return meant === null ? what : `${what} Did you mean ${meant}?`;
  });
}

/** `1 field ignored`. */
export function formatIgnored(count: number): string {
  return `${plural(count, "field")} ignored`;
}

function nothingCreated({ idempotencyKey, errorCode }: Call): string {
  const isFree =
    idempotencyKey !== null && errorCode !== "IDEMPOTENCY_KEY_REUSED" && errorCode !== "IDEMPOTENT_REQUEST_IN_PROGRESS";
  return isFree
    ? `Nothing was created. You can use the idempotency key ${idempotencyKey} again.`
    : "Nothing was created.";
}

/** The value of a field (`order.amount`, `items[0]`) in a body; undefined where there is none, or an object. */
function plainValueAt(body: unknown, field: string): unknown {
  const value = valueAt(body, field.split(/[.[\]]+/).filter(Boolean));
  return typeof value === "object" ? undefined : value;
}

/** Who sent a request. */
export function formatActor({ kind, name }: Call["actor"]): string {
  if (kind === "credential") return name ?? "API key";
  if (kind === "partner") return "Your partner";
  return kind === "user" ? "Team member" : "Unknown";
}

/** An error code in lower case with spaces: `payment already initiated`. */
export function formatErrorCode(code: string): string {
  return code.toLowerCase().replaceAll("_", " ");
}
