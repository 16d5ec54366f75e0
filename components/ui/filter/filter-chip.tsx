"use client";

import Link from "next/link";
import { Popover } from "radix-ui";
import { type ReactNode, useState } from "react";
import { Button } from "../button";
import { Checkbox, TextField } from "../fields";
import { Icon } from "../icons";
import s from "./filter.module.css";

type ChipProps = {
  /** One word: "Bank". */
  name: string;
  /** The value as shown; none: this filter is not set. */
  value: ReactNode;
  /** The address of the list without this filter. */
  off: string;
  /** The choices, in a popover. Call `close` once one is chosen. */
  children: (close: () => void) => ReactNode;
};

/** A filter of a list: dashed while it is not set, else its value and a button that clears it. */
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
          <Link href={off} aria-label={`Clear filter ${name}`}>
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

/** A choice of one, each a link. `label` names the list: "Endpoints". */
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

/** A choice of several. `onDone` gets the ticked values, in the order of `choices`. */
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
          <Checkbox key={value} checked={chosen.includes(value)} onChange={() => toggle(value)}>
            {words}
          </Checkbox>
        ))}
      </div>
      <ApplyButton />
    </form>
  );
}

type OneTextProps = {
  id: string;
  label: string;
  help?: string;
  value: string | undefined;
  /** The error of a typed text; null: none. */
  check: (text: string) => string | null;
  /** Gets the typed text, trimmed. */
  onDone: (text: string) => void;
};

/** A text field, such as for an ID, with its error beside it. */
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
      <TextField
        id={id}
        label={label}
        error={error}
        help={help}
        name="text"
        defaultValue={value}
        autoComplete="off"
        spellCheck={false}
      />
      <ApplyButton />
    </form>
  );
}

/** The submit button of a chip's form. */
export function ApplyButton() {
  return (
    <Button look="primary" type="submit">
      Apply
    </Button>
  );
}
