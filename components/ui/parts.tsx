import type { ReactNode } from "react";
import { Glyph, type GlyphName } from "./icons";
import { groupDigits } from "./money";
import s from "./ui.module.css";

export type StatusLabel = { tone: Tone; glyph: GlyphName; word: string };

export type Tone = "good" | "accent" | "warn" | "bad" | "mute";

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
      <span className={s.cut} title={name}>
        {name}
      </span>
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

/** A label, its field and its error. The field gets `id`, `aria-describedby` and `aria-invalid` from here. */
export function Field(props: {
  id: string;
  label: ReactNode;
  optional?: boolean;
  help: ReactNode;
  error: string | undefined;
  children: (wiring: { id: string; "aria-describedby"?: string; "aria-invalid"?: true }) => ReactNode;
}) {
  const { id, label, optional, help, error, children } = props;
  const describedBy = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(" ");
  return (
    <div className={s.field}>
      <label htmlFor={id}>
        {label}
        {optional ? <small>optional</small> : null}
      </label>
      {children({
        id,
        ...(describedBy ? { "aria-describedby": describedBy } : {}),
        ...(error ? { "aria-invalid": true as const } : {}),
      })}
      <FieldError id={id}>{error}</FieldError>
      {help ? (
        <p className={s.help} id={`${id}-help`}>
          {help}
        </p>
      ) : null}
    </div>
  );
}

/** The error of the field with this id; nothing without one. */
function FieldError({ id, children }: { id: string; children: string | undefined }) {
  if (!children) return null;
  return (
    <p className={s.error} id={`${id}-error`} role="alert">
      <Glyph name="fail" />
      {children}
    </p>
  );
}

type ChoicesProps = { id: string; legend: string; error?: string | undefined; children: ReactNode };

/** Checkboxes or radios under one name, with their error. */
export function Choices({ id, legend, error, children }: ChoicesProps) {
  return (
    <fieldset className={s.choices} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{legend}</legend>
      {children}
      <FieldError id={id}>{error}</FieldError>
    </fieldset>
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

/** The digit of an id that names its UUID version. */
const VERSION_AT = 14;

/** Whether a row is one of the demo's samples: their ids alone are of UUID version 8 (`server/demo/samples/dice.ts`). */
export function isSample(id: string): boolean {
  return id.charAt(VERSION_AT) === "8";
}

const SAMPLE_NOTE = "Written when the demo first started. No money moved, and its webhooks were not sent.";

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
