/** How numbers are written: the shopper's locale, and the ISO 4217 decimals of the currency (Intl's own differ for some). */
export type Format = { locale: string; exponent: number };

/** Room for every tag of a language, script, region and variants (RFC 5646 §4.4.1), as in the API. */
const MAX_TAG_CHARACTERS = 35;

/**
 * A BCP 47 tag as Intl writes it, if numbers can be written in its language; of a region that is unknown the language is
 * enough. What a tag asks for besides, such as other digits, is left out: money reads the same for everybody. Null for a
 * tag that is malformed, too long, or of a language without data here: Intl alone would take the server's own.
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

/** The first tag that is a known locale; `en` when none is. */
export function canonicalLocale(...tags: (string | null)[]): string {
  return tags.map((tag) => tag && knownLocale(tag)).find(Boolean) || "en";
}

function parts(amountMinor: number, currency: string, { locale, exponent }: Format): Intl.NumberFormatPart[] {
  const digits = { minimumFractionDigits: exponent, maximumFractionDigits: exponent };
  return new Intl.NumberFormat(locale, { style: "currency", currency, ...digits }).formatToParts(
    amountMinor / 10 ** exponent,
  );
}

/** Minor units as people read them: `7450, "EUR"` → `€74.50`. */
export function amountText(amountMinor: number, currency: string, format: Format): string {
  return parts(amountMinor, currency, format)
    .map((part) => part.value)
    .join("");
}

/** The same in pieces, so that the currency can be drawn lighter than the number; the space between stands with it. */
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

/** `27 November 2026` in a locale's own order, in UTC: the server does not know the shopper's zone. */
export function dateText(date: Date, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(date);
}

/** `09:41 UTC` as a locale writes it; the script rewrites it in the shopper's own zone. */
export function clockText(date: Date, locale: string): string {
  const style = { hour: "2-digit", minute: "2-digit", timeZone: "UTC", timeZoneName: "short" } as const;
  return new Intl.DateTimeFormat(locale, style).format(date);
}

/** The name of an ISO 3166-1 alpha-2 country in a language. */
export function countryName(market: string, language: string): string {
  return new Intl.DisplayNames([language], { type: "region", fallback: "code" }).of(market) ?? market;
}

/** Seconds as the timer shows them: `872` → `14:32`. */
export function timeLeft(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${String(Math.floor(whole / 60)).padStart(2, "0")}:${String(whole % 60).padStart(2, "0")}`;
}
