import { directionOf } from "../languages/languages";
import { createTranslator, MESSAGES, type Translator } from "../languages/translator";
import { LITERAL, type Node, PLURAL, POUND, parse, SELECT, TAG } from "./message-parts";

/**
 * Pseudo-languages for layout tests, generated from the English messages, with the usual tags. `en-XA`: every text at
 * least 40 % longer, in accented letters and brackets. `ar-XB`: right-to-left, each word reversed.
 */
export const PSEUDO_LANGUAGES = ["en-XA", "ar-XB"] as const;

export type PseudoLanguage = (typeof PSEUDO_LANGUAGES)[number];

const LONGER = 1.4;
const ACCENTED = new Map(
  Object.entries({
    ...{ a: "á", b: "ƀ", c: "ç", d: "ð", e: "é", f: "ƒ", g: "ğ", h: "ĥ", i: "í", j: "ĵ", k: "ķ", l: "ļ", m: "ɱ" },
    ...{ n: "ñ", o: "ó", p: "þ", r: "ŕ", s: "š", t: "ţ", u: "ú", v: "ṽ", w: "ŵ", x: "ẋ", y: "ý", z: "ž" },
    ...{
      A: "Å",
      B: "Ɓ",
      C: "Ç",
      D: "Ð",
      E: "É",
      I: "Î",
      L: "Ļ",
      N: "Ñ",
      O: "Ö",
      P: "Þ",
      S: "Š",
      T: "Ţ",
      U: "Û",
      Y: "Ý",
    },
  }),
);
const VOWELS = /[aeiou]/gi;

/** Lengthens a text at its vowels, because translations are longer than English. */
function stretched(text: string): string {
  const vowels = text.match(VOWELS)?.length ?? 0;
  const extra = Math.ceil(text.length * (LONGER - 1));
  const times = vowels === 0 ? 0 : Math.ceil(extra / vowels);
  const longer = text.replace(VOWELS, (vowel) => vowel + vowel.toLowerCase().repeat(times));
  return [...longer].map((letter) => ACCENTED.get(letter) ?? letter).join("");
}

const RIGHT_TO_LEFT_OVERRIDE = "\u202e";
const POP_DIRECTION = "\u202c";

/** Words reversed for right-to-left reading; their order follows from the page's direction. */
function turned(text: string): string {
  return text.replace(/\p{L}[\p{L}\p{N}’-]*/gu, (word) => `${RIGHT_TO_LEFT_OVERRIDE}${word}${POP_DIRECTION}`);
}

/** Rebuilds a message from its parts, with its plain text changed. */
function rewritten(nodes: readonly Node[], change: (text: string) => string): string {
  const print = (node: Node): string => {
    if (node.type === LITERAL) return change(node.value);
    if (node.type === POUND) return "#";
    if (node.type === TAG) return `<${node.value}>${rewritten(node.children, change)}</${node.value}>`;
    if (node.type !== SELECT && node.type !== PLURAL) return `{${node.value}}`;
    const cases = Object.entries(node.options).map(([name, { value }]) => `${name} {${rewritten(value, change)}}`);
    return `{${node.value}, ${node.type === PLURAL ? "plural" : "select"}, ${cases.join(" ")}}`;
  };
  return nodes.map(print).join("");
}

function made(change: (text: string) => string, around: (message: string) => string): Record<string, string> {
  const messages = Object.entries(MESSAGES.en);
  return Object.fromEntries(messages.map(([key, message]) => [key, around(rewritten(parse(message), change))]));
}

const PSEUDO: Record<PseudoLanguage, Record<string, string>> = {
  "en-XA": made(stretched, (message) => `[${message}]`),
  "ar-XB": made(turned, (message) => message),
};

/** The translator of a pseudo-language, for `page.translator` in tests. */
export function pseudoTranslator(language: PseudoLanguage): Translator {
  return createTranslator(PSEUDO[language], {
    language: "en",
    locale: language,
    messageLocale: "en-GB",
    direction: directionOf(language),
  });
}
