import { useRouter } from "next/navigation";
import { useState } from "react";
import { TextField } from "../fields";
import { groupDigits } from "../money";
import { without } from "./filter-address";
import { ChoiceChip, type ChoiceChipProps, FilterChip, FilterForm } from "./filter-chip";
import { onlySet } from "./filter-fields";
import { type AmountAndTime, readDecimal } from "./filter-span";
import { TimeChip } from "./filter-time";

type Span = Pick<AmountAndTime, "amountFrom" | "amountTo">;

type AmountChipProps = {
  span: Span;
  /** The address of the list without this filter. */
  off: string;
  onDone: (span: Span) => void;
};

/** The chip for a range of amounts, in major units of any currency. */
function AmountChip({ span, off, onDone }: AmountChipProps) {
  return (
    <FilterChip name="Amount" value={formatRange(span)} off={off}>
      {(close) => (
        <Amounts
          from={span.amountFrom}
          to={span.amountTo}
          onDone={(next) => {
            close();
            onDone(next);
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

type SpanChipsProps = {
  /** The name of the time: "Created". */
  time: string;
  filter: AmountAndTime;
  /** The currencies of the list. */
  currencies: readonly string[];
  /** The address of the list with this range and the rest of its filter. */
  pathOf: (span: AmountAndTime) => string;
};

/** The chips of every list of money: time, amount, currency. */
export function SpanChips({ time, filter, currencies, pathOf }: SpanChipsProps) {
  const router = useRouter();
  const { currency, amountFrom, amountTo, from, to } = filter;
  const set = onlySet<AmountAndTime>({ currency, amountFrom, amountTo, from, to });
  const [noTime, noAmount] = [without(set, "from", "to"), without(set, "amountFrom", "amountTo")];
  return (
    <>
      <TimeChip
        name={time}
        span={set}
        off={pathOf(noTime)}
        onDone={(span) => router.push(pathOf({ ...noTime, ...span }))}
      />
      <AmountChip span={set} off={pathOf(noAmount)} onDone={(span) => router.push(pathOf({ ...noAmount, ...span }))} />
      <CurrencyChip
        used={currencies}
        chosen={currency}
        off={pathOf(without(set, "currency"))}
        hrefOf={(value) => pathOf({ ...set, currency: value })}
      />
    </>
  );
}

function Amounts(props: { from: string | undefined; to: string | undefined; onDone: (span: Span) => void }) {
  const [error, setError] = useState<string>();
  const read = (form: FormData) => {
    const given = [form.get("from"), form.get("to")].map((value) => String(value ?? "").trim());
    const [from, to] = given.map((text) => (text === "" ? undefined : readDecimal(text)));
    if (from === null || to === null) return setError("Enter an amount, e.g. 25.50");
    if (from !== undefined && to !== undefined && Number(from) > Number(to))
      return setError("The minimum is above the maximum.");
    props.onDone({ ...(from ? { amountFrom: from } : {}), ...(to ? { amountTo: to } : {}) });
  };
  return (
    <FilterForm onSubmit={read}>
      <TextField
        id="amount-from"
        label="Minimum"
        error={error}
        name="from"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={props.from}
      />
      <TextField
        id="amount-to"
        label="Maximum"
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
