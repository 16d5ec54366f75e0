import { invalidField } from "../lib/errors";
import { isWebUrl, mailAddress } from "../lib/fields";
import { checkName, INVISIBLE } from "../lib/names";
import { isLoopbackHost } from "../lib/net/networks";

const MAX_BRAND_NAME = 70; // creditorName of NextGenPSD2 1.3.x: at most 70 characters
const MAX_REASON_LENGTH = 500;
const MAX_HELP_CHARACTERS = 254; // of an e-mail address (RFC 5321 §4.5.3.1.3)
const MAX_TAX_NUMBER = 30;
const MAX_ADDRESS_LINES = 5;
const MAX_ADDRESS_LINE = 70; // PostalAddress of ISO 20022, AdrLine: at most 70 characters
const MAX_ORIGINS = 50;
const MAX_ORIGIN_CHARACTERS = 300;

/**
 * The name that customers see and banks get as the payee, trimmed.
 * @throws AppError VALIDATION_ERROR on `brand_name`
 */
export function checkBrandName(given: string): string {
  const brandName = checkName(given, { max: MAX_BRAND_NAME, field: "brand_name" });
  if (!/[\p{L}\p{N}]/u.test(brandName)) throw invalidField("brand_name", "The name needs a letter or a digit.");
  return brandName;
}

/**
 * Where customers get help: an e-mail address or an https address, trimmed; null for an empty text.
 * @throws AppError VALIDATION_ERROR on `help_address`, with the probable correction
 */
export function checkHelpAddress(given: string): string | null {
  const text = given.trim();
  if (text === "") return null;
  const refuse = (message: string) => invalidField("help_address", message);
  if (text.length > MAX_HELP_CHARACTERS) throw refuse(`at most ${MAX_HELP_CHARACTERS} characters`);
  if (mailAddress.safeParse(text).success) return text;
  if (/^http:/i.test(text)) throw refuse("use https://");
  if (!isWebUrl(text)) throw refuse("enter an e-mail address or an address that starts with https://");
  const url = new URL(text);
  // The browser's bar would show another host than the one before the @.
  if (url.username !== "" || url.password !== "") throw refuse("remove the user name and the password");
  return url.href;
}

/**
 * A tax number as receipts show it, trimmed; null for an empty text. Its form differs by country and is not checked.
 * @throws AppError VALIDATION_ERROR on `tax_number`
 */
export function checkTaxNumber(given: string): string | null {
  const text = given.trim().replace(/ +/g, " ");
  if (text === "") return null;
  const refuse = (message: string) => invalidField("tax_number", message);
  if (text.length > MAX_TAX_NUMBER) throw refuse(`at most ${MAX_TAX_NUMBER} characters`);
  if (!/^[A-Za-z0-9 ./-]+$/.test(text)) throw refuse("use letters, digits, spaces and . / - only");
  if (!/\d/.test(text)) throw refuse("needs a digit");
  return text;
}

/**
 * A postal address as receipts show it: its lines, trimmed, without empty ones; null for an empty text.
 * @throws AppError VALIDATION_ERROR on `postal_address`
 */
export function checkPostalAddress(given: string): string | null {
  const lines = given
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (lines.length === 0) return null;
  const refuse = (message: string) => invalidField("postal_address", message);
  if (lines.length > MAX_ADDRESS_LINES) throw refuse(`at most ${MAX_ADDRESS_LINES} lines`);
  if (lines.some((line) => line.length > MAX_ADDRESS_LINE))
    throw refuse(`at most ${MAX_ADDRESS_LINE} characters a line`);
  if (lines.some((line) => INVISIBLE.test(line))) throw refuse("contains an invisible character: type it again");
  if (!lines.some((line) => /[\p{L}\p{N}]/u.test(line))) throw refuse("needs a letter or a digit");
  return lines.join("\n");
}

