import { z } from "zod";
import { isCurrency, MAX_AMOUNT_MINOR, MIN_AMOUNT_MINOR } from "./money/money";
import { HAS_CREDENTIALS, hasControlCharacter, isUrl, NOT_HTTP } from "./net/parse-url";

/** Zod schemas of the contract's fields that several resources use. */

const MAX_URL = 2048;
const MAX_REFERENCE = 140;
/** The Faster Payments limit of a reference, in characters. */
export const MAX_REFERENCE_GBP = 18;
const MAX_ORDER_ID = 255;
const MAX_ENDPOINT_NAMES = 10;

const tooLow = `at least ${MIN_AMOUNT_MINOR}`;
const tooHigh = `at most ${MAX_AMOUNT_MINOR}`;

export const amount = z
  .int({
    error: ({ code, input }) => {
      if (code === "too_big") return tooHigh;
      if (code === "too_small") return tooLow;
      return input === null ? undefined : "a whole number of minor units";
    },
    abort: true,
  })
  .min(MIN_AMOUNT_MINOR, tooLow)
  .max(MAX_AMOUNT_MINOR, tooHigh)
  .describe("Minor units.");

export const currency = z
  .string()
  .regex(/^[A-Za-z]{3}$/, { error: "three letters, ISO 4217", abort: true })
  .refine(isCurrency, "is not a current ISO 4217 currency")
  .overwrite((code) => code.toUpperCase())
  .describe(
    "A current currency: ISO 4217, in any case. Live: one that an account of the merchant receives. Test: one of a bank that is connected in test.",
  );

/** The characters that SEPA and Faster Payments carry unchanged, plus `#` and `&`, which banks replace. */
export const paymentReference = z
  .string()
  .min(1, { error: "must not be empty", abort: true })
  .max(MAX_REFERENCE, `at most ${MAX_REFERENCE} characters`)
  .regex(/^[A-Za-z0-9 /\-?:().,'+#&]*$/, "letters, digits, space and / - ? : ( ) . , ' + # & only")
  .regex(/[^ ]/, "must not be blank")
  .describe(`In GBP at most ${MAX_REFERENCE_GBP} characters.`);

export const orderId = z
  .string()
  .min(1, "must not be empty")
  .max(MAX_ORDER_ID, `at most ${MAX_ORDER_ID} characters`)
  .describe(
    "Your own id of the order. Not unique: two payments or links of one order can both be paid. How to avoid it: " +
      "/docs/integrate/not-in-the-api#one-order-paid-once",
  );

export const locale = z
  .string()
  .max(35, { error: "at most 35 characters", abort: true })
  .refine((tag) => readLocale(tag) !== null, "must be a BCP 47 language tag, such as en-GB or pt")
  .overwrite((tag) => readLocale(tag)?.tag ?? tag)
  .describe("A BCP 47 language tag; `en_GB` is read as `en-GB`. A tag of an unknown language is read as `en`.");

/** Whether the field's value has no effect: a well-formed locale of no language, such as `english`. */
export function hasNoEffect(field: z.ZodType, value: unknown): boolean {
  return field === locale && typeof value === "string" && readLocale(value)?.isKnown === false;
}

/** `tag`: canonical. `isKnown`: of a language. */
type Locale = { tag: string; isKnown: boolean };

/** A shop sends the same tag with every order, and each is read three times. */
const locales = new Map<string, Locale | null>();
const MAX_LOCALES = 500;

function readLocale(given: string): Locale | null {
  const known = locales.get(given);
  if (known !== undefined) return known;
  const found = parseLocale(given);
  if (locales.size >= MAX_LOCALES) locales.clear();
  locales.set(given, found);
  return found;
}

function parseLocale(given: string): Locale | null {
  try {
    const [tag] = Intl.getCanonicalLocales(given.replaceAll("_", "-"));
    return tag === undefined ? null : { tag, isKnown: Intl.NumberFormat.supportedLocalesOf(tag).length > 0 };
  } catch {
    return null;
  }
}

/**
 * A name or an address. The URL parser also accepts `*` and `;`, which have a meaning in our headers. `_` has none: a browser
 * that knows no such host in a policy ignores that one source.
 */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/;

/** Why the text is not an absolute http(s) address with a plain host, without credentials; null: it is one. */
function webUrlFault(text: string): string | null {
  if (!/^https?:\/\//i.test(text) || !isUrl(text)) return NOT_HTTP;
  const { hostname, username, password } = new URL(text);
  if (username !== "" || password !== "") return HAS_CREDENTIALS;
  return HOST.test(hostname) ? null : "the host may have letters, digits, dots, hyphens and underscores only";
}

export function isWebUrl(text: string): boolean {
  return webUrlFault(text) === null;
}

const webUrl = z
  .string()
  // Parsing an international host takes time that grows with the square of its length: 0.3 s for 20,000 letters.
  .max(MAX_URL, { error: `at most ${MAX_URL} characters`, abort: true })
  .refine((text) => !hasControlCharacter(text), {
    error: "must not contain a line break, a tab or another control character",
    abort: true,
  })
  .refine(isWebUrl, { error: ({ input }) => webUrlFault(String(input)) ?? NOT_HTTP })
  .describe(
    "An http or https URL without user name and password; https is required unless the payment is a test. The return adds " +
      "payment_request_id, order_id, payment_reference and status to its query.",
  );

export const redirectUrls = z.object({ success_url: webUrl, failure_url: webUrl });

/** Of any version and variant: an id that is none of ours is unknown, not malformed. */
export const uuid = z.guid({ error: ({ input }) => (input === null ? undefined : "must be a UUID") });

export const testTransaction = z
  .boolean()
  .describe("Absent: live, unless the client credentials or the installation are for tests only.");

/** Names of endpoints as sent, so that an error has their positions. The creation checks whether they exist. */
export const webhookEndpointNames = z
  .array(z.string())
  .refine((names) => new Set(names).size <= MAX_ENDPOINT_NAMES, `at most ${MAX_ENDPOINT_NAMES} names`)
  .describe(
    `Names of the merchant's webhook endpoints, at most ${MAX_ENDPOINT_NAMES}; duplicates count once. Events ` +
      "are sent to them instead of the default URL.",
  );

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
/** Not an IP address: the last label begins with a letter. In ASCII it may be `xn--p1ai`. */
const LAST_LABEL = "[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]";

/**
 * `Dot-string@Domain` of RFC 5321 §4.1.2. zod's own pattern refuses most characters of an atom, and domains such as
 * `xn--p1ai`: one such customer could not pay.
 */
export const mailAddress = z.email({
  pattern: new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${LAST_LABEL}$`),
  error: "must be an e-mail address",
});

/** Converted to upper case. */
export const country = z
  .string()
  .regex(/^[A-Za-z]{2}$/, "two letters, ISO 3166-1 alpha-2")
  .overwrite((code) => code.toUpperCase())
  .describe("ISO 3166-1 alpha-2, in any case.");

/** A timestamp of the API: RFC 3339, UTC, milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 });

/** A whole number in a query string: no sign, decimals or surrounding characters. */
export function queryInteger(minimum: number, maximum: number) {
  const range = `a whole number from ${minimum} to ${maximum}`;
  return z
    .string()
    .regex(/^\d{1,16}$/, range)
    .meta({ documentAs: { type: "integer", minimum, maximum } })
    .transform(Number)
    .pipe(z.number().min(minimum, range).max(maximum, range));
}
