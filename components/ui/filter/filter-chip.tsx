"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "../button";
import { Checkbox, Input, TextField } from "../fields";
import { Icon } from "../icons";
import { PopoverButton } from "../layers/popover-button";
import { Link } from "../link";
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
  const chip = useRef<HTMLSpanElement>(null);
  return (
    <span ref={chip} className={s.chip} data-set={value === undefined ? undefined : ""}>
      <PopoverButton look="plain" label={name} align="start" opens={children}>
        {value === undefined ? (
          `+ ${name}`
        ) : (
          <>
            {name} <b>{value}</b>
          </>
        )}
      </PopoverButton>
      {value === undefined ? null : (
        // The link goes with the value: the chip keeps the focus.
        <Link
          href={off}
          aria-label={`Clear filter ${name}`}
          onClick={() => chip.current?.querySelector("button")?.focus()}
        >
          <Icon name="x" />
        </Link>
      )}
    </span>
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

type SomeChipProps<T extends string> = {
  name: string;
  choices: readonly (SomeChoice<T> & { words: string })[];
  chosen: readonly T[] | undefined;
  off: string;
  /** The address of the list with these values, at least one. */
  hrefOf: (values: T[]) => string;
};

/** How many values a chip names; it counts the others. */
const MAX_NAMED = 2;

/** The chip for a choice of several: `Completed, Failed +2`. */
export function SomeChip<T extends string>({ name, choices, chosen = [], off, hrefOf }: SomeChipProps<T>) {
  const router = useRouter();
  const named = chosen.map((value) => choices.find((one) => one.value === value)?.words ?? value);
  const more = named.length > MAX_NAMED ? ` +${named.length - MAX_NAMED}` : "";
  return (
    <FilterChip
      name={name}
      value={chosen.length > 0 ? named.slice(0, MAX_NAMED).join(", ") + more : undefined}
      off={off}
    >
      {(close) => (
        <SomeOf
          // Anew for another choice: what is ticked begins with what is set.
          key={chosen.join()}
          choices={choices}
          chosen={chosen}
          onDone={(values) => {
            close();
            router.push(values.length === 0 ? off : hrefOf(values));
          }}
        />
      )}
    </FilterChip>
  );
}

/** `note`: beside it, as its count. */
type SomeChoice<T> = { value: T; words: ReactNode; note?: string | undefined };

/** From so many choices on, they can be searched. */
const MANY = 8;

/** A choice of several. `onDone` gets the ticked values, in the order of `choices`. */
export function SomeOf<T extends string>(props: {
  choices: readonly SomeChoice<T>[];
  chosen: readonly T[];
  onDone: (chosen: T[]) => void;
}) {
  const [chosen, setChosen] = useState(props.chosen);
  const [typed, setTyped] = useState("");
  const shown = props.choices.filter(({ value, words }) =>
    (typeof words === "string" ? words : value).toLowerCase().includes(typed.trim().toLowerCase()),
  );
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
      {props.choices.length < MANY ? null : (
        <Input
          type="search"
          aria-label="Search options"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          before={<Icon name="search" />}
        />
      )}
      <div className={s.choices}>
        {shown.map(({ value, words, note }) => (
          <Checkbox key={value} checked={chosen.includes(value)} onChange={() => toggle(value)} help={note}>
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
  help: string;
  value: string | undefined;
  /** The error of a typed text; null: none. */
  check: (text: string) => string | null;
  /** Gets the typed text, trimmed. */
  onDone: (text: string) => void;
  /** Of the button. */
  action?: string;
};

/** A text field, such as for an ID, with its error beside it. */
export function OneText({ id, label, help, value, check, onDone, action }: OneTextProps) {
  const [error, setError] = useState<string>();
  const read = (form: FormData) => {
    const text = String(form.get("text") ?? "").trim();
    const wrong = check(text);
    setError(wrong ?? undefined);
    if (wrong === null) onDone(text);
  };
  return (
    <FilterForm onSubmit={read} action={action}>
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
    </FilterForm>
  );
}

type FilterFormProps = {
  onSubmit: (form: FormData) => void;
  action?: string | undefined;
  children: ReactNode;
};

/** The form of a popover. It keeps what is typed when a field is wrong, which an `action` of React would clear. */
export function FilterForm({ onSubmit, action, children }: FilterFormProps) {
  return (
    <form
      className={s.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(new FormData(event.currentTarget));
      }}
    >
      {children}
      <ApplyButton>{action}</ApplyButton>
    </form>
  );
}

/** The submit button of a popover's form. */
export function ApplyButton({ children = "Apply" }: { children?: ReactNode }) {
  return (
    <Button look="primary" type="submit">
      {children}
    </Button>
  );
}
