/** The English name of a country by its ISO 3166-1 code; an unknown code stays. */
export const COUNTRY_NAMES = new Intl.DisplayNames(["en"], { type: "region", fallback: "code" });
