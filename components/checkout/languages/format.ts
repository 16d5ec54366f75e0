import { messageLocaleOf } from "./languages";

/**
 * Number format: the customer's locale, and the decimals of the currency by ISO 4217 (Intl's differ for some
 * currencies).
 */
export type Format = { locale: string; exponent: number };

/** Maximum length of a tag with language, script, region and variants (RFC 5646 §4.4.1), as in the API. */
const MAX_TAG_CHARACTERS = 35;

/**
 * The canonical form of a BCP 47 tag, if Intl has number data for its language; an unknown region falls back to the
 * language. Extensions, such as other digits, are removed, so that amounts look the same for all customers. Null for a
 * tag that is malformed, too long, or of a language without data: Intl alone would use the server's locale.
 */
export function knownLocale(tag: string): string | null {
  if (tag.length > MAX_TAG_CHARACTERS) return null;
  try {
    const [known] = Intl.NumberFormat.supportedLocalesOf(tag.replaceAll("_", "-"));
    return known === undefined ? null : new Intl.Locale(known).baseName;
  } catch {
    return null;
  }
}

/** The first known locale among the tags; `en` without one. */
export function canonicalLocale(...tags: (string | null)[]): string {
  return tags.map((tag) => tag && knownLocale(tag)).find(Boolean) || "en";
}

function parts(amountMinor: number, currency: string, { locale, exponent }: Format): Intl.NumberFormatPart[] {
  const digits = { minimumFractionDigits: exponent, maximumFractionDigits: exponent };
  return new Intl.NumberFormat(messageLocaleOf(locale), { style: "currency", currency, ...digits }).formatToParts(
    amountMinor / 10 ** exponent,
  );
}

/** Formats minor units: `7450, "EUR"` → `€74.50`. */
export function amountText(amountMinor: number, currency: string, format: Format): string {
  return parts(amountMinor, currency, format)
    .map((part) => part.value)
    .join("");
}

/**
 * The amount in parts, so that the currency can have a lighter colour than the number; the space between belongs to the
 * currency.
 */
export function amountPieces(
  amountMinor: number,
  currency: string,
  format: Format,
): { isCurrency: boolean; text: string }[] {
  const pieces: { isCurrency: boolean; text: string }[] = [];
  for (const { type, value } of parts(amountMinor, currency, format)) {
    const isCurrency = type === "currency";
    const last = pieces.at(-1);
    if (last && last.isCurrency === isCurrency) last.text += value;
    else pieces.push({ isCurrency, text: value });
  }
  return pieces;
}

const UTC = "UTC";

/** `27 November 2026 at 09:41 UTC` in the locale's format. The server does not know the customer's time zone: the script does. */
export function dateTimeText(date: Date, locale: string, timeZone: string | undefined = UTC): string {
  const day = { day: "numeric", month: "long", year: "numeric" } as const;
  const clock = { hour: "2-digit", minute: "2-digit", timeZoneName: "short" } as const;
  return new Intl.DateTimeFormat(locale, { ...day, ...clock, timeZone }).format(date);
}

/** The same for an end. Only the day if the end is midnight or the minute before: then it is the end of that day. */
export function untilText(date: Date, locale: string, timeZone: string | undefined = UTC): string {
  const last = new Date(date.getTime() - 1);
  const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone } as const;
  const isDayEnd = new Intl.DateTimeFormat("en", clock).format(last) === "23:59";
  if (!isDayEnd) return dateTimeText(date, locale, timeZone);
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone }).format(last);
}

/** `09:41 UTC` in the locale's format; the script converts it to the customer's time zone. */
export function clockText(date: Date, locale: string): string {
  const style = { hour: "2-digit", minute: "2-digit", timeZone: "UTC", timeZoneName: "short" } as const;
  return new Intl.DateTimeFormat(locale, style).format(date);
}

/** The name of a country (ISO 3166-1 alpha-2) in a language. */
export function countryName(market: string, language: string): string {
  return new Intl.DisplayNames([language], { type: "region", fallback: "code" }).of(market) ?? market;
}

/** Formats seconds for the timer: `872` → `14:32`. */
export function timeLeft(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${String(Math.floor(whole / 60)).padStart(2, "0")}:${String(whole % 60).padStart(2, "0")}`;
}
