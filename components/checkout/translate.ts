import { IntlMessageFormat, type PrimitiveType } from "intl-messageformat";
import { createElement, Fragment, type ReactNode } from "react";
import type { Language } from "./languages";
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

export type Values = Record<string, PrimitiveType>;

/** The words of one language. Server only: no browser loads the messages. */
export type Words = {
  language: Language;
  /** A message as text. */
  say: (key: MessageKey, values?: Values) => string;
  /** A message whose strong words are drawn so. */
  rich: (key: MessageKey, values?: Values) => ReactNode;
};

const compiled = new Map<string, IntlMessageFormat>();

// Parsing costs more than formatting: each message is parsed once in the life of the process.
function messageOf(language: Language, key: MessageKey): IntlMessageFormat {
  const id = `${language} ${key}`;
  const known = compiled.get(id);
  if (known) return known;
  const text = MESSAGES[language][key];
  if (text === undefined) throw new Error(`The ${language} messages have no "${key}".`);
  const message = new IntlMessageFormat(text, language);
  compiled.set(id, message);
  return message;
}

const strong = (chunks: ReactNode[]): ReactNode => createElement("b", null, ...chunks);

/** What says things in a language. */
export function wordsIn(language: Language): Words {
  return {
    language,
    say: (key, values) =>
      String(messageOf(language, key).format({ ...values, b: (chunks: string[]) => chunks.join("") })),
    rich: (key, values) => {
      const parts = messageOf(language, key).format<ReactNode>({ ...values, b: strong });
      return Array.isArray(parts) ? createElement(Fragment, null, ...parts) : parts;
    },
  };
}
