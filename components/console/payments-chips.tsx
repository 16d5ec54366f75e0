"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import s from "./filter.module.css";
import { without } from "./filter-address";
import { FilterChip, OneOf, ShowThese } from "./filter-chip";
import { TimeChip } from "./filter-time";
import { Field } from "./parts";
import {
  FLOW_WORDS,
  FLOWS,
  MARK_WORDS,
  MARKS,
  type PaymentsFilter,
  paymentsPath,
  readDecimal,
} from "./payments-filter";
import type { Outputs } from "./queries";
import ui from "./ui.module.css";

export type PaymentChoices = Outputs["payments"]["choices"];

type ChoiceProps = {
  name: string;
  label: string;
  filter: PaymentsFilter;
  of: "currency" | "bankId" | "flow" | "mark";
  choices: readonly { value: string; words: string }[];
};

/** What the list is narrowed to, and can be. What is chosen lives in the address. */
export function PaymentChips({ filter, choices }: { filter: PaymentsFilter; choices: PaymentChoices }) {
  const router = useRouter();
  const currencies = choices.currencies.map((value) => ({ value, words: value }));
  const banks = choices.banks.map(({ id, name }) => ({ value: id, words: name }));
  return (
    <>
      <TimeChip
        name="Created"
        span={filter}
        off={paymentsPath(without(filter, "from", "to"))}
        onDone={(span) => router.push(paymentsPath({ ...without(filter, "from", "to"), ...span }))}
      />
      <AmountChip filter={filter} onDone={(next) => router.push(paymentsPath(next))} />
      {currencies.length > 1 || filter.currency ? (
        <ChoiceChip name="Currency" label="Currencies" filter={filter} of="currency" choices={currencies} />
      ) : null}
      {banks.length > 0 || filter.bankId ? (
        <ChoiceChip name="Bank" label="Banks" filter={filter} of="bankId" choices={banks} />
      ) : null}
      <ChoiceChip
        name="Through"
        label="Ways in which payments are asked for"
        filter={filter}
        of="flow"
        choices={FLOWS.map((value) => ({ value, words: FLOW_WORDS[value] }))}
      />
      <ChoiceChip
        name="Marked"
        label="Marks"
        filter={filter}
        of="mark"
        choices={MARKS.map((value) => ({ value, words: MARK_WORDS[value] }))}
      />
    </>
  );
}

function ChoiceChip({ name, label, filter, of, choices }: ChoiceProps) {
  const chosen = filter[of];
  const known = choices.find(({ value }) => value === chosen);
  return (
    <FilterChip name={name} value={chosen && (known?.words ?? chosen)} off={paymentsPath(without(filter, of))}>
      {(close) => (
        <OneOf
          label={label}
          choices={choices.map(({ value, words }) => ({
            words,
            href: paymentsPath({ ...filter, [of]: value }),
            isChosen: value === chosen,
          }))}
          onChoose={close}
        />
      )}
    </FilterChip>
  );
}

function AmountChip({ filter, onDone }: { filter: PaymentsFilter; onDone: (next: PaymentsFilter) => void }) {
  const { amountFrom, amountTo } = filter;
  const rest = without(filter, "amountFrom", "amountTo");
  return (
    <FilterChip name="Amount" value={amountWords(filter)} off={paymentsPath(rest)}>
      {(close) => (
        <Amounts
          from={amountFrom}
          to={amountTo}
          onDone={(next) => {
            close();
            onDone({ ...rest, ...next });
          }}
        />
      )}
    </FilterChip>
  );
}

type Span = { amountFrom?: string; amountTo?: string };

function Amounts(props: { from: string | undefined; to: string | undefined; onDone: (span: Span) => void }) {
  const [error, setError] = useState<string>();
  const read = (form: FormData) => {
    const given = [form.get("from"), form.get("to")].map((value) => String(value ?? "").trim());
    const [from, to] = given.map((text) => (text === "" ? undefined : readDecimal(text)));
    if (from === null || to === null) return setError("That is no amount. It looks like 25 or 25.50.");
    if (from !== undefined && to !== undefined && Number(from) > Number(to))
      return setError("The first amount is the larger one. Nothing lies between them.");
    props.onDone({ ...(from ? { amountFrom: from } : {}), ...(to ? { amountTo: to } : {}) });
  };
  return (
    <form className={s.form} action={read}>
      <Field id="amount-from" label="At least" error={error}>
        {(wiring) => (
          <div className={ui.input}>
            <input {...wiring} name="from" inputMode="decimal" autoComplete="off" defaultValue={props.from} />
          </div>
        )}
      </Field>
      <Field id="amount-to" label="At most" help="The same in both finds exactly that amount, in any currency.">
        {(wiring) => (
          <div className={ui.input}>
            <input {...wiring} name="to" inputMode="decimal" autoComplete="off" defaultValue={props.to} />
          </div>
        )}
      </Field>
      <ShowThese />
    </form>
  );
}

function amountWords({ amountFrom, amountTo }: PaymentsFilter): string | undefined {
  if (amountFrom !== undefined && amountTo !== undefined)
    return amountFrom === amountTo ? amountFrom : `${amountFrom} to ${amountTo}`;
  if (amountFrom !== undefined) return `from ${amountFrom}`;
  return amountTo === undefined ? undefined : `up to ${amountTo}`;
}
