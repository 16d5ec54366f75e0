import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { Checkbox, Input } from "../fields";
import { Icon } from "../icons";
import ui from "../ui.module.css";
import s from "./filter.module.css";
import { FilterChip, FilterForm } from "./filter-chip";

type SomeChipProps<T extends string> = {
  name: string;
  choices: readonly SomeChoice<T>[];
  chosen: readonly T[] | undefined;
  /** How many values can be chosen; by default all. */
  max?: number;
  /** What the chip shows; by default the first values by name, and the number of others. */
  value?: string | undefined;
  off: string;
  /** The address of the list with these values, at least one. */
  hrefOf: (values: T[]) => string;
};

/** How many values a chip names; it counts the others. */
const MAX_NAMED = 2;

/** The chip for a choice of several: `Completed, Failed +2`. */
export function SomeChip<T extends string>(props: SomeChipProps<T>) {
  const { name, choices, chosen = [], max, value, off, hrefOf } = props;
  const router = useRouter();
  const named = chosen.map((value) => nameOf(choices.find((one) => one.value === value) ?? { value, words: value }));
  const more = named.length > MAX_NAMED ? ` +${named.length - MAX_NAMED}` : "";
  return (
    <FilterChip
      name={name}
      value={value ?? (chosen.length > 0 ? named.slice(0, MAX_NAMED).join(", ") + more : undefined)}
      off={off}
    >
      {(close) => (
        <SomeOf
          // Anew for another choice: what is ticked begins with what is set.
          key={chosen.join()}
          choices={choices}
          chosen={chosen}
          max={max}
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

/** Its words as text; the value where they are more than text. */
function nameOf({ value, words }: SomeChoice<string>): string {
  return typeof words === "string" ? words : value;
}

/** From so many choices on, they can be searched. */
const MANY = 8;

/** A choice of several. `onDone` gets the ticked values, in the order of `choices`. */
function SomeOf<T extends string>(props: {
  choices: readonly SomeChoice<T>[];
  chosen: readonly T[];
  max: number | undefined;
  onDone: (chosen: T[]) => void;
}) {
  const [chosen, setChosen] = useState(props.chosen);
  const [typed, setTyped] = useState("");
  const shown = props.choices.filter((one) => nameOf(one).toLowerCase().includes(typed.trim().toLowerCase()));
  const toggle = (value: T) =>
    setChosen(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  const isFull = props.max !== undefined && chosen.length >= props.max;
  return (
    <FilterForm
      onSubmit={() => props.onDone(props.choices.map(({ value }) => value).filter((value) => chosen.includes(value)))}
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
          <Checkbox
            key={value}
            checked={chosen.includes(value)}
            disabled={isFull && !chosen.includes(value)}
            onChange={() => toggle(value)}
            help={note}
          >
            {words}
          </Checkbox>
        ))}
      </div>
      {isFull ? (
        <p className={ui.help} role="status">
          At most {props.max} can be chosen.
        </p>
      ) : null}
    </FilterForm>
  );
}
