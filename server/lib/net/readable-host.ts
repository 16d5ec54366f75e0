import { domainToUnicode } from "node:url";

/** Scripts in everyday use (Unicode UAX #31, table 5), and the mixtures whose letters readers can tell apart (UTS #39 §5.2). */
const SCRIPTS = [
  ["Latin", "Han", "Hiragana", "Katakana"],
  ["Latin", "Han", "Bopomofo"],
  ["Latin", "Han", "Hangul"],
  ..."Arabic Armenian Bengali Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hebrew Kannada Khmer Lao Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan"
    .split(" ")
    .map((script) => [script]),
];
/** `Common`: digits, hyphens, dots. `Inherited`: marks, which have their letter's script. */
const UNMIXED = SCRIPTS.map((scripts) => {
  const letters = [...scripts, "Common", "Inherited"].map((script) => `\\p{Script=${script}}`);
  return new RegExp(`^[${letters.join("")}]*$`, "u");
});

/** Whether the letters of a text are of one script: a Cyrillic "а" between Latin letters looks like a Latin one. */
export function isOneScript(text: string): boolean {
  return UNMIXED.some((pattern) => pattern.test(text));
}

/**
 * A host in its own letters, if those of all its labels are of one script, so that it can't be read as another host
 * ("bаnk.example"); else in the given ASCII form (Punycode).
 */
export function readableHost(ascii: string): string {
  const readable = domainToUnicode(ascii);
  return isOneScript(readable) ? readable : ascii;
}
