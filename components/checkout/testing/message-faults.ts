import { type Language, messageLocaleOf } from "../languages/languages";
import { PLURAL, partsOf, placeholdersOf, SELECT } from "./message-parts";

type Messages = Record<string, string>;

/** The fault of one translated message, compared with the English one; null without a fault. */
function faultOf(text: string, english: string, language: Language): string | null {
  try {
    partsOf(text);
  } catch (error) {
    return `is no ICU MessageFormat: ${error}`;
  }
  const [placeholders, expected] = [placeholdersOf(text).join(), placeholdersOf(english).join()];
  if (placeholders !== expected) return `has the placeholders ${placeholders || "none"}, not ${expected || "none"}`;
  const categories = new Intl.PluralRules(messageLocaleOf(language)).resolvedOptions().pluralCategories;
  for (const part of partsOf(text)) {
    if (part.type === SELECT && !part.options["other"]) return "chooses without an other";
    if (part.type !== PLURAL) continue;
    const missing = categories.filter((category) => !part.options[category]);
    if (missing.length > 0) return `lacks the plural ${missing.join()}`;
    const unknown = Object.keys(part.options).filter((name) => !categories.some((category) => category === name));
    if (unknown.length > 0) return `has the plural ${unknown.join()}, which the language has not`;
  }
  if (/['"]|\.\.\.| {2}|^\s|\s$/.test(text))
    return "has straight quotation marks, three full stops, or spaces too many";
  return null;
}

/** All faults of a language's messages, compared with the English ones, and messages that equal the English ones. */
export function faultsOf(messages: Messages, english: Messages, language: Language, cognates: string[] = []): string[] {
  const faults: string[] = [];
  for (const [key, text] of Object.entries(english)) {
    const own = messages[key];
    if (own === undefined) faults.push(`${key} is missing`);
    else {
      const fault = faultOf(own, text, language);
      if (fault) faults.push(`${key} ${fault}`);
      if (language !== "en" && own === text && !cognates.includes(key)) faults.push(`${key} is English`);
    }
  }
  const unknown = Object.keys(messages).filter((key) => english[key] === undefined);
  const sorted = Object.keys(messages).sort();
  const unsorted = Object.keys(messages).find((key, index) => key !== sorted[index]);
  return [...faults, ...unknown.map((key) => `${key} is no key`), ...(unsorted ? [`${unsorted} is not in order`] : [])];
}

const QUOTED = /"([a-z_]+(?:\.[a-z_0-9]+)+)"/g;

/** Keys in quotation marks in the sources, known or unknown. */
function namedIn(sources: string[]): Set<string> {
  return new Set(sources.flatMap((source) => [...source.matchAll(QUOTED)].map(([, key]) => key ?? "")));
}

/** Keys that no source uses. */
export function unusedKeys(english: Messages, sources: string[]): string[] {
  const named = namedIn(sources);
  return Object.keys(english).filter((key) => !named.has(key));
}

/** Keys in the sources that do not exist. */
export function unknownKeys(english: Messages, sources: string[]): string[] {
  const literalKeys = /\b(?:t|rich)\(\s*"([a-z_]+\.[^"]*)"/g;
  const keys = sources.flatMap((source) => [...source.matchAll(literalKeys)].map(([, key]) => key ?? ""));
  return [...new Set(keys)].filter((key) => english[key] === undefined);
}
