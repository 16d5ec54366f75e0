const ARTICLES = new Set(
  "a an the of and & da das de del della den der des di do dos du e een el et für het i il la las le les los och og of op und van von y".split(
    " ",
  ),
);

/**
 * One or two letters for a name: the first letters of two words without articles; the first two of an acronym of
 * capitals or digits; else the first two letters of the word.
 */
export function lettersOf(name: string): string {
  const words = name.split(/[\s./·–-]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const first = words[0];
  if (first === undefined) return "?";
  if (/^[\p{Lu}\p{N}]{2,4}$/u.test(first)) return [...first].slice(0, 2).join("");
  const telling = words.filter((word) => !ARTICLES.has(word.toLowerCase()));
  const [one, two] = telling.length > 0 ? telling : words;
  const initial = (word: string) => word.match(/[\p{L}\p{N}]/u)?.[0] ?? "";
  if (one !== undefined && two !== undefined) return (initial(one) + initial(two)).toUpperCase();
  const letters = [...(one ?? first)].filter((letter) => /[\p{L}\p{N}]/u.test(letter));
  return (letters[0] ?? "").toUpperCase() + (letters[1] ?? "").toLowerCase();
}
