/** The languages that the checkout speaks, by their ISO 639-1 codes: each has a file in `messages/`. */
export const LANGUAGES = ["en", "de", "fr", "es", "it", "nl", "pt", "pl", "sv", "da", "fi", "cs"] as const;

export type Language = (typeof LANGUAGES)[number];

/** The language of a BCP 47 tag, if the checkout speaks it; else English. */
export function languageOf(locale: string): Language {
  const { language } = new Intl.Locale(locale);
  return LANGUAGES.find((known) => known === language) ?? "en";
}

/** A language's own name, as its speakers write it: `de` → `Deutsch`. */
export function languageName(language: Language): string {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** The same region in another language: `de-CH` and `fr` → `fr-CH`. */
export function withLanguage(locale: string, language: Language): string {
  const { region } = new Intl.Locale(locale);
  return region === undefined ? language : `${language}-${region}`;
}
