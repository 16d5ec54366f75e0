import { isUuid } from "../../lib/ids";
import { leadingIbanLength } from "../../lib/money/iban";

/** Allowed names of an object, each with the allowed part of its value: all of a scalar, or further names. */
type Kept = { readonly [name: string]: true | Kept };

const MARK = "[redacted]";
/** Longer values of kept fields are invalid and are dropped. */
const MAX_TEXT = 1024;
/** Kept entries of an object or a list. */
const MAX_ENTRIES = 50;

/** Names whose values are stored whole. */
function whole(...names: string[]): Kept {
  return Object.fromEntries(names.map((name) => [name, true]));
}

/** Fields of an order, at any level. */
const ORDER: Kept = {
  ...whole("amount", "currency", "locale", "payment_reference", "order_id", "test_transaction"),
  rewards: whole("extra_rewards", "total_rewards"),
};

/** Of a request's body. Fields that are not listed are redacted, so that a new field is hidden by default. */
export const KEPT_OF_BODIES: Kept = {
  ...ORDER,
  order: ORDER,
  ...whole("merchant_id", "selected_bank_id", "webhook_endpoints", "device_type"),
  ...whole("bankId", "paymentScheme", "customerBankAccountId"),
  ...whole("grant_type", "client_id", "challenge_id", "ctx"),
};

/** Of a query. Search texts are parts of references and order ids, which are stored too. */
export const KEPT_OF_QUERIES: Kept = {
  ...whole("merchant_id", "page", "limit", "sort", "status", "search"),
  ...whole("country", "currency", "after", "wait"),
};

/** Of a response. Its messages are our own texts and contain no sent value. */
export const KEPT_OF_ANSWERS: Kept = {
  success: true,
  data: {
    ...ORDER,
    ...whole("payment_request_id", "link_id", "id", "status", "status_reason", "test", "late", "reversed_amount"),
    ...whole("expires_in", "expires_at", "created_at", "updated_at", "token_type", "message"),
    customer_bank_accounts: whole("id", "bank_id", "bank_name", "last_used_at"),
  },
  error: {
    ...whole("code", "message"),
    metadata: {
      errors: whole("field", "message"),
      ...whole("link_status", "payment_currency", "bank_currency", "retry_after_s"),
      challenge: whole("id", "type", "expires_at"),
    },
  },
};

/** Redacts all values that are not allowed; names stay, so that the log shows which fields were sent. */
export function redact(value: unknown, kept: true | Kept): unknown {
  if (value === null || value === undefined) return value;
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map((inner) => redact(inner, kept));
  if (typeof value === "object") return kept === true ? MARK : redactObject(value, kept);
  if (kept !== true) return MARK;
  if (typeof value !== "string") return value;
  return value.length > MAX_TEXT ? MARK : scrub(value);
}

function redactObject(value: object, kept: Kept): object {
  const redacted: Record<string, unknown> = {};
  let count = 0;
  for (const [name, inner] of Object.entries(value)) {
    if (inner === undefined) continue;
    count += 1;
    if (count > MAX_ENTRIES) break;
    const below = Object.hasOwn(kept, name) ? kept[name] : undefined;
    if (below !== undefined) redacted[name] = redact(inner, below);
    else redacted[redactName(name)] = inner === null ? null : MARK;
  }
  return redacted;
}

/** A field's name; a value in its place is redacted. */
export function redactName(name: string): string {
  return isPlainName(name) ? name : MARK;
}

/** A field name, as opposed to a value in its place. */
function isPlainName(name: string): boolean {
  return /^[A-Za-z][A-Za-z_]{0,31}$/.test(name) && name !== "__proto__";
}

// Allowed values may still contain secrets: a token pasted as a reference, a mail address as an order id. Each pattern
// starts at the start of a run, so that matching takes linear time: callers choose the text and could otherwise send
// one that takes a second to match.
const SUSPECT = [
  // Our own secrets by their prefixes, and tokens in JWT form.
  /(?:atok|rtok|ptok|plink|csec|whsec|bses)_[\w-]*/gi,
  /(?<![\w-])ey[\w-]{6,}\.[\w.-]*/g,
  // Mail addresses, telephone numbers (E.164), and texts in the format of an IBAN (ISO 13616), valid or mistyped.
  /(?<![^\s@"<>/])[^\s@"<>/]+@[^\s@"<>/]+/g,
  /\+\d(?:[ .-]?\d){6,14}\b/g,
  /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]){11,30}\b/g,
];
/** Texts that are long and random enough to be a secret. */
const LONG_RUN = /[\w-]{40,}/g;
const MIN_SECRET = 40;
/** Long texts that are not secrets: a UUID, and the ids of a trace (W3C Trace Context, `traceparent`). */
const PLAIN_ID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|\b[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}\b/gi;

/** Where an IBAN may begin in any notation, also after a word ("IBANPT50…"). */
const IBAN_START = /(?<=(?<![a-z\d])(?:iban)?)[a-z]{2}\d{2}/gi;
/** The rest of an IBAN, with spaces, punctuation or invisible characters between its characters. */
const IBAN_RUN = /[a-z]{2}\d{2}(?:[\s\p{P}\p{Cf}]{0,3}[a-z\d]){11,30}/iuy;

/** The end of the IBAN that begins at `start`; null: none. Valid check digits distinguish it from an order id. */
function ibanEnd(text: string, start: number): number | null {
  IBAN_RUN.lastIndex = start;
  const run = IBAN_RUN.exec(text)?.[0] ?? "";
  const length = leadingIbanLength(run.replace(/[^a-z\d]/gi, ""));
  if (length === 0) return null;
  const [last] = [...run.matchAll(/[a-z\d]/gi)].slice(length - 1);
  return last === undefined ? null : start + last.index + 1;
}

function scrubIbans(text: string): string {
  const ids = [...text.matchAll(PLAIN_ID)].map(({ 0: id, index }) => [index, index + id.length] as const);
  let [scrubbed, at] = ["", 0];
  for (const { index } of text.matchAll(IBAN_START)) {
    if (index < at || ids.some(([from, to]) => index >= from && index < to)) continue;
    const end = ibanEnd(text, index);
    if (end === null) continue;
    scrubbed += text.slice(at, index) + MARK;
    at = end;
  }
  return scrubbed + text.slice(at);
}

/**
 * Most values: words without a digit that are shorter than a secret and have no secret's prefix, references that are shorter
 * than an IBAN (15), and ids. None of the patterns above matches them.
 */
const HARMLESS =
  /^(?:[A-Za-z]{1,39}|(?!.*(?:tok|link|sec|ses)_)(?:[a-z_]{1,39}|[\w-]{1,14})|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})$/i;

/** Removes everything that looks like a secret or personal data. */
export function scrub(text: string): string {
  if (HARMLESS.test(text)) return text;
  const rest = SUSPECT.reduce((scrubbed, pattern) => scrubbed.replace(pattern, MARK), scrubIbans(text));
  return rest.replace(LONG_RUN, (run) => (run.replace(PLAIN_ID, "").length < MIN_SECRET ? run : MARK));
}

/** A value in a path: ids are kept, names in their place are redacted. */
export function redactPathValue(value: string): string {
  return isUuid(value) ? value : MARK;
}
