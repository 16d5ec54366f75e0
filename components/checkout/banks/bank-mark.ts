import data from "./marks.json";
import { lettersOf } from "./monogram";

/** A bank's mark: two letters on an ink, in a shape. The ink and the shape are indexes into `INKS` and `SHAPES`. */
type Mark = { letters: string; ink: number; shape: number };

/** The inks of the marks, the same in both themes, and the colour of the letters on them: 4.5:1 at least. */
export const INKS: readonly { name: string; ground: string; letters: string }[] = data.inks;
export const SHAPES: readonly string[] = data.shapes;

const MARKS: Readonly<Record<string, string>> = data.marks;

/** 32-bit FNV-1a (Fowler, Noll, Vo; RFC 9923), over UTF-16 code units. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}

/**
 * The mark of a bank. It is stored for the banks of the catalogue and never computed again, because shoppers recognise
 * a bank by its colour: a new bank must not repaint the others. Any other bank gets one from its name.
 */
export function markOf(id: string | null, name: string): Mark {
  const stored = id === null ? undefined : MARKS[id];
  if (stored === undefined) {
    const hash = fnv1a(name);
    const shape = Math.floor(hash / INKS.length) % SHAPES.length;
    return { letters: lettersOf(name), ink: hash % INKS.length, shape };
  }
  const [letters = "", ink = "", shape = ""] = stored.split(" ");
  return { letters, ink: INKS.findIndex(({ name: known }) => known === ink), shape: SHAPES.indexOf(shape) };
}
