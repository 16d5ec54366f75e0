import type { ReactNode } from "react";
import { Pre } from "../../ui/parts";
import { visible } from "../deliveries/delivery-message";
import { REDACTED } from "./complete-call";

const INDENT = "  ";

type Marks = { wrong: ReadonlySet<string> };

/**
 * JSON with highlighting: muted names, marked redacted values, and marked errors of the request. `wrong`: fields in the
 * contract's notation, `order.amount`.
 */
export function JsonText({ value, wrong = [] }: { value: unknown; wrong?: readonly string[] }) {
  return <Pre>{draw(value, "", "", { wrong: new Set(wrong) })}</Pre>;
}

function draw(value: unknown, field: string, indent: string, marks: Marks): ReactNode {
  const drawn = drawPlain(value, field, indent, marks);
  return marks.wrong.has(field) ? <mark data-wrong="">{drawn}</mark> : drawn;
}

function drawPlain(value: unknown, field: string, indent: string, marks: Marks): ReactNode {
  if (typeof value === "string") return value.includes(REDACTED) ? <LeftOut text={value} /> : <b>{quoted(value)}</b>;
  if (value === null || typeof value !== "object") return String(value);
  const isList = Array.isArray(value);
  const entries = Object.entries(value);
  const [open, close] = isList ? "[]" : "{}";
  if (entries.length === 0) return `${open}${close}`;
  const inner = indent + INDENT;
  return (
    <>
      {open}
      {entries.map(([name, child], index) => {
        const at = isList ? `${field}[${name}]` : field === "" ? name : `${field}.${name}`;
        return (
          <span key={name}>
            {`\n${inner}`}
            {isList ? null : <i>{quoted(name)}: </i>}
            {draw(child, at, inner, marks)}
            {index < entries.length - 1 ? "," : ""}
          </span>
        );
      })}
      {`\n${indent}${close}`}
    </>
  );
}

/** A text that contains a redacted part: the rest of it is shown. */
function LeftOut({ text }: { text: string }) {
  if (text === REDACTED) return <mark data-left-out="">redacted</mark>;
  return (
    <b>
      {quoted(text).split(REDACTED)[0]}
      <mark data-left-out="">redacted</mark>
      {quoted(text).split(REDACTED).slice(1).join("…")}
    </b>
  );
}

function quoted(text: string): string {
  return visible(JSON.stringify(text));
}
