const PLAIN: Record<string, string> = { ß: "ss", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", æ: "ae", œ: "oe", ı: "i" };

/** Lower case without marks: `Česká spořitelna` → `ceska sporitelna`. Letters that do not decompose are spelled out. */
export function fold(text: string): string {
  const bare = text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  return bare.replace(/[ßøłđðþæœı]/g, (letter) => PLAIN[letter] ?? letter);
}

/** Whether every word of the query begins a word of the folded keys, or stands inside one from its second letter on. */
export function matches(query: string, keys: string): boolean {
  return fold(query)
    .split(/\s+/)
    .every((word) => (word.length > 1 ? keys.includes(word) : ` ${keys}`.includes(` ${word}`)));
}
