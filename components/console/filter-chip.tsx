"use client";

import Link from "next/link";
import { Popover } from "radix-ui";
import { type ReactNode, useState } from "react";
import s from "./filter.module.css";
import { Icon } from "./icons";
import { Field } from "./parts";
import ui from "./ui.module.css";

type ChipProps = {
  /** One word: "Bank". */
  name: string;
  /** What is chosen, in words; nothing: this filter is not set. */
  value: ReactNode;
  /** The address of the list without this filter. */
  off: string;
  /** What there is to choose, shown on a press. `close` closes it: call it when something was chosen. */
  children: (close: () => void) => ReactNode;
};

/** A part of a list's filter: dashed while it is not set, else what it is set to and a way to take it away. */
export function FilterChip({ name, value, off, children }: ChipProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <span className={s.chip} data-set={value === undefined ? undefined : ""}>
        <Popover.Trigger>
          {value === undefined ? (
            `+ ${name}`
          ) : (
            <>
              {name} <b>{value}</b>
            </>
          )}
        </Popover.Trigger>
        {value === undefined ? null : (
          <Link href={off} aria-label={`Remove the filter ${name}`}>
            <Icon name="x" />
          </Link>
        )}
      </span>
      <Popover.Portal>
        <Popover.Content className={s.popover} align="start" sideOffset={6} collisionPadding={16} aria-label={name}>
          {children(() => setOpen(false))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** One of several, each an address of its own. `label` names the list: "Endpoints". */
export function OneOf(props: {
  label: string;
  choices: readonly { words: string; href: string; isChosen: boolean }[];
  onChoose: () => void;
}) {
  return (
    <nav className={s.choices} aria-label={props.label}>
      {props.choices.map(({ words, href, isChosen }) => (
        <Link key={href} href={href} aria-current={isChosen ? "true" : undefined} onClick={props.onChoose}>
          {words}
        </Link>
      ))}
    </nav>
  );
}

/** Any of several. `onDone` gets what is ticked, in the order of `choices`; nothing ticked: an empty list. */
export function SomeOf<T extends string>(props: {
  choices: readonly { value: T; words: ReactNode }[];
  chosen: readonly T[];
  onDone: (chosen: T[]) => void;
}) {
  const [chosen, setChosen] = useState(props.chosen);
  const toggle = (value: T) =>
    setChosen(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  return (
    <form
      className={s.form}
      onSubmit={(event) => {
        event.preventDefault();
        props.onDone(props.choices.map(({ value }) => value).filter((value) => chosen.includes(value)));
      }}
    >
      <div className={s.choices}>
        {props.choices.map(({ value, words }) => (
          <label key={value}>
            <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
            {words}
          </label>
        ))}
      </div>
      <ShowThese />
    </form>
  );
}

type OneTextProps = {
  id: string;
  label: string;
  help?: string;
  value: string | undefined;
  /** What is wrong with what was typed, and how it has to look; null: nothing. */
  check: (text: string) => string | null;
  /** Gets what was typed, without space around it. */
  onDone: (text: string) => void;
};

/** Something to type, like an id. What is wrong with it is said beside it, and nothing else happens. */
export function OneText({ id, label, help, value, check, onDone }: OneTextProps) {
  const [error, setError] = useState<string>();
  const read = (form: FormData) => {
    const text = String(form.get("text") ?? "").trim();
    const wrong = check(text);
    setError(wrong ?? undefined);
    if (wrong === null) onDone(text);
  };
  return (
    <form className={s.form} action={read}>
      <Field id={id} label={label} error={error} help={help}>
        {(wiring) => (
          <div className={ui.input}>
            <input {...wiring} name="text" defaultValue={value} autoComplete="off" spellCheck={false} />
          </div>
        )}
      </Field>
      <ShowThese />
    </form>
  );
}

/** The button that ends every form of a chip. */
export function ShowThese() {
  return (
    <button className={`${ui.button} ${ui.primary}`} type="submit">
      Show these
    </button>
  );
}
