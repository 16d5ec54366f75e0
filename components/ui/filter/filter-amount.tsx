import { useRouter } from "next/navigation";
import { useState } from "react";
import { TextField } from "../fields";
import { groupDigits } from "../money";
import { without } from "./filter-address";
import { ChoiceChip, type ChoiceChipProps, FilterChip, FilterForm } from "./filter-chip";
import { type AmountAndTime, readBounds, type Span } from "./filter-span";
import { TimeChip } from "./filter-time";

/** The chip for a range of amounts, in major units of any currency. */
function AmountChip<F extends Span>({ filter, to }: { filter: F; to: (filter: F) => string }) {
  const router = useRouter();
  const rest = without(filter, "amountFrom", "amountTo");
  return (
    <FilterChip name="Amount" value={formatRange(filter)} off={to(rest)}>
      {(close) => (
        <Amounts
          from={filter.amountFrom}
          to={filter.amountTo}
          onDone={(next) => {
            close();
            router.push(to({ ...rest, ...next }));
          }}
        />
      )}
    </FilterChip>
  );
}

/** The chip for a currency: shown where there are several, or one is chosen. */
function CurrencyChip(props: Pick<ChoiceChipProps<string>, "chosen" | "off" | "hrefOf"> & { used: readonly string[] }) {
  const { used, ...rest } = props;
  if (used.length < 2 && rest.chosen === undefined) return null;
  const choices = used.map((value) => ({ value, words: value }));
  return <ChoiceChip name="Currency" label="Currencies" choices={choices} {...rest} />;
}

type SpanChipsProps<F> = {
  /** The name of the time: "Created". */
  time: string;
  filter: F;
  /** The currencies of the list. */
  currencies: readonly string[];
  /** The address of the list with a filter. */
  to: (filter: F) => string;
};

/** The chips of every list of money: time, amount, currency. */
export function SpanChips<F extends AmountAndTime>({ time, filter, currencies, to }: SpanChipsProps<F>) {
  return (
    <>
      <TimeChip name={time} filter={filter} to={to} />
      <AmountChip filter={filter} to={to} />
      <CurrencyChip
        used={currencies}
        chosen={filter.currency}
        off={to(without(filter, "currency"))}
        hrefOf={(currency) => to({ ...filter, currency })}
      />
    </>
  );
}

function Amounts(props: { from: string | undefined; to: string | undefined; onDone: (span: Span) => void }) {
  const [errors, setErrors] = useState<{ from?: string; to?: string }>({});
  const read = (form: FormData) => {
    const textOf = (name: string) => String(form.get(name) ?? "").trim();
    const bounds = readBounds({ from: textOf("from"), to: textOf("to") });
    if ("errors" in bounds) return setErrors(bounds.errors);
    props.onDone(bounds.span);
  };
  return (
    <FilterForm onSubmit={read}>
      <TextField
        id="amount-from"
        label="Minimum"
        error={errors.from}
        name="from"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={props.from}
      />
      <TextField
        id="amount-to"
        label="Maximum"
        error={errors.to}
        help="Enter the same amount twice to find exactly that amount, in any currency."
        name="to"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={props.to}
      />
    </FilterForm>
  );
}

function formatRange({ amountFrom, amountTo }: Span): string | undefined {
  const [from, to] = [amountFrom, amountTo].map((decimal) => decimal && groupDigits(decimal));
  if (from !== undefined && to !== undefined) return from === to ? from : `${from} to ${to}`;
  if (from !== undefined) return `from ${from}`;
  return to === undefined ? undefined : `up to ${to}`;
}
