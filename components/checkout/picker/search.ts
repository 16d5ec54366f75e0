// The bank search: on the server for the form without a script, in the browser on every keystroke.

/** The names of a bank. */
export type Named = {
  displayName: string;
  name: string;
  aliases: readonly string[];
  bic: string | null;
  slug: string;
};

/** A folded name from each of its words on, without separators: `Air Bank` → `airbank`, `bank`. */
type Starts = readonly string[];

/** A bank's search entry. */
export type Entry = { name: Starts; legal: Starts; aliases: readonly Starts[]; bic: string };

/** The typed text, as a name and as a BIC. */
type Query = { words: readonly string[]; whole: string; bic: string };

const PLAIN: Record<string, string> = {
  ß: "ss",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  æ: "ae",
  œ: "oe",
  ı: "i",
  ς: "σ",
};
/** Words for "&", ignored like "&" itself. */
const AND = new Set("and und et y e en og och".split(" "));
/** A shorter BIC prefix matches too many banks by coincidence. */
const MIN_BIC_CHARACTERS = 4;
/** ISO 9362: the first eight characters of a BIC identify the bank, three more a branch. */
const BIC_BANK_CHARACTERS = 8;
const BIC_CHARACTERS = 11;
const MIN_INSIDE_CHARACTERS = 2;

/**
 * Lower case without diacritics: `Česká spořitelna` → `ceska sporitelna`. Letters that do not decompose are spelled
 * out, and the German and Nordic spellings of umlauts equal the bare letter: `Müller`, `Mueller` and `muller` match.
 */
export function fold(text: string): string {
  const bare = text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
  const plain = bare.replace(/[ßøłđðþæœıς]/g, (letter) => PLAIN[letter] ?? letter);
  return plain.replace(/([aou])e|a(a)/g, "$1$2");
}

function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

function withoutAnd(words: string[]): string[] {
  const telling = words.filter((word) => !AND.has(word));
  return telling.length > 0 ? telling : words;
}

function startsOf(text: string): Starts {
  const words = wordsOf(text);
  const telling = withoutAnd(words);
  const starts = (list: string[]) => list.map((_, index) => list.slice(index).join(""));
  // A partially typed "and" is not ignored, so names that contain it are still found while it is typed.
  return telling.length === words.length ? starts(words) : [...starts(telling), ...starts(words)];
}

const SEPARATOR = "|";

/** A bank's names besides the display name, as one text in the page for the script. */
export function keysOf({ displayName, name, aliases, bic, slug }: Named): string {
  // In nearly every catalogue the slug equals the display name.
  const ownSlug = startsOf(slug)[0] === startsOf(displayName)[0] ? [] : [slug];
  return [bic ?? "", name, ...aliases, ...ownSlug].join(SEPARATOR);
}

/** Builds a bank's search entry from its display name and the result of `keysOf`. */
export function entryOf(displayName: string, keys: string): Entry {
  const [bic = "", legal = "", ...aliases] = keys.split(SEPARATOR);
  return {
    name: startsOf(displayName),
    legal: startsOf(legal),
    aliases: aliases.map(startsOf),
    bic: bic.toLowerCase().slice(0, BIC_BANK_CHARACTERS),
  };
}

function queryOf(text: string): Query {
  const words = withoutAnd(wordsOf(text));
  return { words, whole: words.join(""), bic: text.toLowerCase().replace(/[^a-z0-9]/g, "") };
}

/** Whether every typed word begins a word of the name, in any order, or all of them together do without spaces. */
function startsWords(starts: Starts, { words, whole }: Query): boolean {
  const begins = (word: string) => starts.some((start) => start.startsWith(word));
  return begins(whole) || words.every(begins);
}

function isBicOf(bic: string, query: Query): boolean {
  const { length } = query.bic;
  if (bic === "" || length < MIN_BIC_CHARACTERS || length > BIC_CHARACTERS) return false;
  return bic.startsWith(query.bic) || query.bic.startsWith(bic);
}

function isInside({ name, legal, aliases, bic }: Entry, { words }: Query): boolean {
  const all = [name, legal, ...aliases];
  const somewhere = all.map(([whole]) => whole ?? "").concat(bic);
  return words.every((word) => {
    if (word.length >= MIN_INSIDE_CHARACTERS) return somewhere.some((text) => text.includes(word));
    return all.some((starts) => starts.some((start) => start.startsWith(word)));
  });
}

/**
 * The rank of a bank for a query, best first: its name begins with it, a word of its name does, another of its names, a
 * word of that, its BIC, or one of them contains it. Null: no match.
 */
function rankOf(entry: Entry, query: Query): number | null {
  const others = [...entry.aliases, entry.legal];
  if (entry.name[0]?.startsWith(query.whole)) return 0;
  if (startsWords(entry.name, query)) return 1;
  if (others.some(([whole]) => whole?.startsWith(query.whole))) return 2;
  if (others.some((starts) => startsWords(starts, query))) return 3;
  if (isBicOf(entry.bic, query)) return 4;
  return isInside(entry, query) ? 5 : null;
}

/**
 * The hits among the items, best first; equal hits keep their order, in which top banks come first. A text without a
 * letter or digit matches all.
 */
export function search<T>(items: readonly T[], text: string, entry: (item: T) => Entry): T[] {
  const query = queryOf(text);
  if (query.words.length === 0) return [...items];
  const ranked = items.flatMap((item) => {
    const rank = rankOf(entry(item), query);
    return rank === null ? [] : [{ item, rank }];
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ item }) => item);
}
