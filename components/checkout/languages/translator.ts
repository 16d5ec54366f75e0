import { IntlMessageFormat, type PrimitiveType } from "intl-messageformat";
import { createElement, Fragment, type ReactElement, type ReactNode } from "react";
import cs from "../messages/cs.json";
import da from "../messages/da.json";
import de from "../messages/de.json";
import en from "../messages/en.json";
import es from "../messages/es.json";
import fi from "../messages/fi.json";
import fr from "../messages/fr.json";
import it from "../messages/it.json";
import nl from "../messages/nl.json";
import pl from "../messages/pl.json";
import pt from "../messages/pt.json";
import sv from "../messages/sv.json";
import { type Direction, directionOf, type Language, languageOf, localeOf, messageLocaleOf } from "./languages";

/** The messages of every language: ICU MessageFormat, plain text except for `<b>`. */
export const MESSAGES: Record<Language, Record<string, string>> = { en, de, fr, es, it, nl, pt, pl, sv, da, fi, cs };

/** English is the source of the translations: its keys are the valid keys. */
export type MessageKey = keyof typeof en;

/** Values of a message's placeholders; elements only for `rich`. */
export type Values = Record<string, PrimitiveType>;
export type RichValues = Record<string, PrimitiveType | ReactElement>;

/** The messages of one language. Server only: browsers do not load them. */
export type Translator = {
  language: Language;
  /** BCP 47, for dates and times in messages: the language with the customer's region. */
  locale: string;
  /** BCP 47 of the messages themselves: its plural rules apply. */
  messageLocale: string;
  direction: Direction;
  /** A message as text. */
  t: (key: MessageKey, values?: Values) => string;
  /** A message whose `<b>` parts are rendered as elements. */
  rich: (key: MessageKey, values?: RichValues) => ReactNode;
};

// Parsing costs more than formatting, so each message is parsed once per process.
const compiled = new WeakMap<Record<string, string>, Map<string, IntlMessageFormat>>();

function messageOf(messages: Record<string, string>, locale: string, key: MessageKey): IntlMessageFormat {
  const parsed = compiled.get(messages) ?? new Map<string, IntlMessageFormat>();
  compiled.set(messages, parsed);
  const known = parsed.get(key);
  if (known) return known;
  // A test requires every key in every language. If one is missing, the English text is shown.
  const message = new IntlMessageFormat(messages[key] ?? en[key], locale);
  parsed.set(key, message);
  return message;
}

const strong = (chunks: ReactNode[]): ReactNode => createElement("b", null, ...chunks);

/** The translator for a BCP 47 tag; English for a language without messages. */
export function translatorFor(tag: string): Translator {
  const language = languageOf(tag);
  const messageLocale = messageLocaleOf(language);
  return createTranslator(MESSAGES[language], {
    language,
    locale: localeOf(tag),
    messageLocale,
    direction: directionOf(language),
  });
}

/** A translator over any messages; missing keys fall back to English. @throws Error for a placeholder without a value */
export function createTranslator(
  messages: Record<string, string>,
  about: Pick<Translator, "language" | "locale" | "messageLocale" | "direction">,
): Translator {
  const { messageLocale } = about;
  return {
    ...about,
    t: (key, values) =>
      String(messageOf(messages, messageLocale, key).format({ ...values, b: (chunks: string[]) => chunks.join("") })),
    rich: (key, values) => {
      const parts = messageOf(messages, messageLocale, key).format<ReactNode>({ ...values, b: strong });
      return Array.isArray(parts) ? createElement(Fragment, null, ...parts) : parts;
    },
  };
}
