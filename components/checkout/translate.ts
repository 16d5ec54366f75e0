import { IntlMessageFormat, type PrimitiveType } from "intl-messageformat";
import { createElement, Fragment, type ReactElement, type ReactNode } from "react";
import { type Direction, directionOf, type Language, languageOf, localeOf, messageLocaleOf } from "./languages";
import cs from "./messages/cs.json";
import da from "./messages/da.json";
import de from "./messages/de.json";
import en from "./messages/en.json";
import es from "./messages/es.json";
import fi from "./messages/fi.json";
import fr from "./messages/fr.json";
import it from "./messages/it.json";
import nl from "./messages/nl.json";
import pl from "./messages/pl.json";
import pt from "./messages/pt.json";
import sv from "./messages/sv.json";

/** The messages of every language: ICU MessageFormat, plain text but for the `<b>` that makes words strong. */
export const MESSAGES: Record<Language, Record<string, string>> = { en, de, fr, es, it, nl, pt, pl, sv, da, fi, cs };

/** English is what the others are translated from: a key that it has not is no key. */
export type MessageKey = keyof typeof en;

/** What stands in a message's places; an element only in one that is drawn. */
export type Values = Record<string, PrimitiveType>;
export type RichValues = Record<string, PrimitiveType | ReactElement>;

/** The words of one language. Server only: no browser loads the messages. */
export type Words = {
  language: Language;
  /** BCP 47, for dates and times amid the words: the language with the shopper's region. */
  locale: string;
  /** BCP 47 of the messages themselves: by its rules they tell one from many. */
  messageLocale: string;
  direction: Direction;
  /** A message as text. */
  say: (key: MessageKey, values?: Values) => string;
  /** A message whose strong words are drawn so. */
  rich: (key: MessageKey, values?: RichValues) => ReactNode;
};

// Parsing costs more than formatting: each message is parsed once in the life of the process.
const compiled = new WeakMap<Record<string, string>, Map<string, IntlMessageFormat>>();

function messageOf(messages: Record<string, string>, locale: string, key: MessageKey): IntlMessageFormat {
  const parsed = compiled.get(messages) ?? new Map<string, IntlMessageFormat>();
  compiled.set(messages, parsed);
  const known = parsed.get(key);
  if (known) return known;
  // A test holds the languages to the same keys; should one be missing all the same, a payment does not fail for a word.
  const message = new IntlMessageFormat(messages[key] ?? en[key], locale);
  parsed.set(key, message);
  return message;
}

const strong = (chunks: ReactNode[]): ReactNode => createElement("b", null, ...chunks);

/** What says things in the language of a BCP 47 tag, or in English where the checkout does not speak it. */
export function wordsIn(tag: string): Words {
  const language = languageOf(tag);
  const messageLocale = messageLocaleOf(language);
  return wordsOver(MESSAGES[language], {
    language,
    locale: localeOf(tag),
    messageLocale,
    direction: directionOf(language),
  });
}

/** The same over any messages; what they lack is said in English. @throws Error for a place with no value for it */
export function wordsOver(
  messages: Record<string, string>,
  about: Pick<Words, "language" | "locale" | "messageLocale" | "direction">,
): Words {
  const { messageLocale } = about;
  return {
    ...about,
    say: (key, values) =>
      String(messageOf(messages, messageLocale, key).format({ ...values, b: (chunks: string[]) => chunks.join("") })),
    rich: (key, values) => {
      const parts = messageOf(messages, messageLocale, key).format<ReactNode>({ ...values, b: strong });
      return Array.isArray(parts) ? createElement(Fragment, null, ...parts) : parts;
    },
  };
}
