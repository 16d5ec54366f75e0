import { isIban } from "../lib/iban";
import { isUuid } from "../lib/ids";

/** Names that may be kept of an object, each with what may be kept of its value: all of a scalar, or more names. */
export type Kept = { readonly [name: string]: true | Kept };

const MARK = "[redacted]";
/** No field that is kept may be so long; what is was refused, and says nothing. */
const MAX_TEXT = 1024;
/** Of an object or a list: more says nothing that the first did not. */
const MAX_ENTRIES = 50;

/** Names of which all may be kept. */
function whole(...names: string[]): Kept {
  return Object.fromEntries(names.map((name) => [name, true]));
}

/** Of an order, wherever it stands. */
const ORDER: Kept = {
  ...whole("amount", "currency", "locale", "payment_reference", "order_id", "test_transaction"),
  rewards: whole("extra_rewards", "total_rewards"),
};

/** Of a request's body. What is not named here is taken out, so that a new field is hidden until someone decides. */
export const KEPT_OF_BODIES: Kept = {
  ...ORDER,
  order: ORDER,
  ...whole("merchant_id", "selected_bank_id", "webhook_endpoints", "device_type"),
  ...whole("bankId", "paymentScheme", "customerBankAccountId"),
  ...whole("grant_type", "client_id", "challenge_id", "ctx"),
};

/** Of a query. What is searched for is a part of a reference or an order id, which are kept, too. */
export const KEPT_OF_QUERIES: Kept = {
  ...whole("merchant_id", "page", "limit", "sort", "status", "search"),
  ...whole("country", "currency"),
};

/** Of an answer. Its messages are ours, and name no value that was sent. */
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

/** A JSON value with everything taken out that is not to be kept; the names stay, so that one sees what was sent. */
export function redact(value: unknown, kept: true | Kept): unknown {
  if (value === null || value === undefined) return value;
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map((inner) => redact(inner, kept));
  if (typeof value === "object") return kept === true ? MARK : redactObject(value, kept);
  if (kept !== true) return MARK;
  if (typeof value !== "string") return value;
  return value.length > MAX_TEXT ? MARK : scrub(value);
}

function redactObject(value: object, kept: Kept): object {
  const entries = Object.entries(value).slice(0, MAX_ENTRIES);
  return Object.fromEntries(
    entries.map(([name, inner]) => {
      const below = Object.hasOwn(kept, name) ? kept[name] : undefined;
      if (below !== undefined) return [name, redact(inner, below)];
      return [isPlainName(name) ? name : MARK, inner === null ? null : MARK];
    }),
  );
}

/** A name that a programmer chose, and not a value in the place of one. */
function isPlainName(name: string): boolean {
  return /^[A-Za-z][A-Za-z_]{0,31}$/.test(name) && name !== "__proto__";
}

// What is kept may still hold what does not belong there: a token pasted for a reference, an address for an order's id.
// Each pattern begins where a run begins, so that none is tried anew at every character of a long one: callers choose the
// text, and would choose one that takes a second to read.
const SUSPECT = [
  // Our own secrets by their prefixes, and tokens in JWT form.
  /(?:atok|rtok|ptok|plink|csec|whsec|bses)_[\w-]*/gi,
  /(?<![\w-])ey[\w-]{6,}\.[\w.-]*/g,
  // Mail addresses, telephone numbers (E.164), and what has the form of an IBAN (ISO 13616), right or mistyped.
  /(?<![^\s@"<>/])[^\s@"<>/]+@[^\s@"<>/]+/g,
  /\+\d(?:[ .-]?\d){6,14}\b/g,
  /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]){11,30}\b/g,
];
/** Whatever is long and random enough to be a secret. */
const LONG_RUN = /[\w-]{40,}/g;
const MIN_SECRET = 40;
/** What is long and no secret: a UUID, and the ids of a trace (W3C Trace Context, `traceparent`). */
const PLAIN_ID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|\b[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}\b/gi;

/** Where an IBAN may begin, however it is written, also behind a word ("IBANPT50…"). */
const IBAN_START = /(?<=(?<![a-z\d])(?:iban)?)[a-z]{2}\d{2}/gi;
/** From there: the characters of an IBAN, with spaces, punctuation or invisible characters between them. */
const IBAN_RUN = /[a-z]{2}\d{2}(?:[\s\p{P}\p{Cf}]{0,3}[a-z\d]){11,30}/iuy;
const MIN_IBAN = 15;

/** Where in the text the IBAN that begins at `start` ends; null where none does. Its check digits tell it from an order id. */
function ibanEnd(text: string, start: number): number | null {
  IBAN_RUN.lastIndex = start;
  const run = IBAN_RUN.exec(text)?.[0] ?? "";
  const ends = [...run.matchAll(/[a-z\d]/gi)].map(({ index }) => index + 1);
  for (let length = ends.length; length >= MIN_IBAN; length -= 1) {
    const end = ends[length - 1] ?? 0;
    if (isIban(run.slice(0, end).replace(/[^a-z\d]/gi, ""))) return start + end;
  }
  return null;
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

/** Text without anything that looks like a secret or a person's. */
export function scrub(text: string): string {
  const rest = SUSPECT.reduce((scrubbed, pattern) => scrubbed.replace(pattern, MARK), scrubIbans(text));
  return rest.replace(LONG_RUN, (run) => (run.replace(PLAIN_ID, "").length < MIN_SECRET ? run : MARK));
}

/** A value that a path carries: an id is kept, a name in its place is not. */
export function redactPathValue(value: string): string {
  return isUuid(value) ? value : MARK;
}
