import type { ComponentProps, ReactNode } from "react";
import { Id } from "./copy-button";
import s from "./stat.module.css";
import { uncapitalize } from "./text";
import { Time } from "./time/time";

/** A name and its value in a description list. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function TimeFact({ name, ...time }: { name: string } & ComponentProps<typeof Time>) {
  return (
    <Fact name={name}>
      <Time {...time} />
    </Fact>
  );
}

/** Its ID is copied under the name of the fact. */
export function IdFact({ name, ...id }: { name: string } & Omit<ComponentProps<typeof Id>, "label">) {
  return (
    <Fact name={name}>
      <Id label={uncapitalize(name)} {...id} />
    </Fact>
  );
}

/** Figures, four in a line; on a phone two. */
export function Stats({ children }: { children: ReactNode }) {
  return <dl className={s.stats}>{children}</dl>;
}

type StatProps = {
  name: ReactNode;
  /** Null: there is none. */
  value: ReactNode;
  unit?: string | undefined;
  tone?: "warn" | undefined;
  /** The line under the figure. */
  children: ReactNode;
};

/** A figure with its name, and what it is compared with or made of. */
export function Stat({ name, value, unit, tone, children }: StatProps) {
  const isMissing = value === null;
  return (
    <div>
      <dt>{name}</dt>
      <dd data-missing={isMissing ? "" : undefined}>
        {value ?? "–"}
        {unit && !isMissing ? <small> {unit}</small> : null}
      </dd>
      <dd data-tone={tone}>{children}</dd>
    </div>
  );
}
