/** The English name of a country by its ISO 3166-1 code; an unknown code stays. */
export const COUNTRY_NAMES = new Intl.DisplayNames(["en"], { type: "region", fallback: "code" });

const LANGUAGE_NAMES = new Intl.DisplayNames(["en"], { type: "language", fallback: "code" });

/**
 * The English name of a BCP 47 tag's language, as the Console is in English. `Čeština` alone would load the face of the
 * extended Latin letters.
 */
export function formatLanguage(tag: string): string {
  // Without extensions, such as `-u-hc-h12`: `of` throws for them (ECMA-402), which V8 alone does not do.
  return LANGUAGE_NAMES.of(new Intl.Locale(tag).baseName) ?? tag;
}
