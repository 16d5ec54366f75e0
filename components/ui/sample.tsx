import type { ReactNode } from "react";
import s from "./ui.module.css";

/** The digit of an id that names its UUID version. */
const VERSION_AT = 14;

/** Whether a row is one of the demo's samples: their ids alone are of UUID version 8 (`server/demo/samples/dice.ts`). */
export function isSample(id: string): boolean {
  return id.charAt(VERSION_AT) === "8";
}

export const SAMPLE_NOTE = "Written when the demo first started. No money moved, and its webhooks were not sent.";

/** A cell's words, and after them the mark of a sample, which takes little room: every row of a list may have it. */
export function Tagged({ id, children }: { id: string; children: ReactNode }) {
  return (
    <span className={s.tagged}>
      {children}
      {isSample(id) ? (
        <span className={s.sample} title={SAMPLE_NOTE}>
          <span className={s.hidden}>Sample</span>
        </span>
      ) : null}
    </span>
  );
}

/** What the mark in a list means, if one of its rows has it. */
export function SampleLegend({ rows }: { rows: readonly { id: string }[] }) {
  if (!rows.some(({ id }) => isSample(id))) return null;
  return (
    <>
      <span className={s.beforeLegend}> </span>
      <span className={s.legend} title={SAMPLE_NOTE}>
        <span className={s.sample} aria-hidden="true" /> Sample
      </span>
    </>
  );
}

/** Marks a sample of the demo; nothing for any other row. */
export function SampleTag({ id }: { id: string }) {
  if (!isSample(id)) return null;
  return (
    <span className={s.tag} data-quiet="" title={SAMPLE_NOTE}>
      Sample
    </span>
  );
}
