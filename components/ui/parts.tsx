import type { ReactNode } from "react";
import { Glyph, type GlyphName, Mark } from "./icons";
import { groupDigits } from "./money";
import s from "./ui.module.css";

export type StatusLabel = { tone: Tone; glyph: GlyphName; word: string };

export type Tone = "good" | "accent" | "warn" | "bad" | "mute";

/** Of people, merchants and keys. */
export const ACTIVE: StatusLabel = { tone: "good", glyph: "done", word: "Active" };
export const DISABLED: StatusLabel = { tone: "mute", glyph: "stop", word: "Disabled" };

/** Bankside's logo and name, which lead home. */
export function Brand() {
  return (
    <a className={s.brand} href="/">
      <Mark size={28} />
      Bankside
    </a>
  );
}

/** A status is a glyph and a word: never a colour alone. */
export function Status({ tone, glyph, children }: { tone: Tone; glyph: GlyphName; children: ReactNode }) {
  return (
    <span className={s.status} data-tone={tone}>
      <Glyph name={glyph} />
      <span>{children}</span>
    </span>
  );
}

export function StatusOf({ label: { tone, glyph, word } }: { label: StatusLabel }) {
  return (
    <Status tone={tone} glyph={glyph}>
      {word}
    </Status>
  );
}

/** An amount with its code behind it, in a fixed width so that decimals align. */
export function Money({ decimal, currency }: { decimal: string; currency: string }) {
  return (
    <span className={s.money}>
      {groupDigits(decimal)} <span className={s.currency}>{currency}</span>
    </span>
  );
}

/** A missing value: a dash, read as "none". */
export function None() {
  return (
    <span className={s.dim}>
      <span aria-hidden="true">–</span>
      <span className={s.hidden}>none</span>
    </span>
  );
}

/** A bank by its monogram and name. */
export function Bank({ name }: { name: string }) {
  return (
    <span className={s.bank}>
      <span className={s.monogram} aria-hidden="true">
        {name.slice(0, 1).toUpperCase()}
      </span>
      <span>{name}</span>
    </span>
  );
}

export function TestTag({ word = "Test" }: { word?: string }) {
  return (
    <span className={s.tag}>
      <Glyph name="half" />
      {word}
    </span>
  );
}

/** A notice: what happened, why, and what to do. */
export function Note({ tone, children, action }: { tone: "warn" | "bad"; children: ReactNode; action?: ReactNode }) {
  return (
    <div className={s.note} data-tone={tone} role={tone === "bad" ? "alert" : undefined}>
      <Glyph name="warn" />
      <span>{children}</span>
      {action}
    </div>
  );
}

/** A list or a page without content: what is absent, why, and what to do. */
export function EmptyState(props: { title: ReactNode; children: ReactNode; action?: ReactNode }) {
  return (
    <section className={s.empty}>
      <h2>{props.title}</h2>
      <p>{props.children}</p>
      {props.action ? <div className={s.actions}>{props.action}</div> : null}
    </section>
  );
}

/** Details while they load. `widths`: of its lines, in percent. */
export function DetailSkeleton({ label, widths = [60, 90, 40, 75] }: { label: string; widths?: readonly number[] }) {
  return (
    <p role="status" aria-busy="true" className={s.lines}>
      <span className={s.hidden}>{label}</span>
      {widths.map((width) => (
        <span key={width} className={s.skeleton} style={{ width: `${width}%` }} />
      ))}
    </p>
  );
}

/** Preformatted text, which scrolls by keyboard too (WCAG 2.1.1). */
export function Pre({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <pre className={s.pre} tabIndex={0}>
      {children}
    </pre>
  );
}
