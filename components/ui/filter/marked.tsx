/** Letters without accents, in lower case; each takes as many places as before. */
function fold(text: string): string {
  return [...text].map((letter) => letter.normalize("NFD").charAt(0).toLowerCase()).join("");
}

/** A text with the typed words marked where words of it begin so, in any case and without accents. */
export function Marked({ words, text }: { words: string; text: string | undefined }) {
  const letters = [...words];
  const folded = fold(words);
  const isMarked = letters.map(() => false);
  for (const term of fold(text ?? "").split(/\s+/)) {
    for (let at = term === "" ? -1 : folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + 1)) {
      if (at === 0 || !/[\p{L}\p{N}]/u.test(folded.charAt(at - 1))) isMarked.fill(true, at, at + term.length);
    }
  }
  const parts: { isFound: boolean; words: string; at: number }[] = [];
  for (const [at, letter] of letters.entries()) {
    const last = parts.at(-1);
    if (last && last.isFound === isMarked[at]) last.words += letter;
    else parts.push({ isFound: isMarked[at] === true, words: letter, at });
  }
  return parts.map((part) => (part.isFound ? <mark key={part.at}>{part.words}</mark> : part.words));
}
