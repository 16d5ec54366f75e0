import s from "./ui.module.css";

/** The digit of an id that names its UUID version. */
const VERSION_AT = 14;

/** Whether a row is one of the demo's samples: their ids alone are of UUID version 8 (`server/demo/samples/dice.ts`). */
export function isSample(id: string): boolean {
  return id.charAt(VERSION_AT) === "8";
}

/** Marks a sample of the demo; nothing for any other row. */
export function SampleTag({ id }: { id: string }) {
  if (!isSample(id)) return null;
  return (
    <span
      className={s.tag}
      data-quiet=""
      title="Written when the demo first started. No money moved, and no webhook was sent."
    >
      Sample
    </span>
  );
}
