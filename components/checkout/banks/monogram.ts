const HUES = 12;
const ARTICLES = new Set(
  "a an the of and & da das de del della den der des di do dos du e een el et für het i il la las le les los och og of op und van von y".split(
    " ",
  ),
);

/** 32-bit FNV-1a (Fowler, Noll, Vo; RFC 9923), over UTF-16 code units. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}

/** A hue (0–11) for a name: the same in every page and image. */
export function hueOf(name: string): number {
  return fnv1a(name) % HUES;
}

/**
 * One to four letters for a name: an acronym of two to four capitals or digits stays whole; else the first letters of
 * two words without articles; else the first two letters.
 */
export function lettersOf(name: string): string {
  const words = name.split(/[\s./·–-]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const first = words[0];
  if (first === undefined) return "?";
  if (/^[\p{Lu}\p{N}]{2,4}$/u.test(first)) return first;
  const telling = words.filter((word) => !ARTICLES.has(word.toLowerCase()));
  const [one, two] = telling.length > 0 ? telling : words;
  const initial = (word: string) => word.match(/[\p{L}\p{N}]/u)?.[0] ?? "";
  if (one !== undefined && two !== undefined) return (initial(one) + initial(two)).toUpperCase();
  const letters = [...(one ?? first)].filter((letter) => /[\p{L}\p{N}]/u.test(letter));
  return (letters[0] ?? "").toUpperCase() + (letters[1] ?? "").toLowerCase();
}
