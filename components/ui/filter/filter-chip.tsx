import { type ReactNode, useRef, useState } from "react";
import { Button } from "../button";
import { Form, TextField } from "../fields";
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
function OneOf(props: {
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

export type ChoiceChipProps<T extends string | null> = {
  name: string;
  /** "Currencies" */
  label: string;
  chosen: T | undefined;
  choices: readonly { value: T; words: string }[];
  /** What the chip shows; by default the words of the choice, or an unknown value itself. */
  value?: string | undefined;
  off: string;
  hrefOf: (value: T) => string;
  /** What the popover says where there is no choice. */
  none?: string;
};

/** The chip for a choice of one. */
export function ChoiceChip<T extends string | null>(props: ChoiceChipProps<T>) {
  const { name, label, chosen, choices, off, hrefOf, none } = props;
  const value = props.value ?? choices.find((one) => one.value === chosen)?.words ?? chosen;
  return (
    <FilterChip name={name} value={value} off={off}>
      {(close) =>
        choices.length === 0 && none ? (
          <p>{none}</p>
        ) : (
          <OneOf
            label={label}
            choices={choices.map(({ value, words }) => ({ words, href: hrefOf(value), isChosen: value === chosen }))}
            onChoose={close}
          />
        )
      }
    </FilterChip>
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

/** The form of a popover. */
export function FilterForm({ onSubmit, action, children }: FilterFormProps) {
  return (
    <Form className={s.form} onSubmit={onSubmit}>
      {children}
      <ApplyButton>{action}</ApplyButton>
    </Form>
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