/** An operator's reason, which the merchant reads, trimmed. @throws AppError VALIDATION_ERROR on `reason` */
export function checkReason(given: string): string {
  const reason = given.trim();
  if (reason === "" || reason.length > MAX_REASON_LENGTH)
    throw invalidField("reason", `Enter a reason of 1 to ${MAX_REASON_LENGTH} characters.`);
  return reason;
}

/** Regions that Intl names and ISO 3166-1 does not assign: unions, parts of countries, and placeholders. */
const UNASSIGNED = new Set("AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ".split(" "));
const REGIONS = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
/** What the European Union writes for Greece. */
const OTHER_CODES: Readonly<Record<string, string>> = { EL: "GR" };

/**
 * The country of ISO 3166-1 that two letters in any case mean, in capitals: GB for UK, and its successor for a country that
 * no longer exists; Kosovo's XK too, which banks use. Null: none.
 */
function currentCountry(given: string): string | null {
  const code = given.toUpperCase();
  if (!/^[A-Z]{2}$/.test(code)) return null;
  const current = OTHER_CODES[code] ?? new Intl.Locale(`und-${code}`).region ?? code;
  return UNASSIGNED.has(current) || REGIONS.of(current) === undefined ? null : current;
}

/**
 * A country of ISO 3166-1 in two capital letters, given in any case.
 * @throws AppError VALIDATION_ERROR on `country`, with the probable correction
 */
export function checkCountry(given: string): string {
  const code = given.trim().toUpperCase();
  const current = currentCountry(code);
  if (current === code) return code;
  throw invalidField(
    "country",
    current ? `Did you mean ${current}?` : "Enter two letters of ISO 3166-1, such as GB or DE.",
  );
}

/**
 * Origins that may frame a merchant's checkout, as browsers write them (scheme, host in Punycode, port unless it is the
 * scheme's default), without duplicates, in the given order. https, or http on the developer's own machine, for tests.
 * @throws AppError VALIDATION_ERROR on `origins[n]`, with the probable correction; on `origins` for too many
 */
export function checkOrigins(origins: readonly string[]): string[] {
  const checked = new Set(origins.map((given, at) => checkOrigin(given.trim(), `origins[${at}]`)));
  if (checked.size > MAX_ORIGINS) throw invalidField("origins", `at most ${MAX_ORIGINS} domains`);
  return [...checked];
}

function checkOrigin(given: string, field: string): string {
  const refuse = (message: string) => invalidField(field, message);
  if (given === "" || given.length > MAX_ORIGIN_CHARACTERS)
    throw refuse("enter a domain with its scheme, such as https://shop.example");
  if (given.includes("*")) throw refuse("wildcards are not allowed: add each domain, e.g. https://shop.example");
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(given)?.[1]?.toLowerCase();
  if (scheme === undefined) throw refuse(`the scheme is missing${meant(`https://${given}`)}`);
  if (scheme !== "https" && scheme !== "http") throw refuse("use https://");
  if (!isWebUrl(given)) throw refuse("enter a domain with its scheme, such as https://shop.example");
  const url = new URL(given);
  if (url.hostname.startsWith("[")) throw refuse("use a host name instead of an IPv6 address");
  if (url.pathname !== "/" || url.search !== "" || url.hash !== "" || /[?#]$/.test(given))
    throw refuse(`remove the path${meant(url.origin)}`);
  if (url.protocol === "http:" && !isLoopbackHost(url.hostname))
    throw refuse(`http is allowed for localhost only${meant(`https://${url.host}`)}`);
  return url.origin;
}

function meant(address: string): string {
  const origin = isWebUrl(address) ? new URL(address).origin : null;
  return origin === null ? ", such as https://shop.example" : `: did you mean ${origin}?`;
}

/** The origins that may frame a payment: https only for a live payment. */
export function framingOrigins(origins: readonly string[], payment: { test: boolean }): string[] {
  return origins.filter((origin) => payment.test || origin.startsWith("https://"));
}

/** The path of a logo, by the hash of its bytes. */
export function logoPath(hash: string): string {
  return `/logos/merchants/${hash}`;
}
