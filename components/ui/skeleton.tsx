import type { ReactNode } from "react";
import { Heading } from "./heading";
import s from "./table.module.css";
import ui from "./ui.module.css";

const ROWS = [62, 48, 71, 55, 66, 50, 59, 44];

/** A list while it loads: placeholder rows, so that the layout stays. */
export function TableSkeleton({ label, heads }: { label: string; heads: readonly string[] }) {
  return (
    <div className={s.wrap} aria-busy="true">
      <p className={ui.hidden} role="status">
        {label}
      </p>
      <table className={s.table} aria-hidden="true">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.map((width) => (
            <tr key={width}>
              {heads.map((head, index) => (
                <td key={head} data-on={index === 0 ? "title" : undefined}>
                  <span className={ui.skeleton} style={{ width: `${width}%` }} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** `API keys` has its capitals inside a sentence too. */
const inSentence = (title: string) => title.replace(/^[A-Z](?![A-Z])/, (first) => first.toLowerCase());

type Parts = { lead?: string; tabs?: ReactNode; label?: string };

/** The page of a list while it loads: `loading.tsx`. */
export function pageSkeleton(title: string, heads: readonly string[], { lead, tabs, label }: Parts = {}) {
  return function Loading() {
    return (
      <>
        <Heading title={title} lead={lead} />
        {tabs}
        <TableSkeleton label={label ?? `Loading ${inSentence(title)}`} heads={heads} />
      </>
    );
  };
}
