/** The languages that the checkout speaks, by their ISO 639-1 codes: each has a file in `messages/`. */
export const LANGUAGES = ["en", "de", "fr", "es", "it", "nl", "pt", "pl", "sv", "da", "fi", "cs"] as const;

export type Language = (typeof LANGUAGES)[number];

/** Whether a page is read from the right. */
export type Direction = "ltr" | "rtl";

/** The language of a BCP 47 tag, if the checkout speaks it. */
export function spokenLanguage(locale: string): Language | null {
  const { language } = new Intl.Locale(locale);
  return LANGUAGES.find((known) => known === language) ?? null;
}

/** The same, else English. */
export function languageOf(locale: string): Language {
  return spokenLanguage(locale) ?? "en";
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

// What a language is without a region: the words are British and European, and Intl would take them for American ones.
const HOMES: Partial<Record<Language, string>> = { en: "en-GB", pt: "pt-PT" };

/** The locale that a language's messages are written in: its numbers and plural rules hold in them. */
export function messageLocaleOf(language: Language): string {
  return HOMES[language] ?? language;
}

/**
 * How dates and times are written amid a language's words: as in the region of `locale` where Intl knows the language
 * there, so that an American reads `November 27, 2026`; a tag of a language that the checkout does not speak is English.
 */
export function localeOf(locale: string): string {
  const language = languageOf(locale);
  const resolved = new Intl.DateTimeFormat(withLanguage(locale, language)).resolvedOptions().locale;
  return resolved === language ? messageLocaleOf(language) : resolved;
}

// ISO 15924 codes of the scripts that are written from the right; a language's usual script follows from CLDR's data.
const FROM_RIGHT = new Set(["Adlm", "Arab", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa"]);

/** The side that a locale is read from. */
export function directionOf(locale: string): Direction {
  return FROM_RIGHT.has(new Intl.Locale(locale).maximize().script ?? "") ? "rtl" : "ltr";
}
