import type { ReactNode } from "react";
import s from "./stat.module.css";

/** A name and its value in a description list. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Figures, four in a line; on a phone two. */
export function Stats({ children }: { children: ReactNode }) {
  return <dl className={s.stats}>{children}</dl>;
}

type StatProps = {
  name: ReactNode;
  value: ReactNode;
  unit?: string | undefined;
  isMissing?: boolean;
  tone?: "warn" | undefined;
  /** The line under the figure. */
  children: ReactNode;
};

/** A figure with its name, and what it is compared with or made of. */
export function Stat({ name, value, unit, isMissing = false, tone, children }: StatProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-missing={isMissing ? "" : undefined}>
        {value}
        {unit ? <small> {unit}</small> : null}
      </dd>
      <dd data-tone={tone}>{children}</dd>
    </div>
  );
}
