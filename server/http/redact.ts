/** Names that may be kept of an object, each with what may be kept of its value: all of a scalar, or more names. */
export type Kept = { readonly [name: string]: true | Kept };

const MARK = "[redacted]";
/** No field that is kept may be so long; what is was refused, and says nothing. */
const MAX_TEXT = 1024;
/** Of an object or a list: more says nothing that the first did not. */
const MAX_ENTRIES = 50;

const REWARDS: Kept = { extra_rewards: true, total_rewards: true };

/** Of a request's body. What is not named here is taken out, so that a new field is hidden until someone decides. */
export const KEPT_OF_BODIES: Kept = {
  ...{ merchant_id: true, amount: true, currency: true, locale: true, payment_reference: true, order_id: true },
  ...{ test_transaction: true, selected_bank_id: true, webhook_endpoints: true, device_type: true, rewards: REWARDS },
  order: {
    ...{ amount: true, currency: true, locale: true, payment_reference: true, order_id: true, test_transaction: true },
    rewards: REWARDS,
  },
  ...{ bankId: true, paymentScheme: true, customerBankAccountId: true },
  ...{ grant_type: true, client_id: true, challenge_id: true, ctx: true },
};

export const KEPT_OF_QUERIES: Kept = {
  ...{ merchant_id: true, page: true, limit: true, sort: true, status: true },
  ...{ country: true, market: true, currency: true, test_transaction: true },
};

/** Of an answer. Its messages are ours, and name no value that was sent. */
export const KEPT_OF_ANSWERS: Kept = {
  success: true,
  data: {
    ...{ payment_request_id: true, link_id: true, id: true, order_id: true, payment_reference: true },
    ...{ amount: true, currency: true, status: true, status_reason: true, test: true, late: true },
    ...{ reversed_amount: true, rewards: REWARDS, expires_in: true, expires_at: true, created_at: true },
    ...{ updated_at: true, locale: true, test_transaction: true, token_type: true, message: true },
  },
  error: {
    code: true,
    message: true,
    metadata: {
      errors: { field: true, message: true },
      ...{ link_status: true, payment_currency: true, bank_currency: true, retry_after_s: true },
      challenge: { id: true, type: true, expires_at: true },
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
  // Mail addresses, telephone numbers (E.164) and IBANs (ISO 13616).
  /(?<![^\s@"<>/])[^\s@"<>/]+@[^\s@"<>/]+/g,
  /\+\d{7,15}\b/g,
  /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]){11,30}\b/g,
];
/** Whatever is long and random enough to be a secret. */
const LONG_RUN = /[\w-]{40,}/g;
const MIN_SECRET = 40;
/** What is long and no secret: a UUID, and the ids of a trace (W3C Trace Context, `traceparent`). */
const PLAIN_ID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|\b[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}\b/gi;

/** Text without anything that looks like a secret or a person's. */
export function scrub(text: string): string {
  const rest = SUSPECT.reduce((scrubbed, pattern) => scrubbed.replace(pattern, MARK), text);
  return rest.replace(LONG_RUN, (run) => (run.replace(PLAIN_ID, "").length < MIN_SECRET ? run : MARK));
}
