/** The checkout's languages by ISO 639-1 code: each has a file in `messages/`. */
export const LANGUAGES = ["en", "de", "fr", "es", "it", "nl", "pt", "pl", "sv", "da", "fi", "cs"] as const;

export type Language = (typeof LANGUAGES)[number];

/** The text direction of a page. */
export type Direction = "ltr" | "rtl";

/** The language of a BCP 47 tag; null if the checkout does not support it. */
export function spokenLanguage(locale: string): Language | null {
  const { language } = new Intl.Locale(locale);
  return LANGUAGES.find((known) => known === language) ?? null;
}

/** The language of a BCP 47 tag; English if the checkout does not support it. */
export function languageOf(locale: string): Language {
  return spokenLanguage(locale) ?? "en";
}

/** A language's name in that language: `de` → `Deutsch`. */
export function languageName(language: Language): string {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** The same region in another language: `de-CH` and `fr` → `fr-CH`. */
export function withLanguage(locale: string, language: Language): string {
  const { region } = new Intl.Locale(locale);
  return region === undefined ? language : `${language}-${region}`;
}

// Default locales of languages whose messages are British or European: Intl would default to American conventions.
const HOMES: Record<string, string> = { en: "en-GB", pt: "pt-PT" };

/** A locale, for numbers and plural rules; of a language alone the locale of its messages. */
export function messageLocaleOf(locale: string): string {
  return HOMES[locale] ?? locale;
}

/**
 * The locale for dates and times in a language's texts: the region of `locale` if Intl knows the language there, so
 * that an American sees `November 27, 2026`. English for an unsupported language.
 */
export function localeOf(locale: string): string {
  const language = languageOf(locale);
  const resolved = new Intl.DateTimeFormat(withLanguage(locale, language)).resolvedOptions().locale;
  return resolved === language ? messageLocaleOf(language) : resolved;
}

// ISO 15924 codes of right-to-left scripts; Intl derives a language's usual script from CLDR.
const FROM_RIGHT = new Set(["Adlm", "Arab", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa"]);

/** The text direction of a locale. */
export function directionOf(locale: string): Direction {
  return FROM_RIGHT.has(new Intl.Locale(locale).maximize().script ?? "") ? "rtl" : "ltr";
}
