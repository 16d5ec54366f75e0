"use client";

import { without } from "./filter-address";
import { ChoiceChip, SpanChips } from "./filter-amount";
import { SPAN_NAMES } from "./filter-span";
import { FLOW_WORDS, FLOWS, MARK_WORDS, MARKS, type PaymentsFilter, paymentsPath } from "./payments-filter";
import type { Outputs } from "./queries";

export type PaymentChoices = Outputs["payments"]["choices"];

/** What the list is narrowed to, and can be. What is chosen lives in the address. */
export function PaymentChips({ filter, choices }: { filter: PaymentsFilter; choices: PaymentChoices }) {
  const banks = choices.banks.map(({ id, name }) => ({ value: id, words: name }));
  const chip = (of: "bankId" | "flow" | "mark") => ({
    chosen: filter[of],
    off: paymentsPath(without(filter, of)),
    hrefOf: (value: string) => paymentsPath({ ...filter, [of]: value }),
  });
  return (
    <>
      <SpanChips
        time="Created"
        filter={filter}
        currencies={choices.currencies}
        pathOf={(span) => paymentsPath({ ...without(filter, ...SPAN_NAMES), ...span })}
      />
      {banks.length > 0 || filter.bankId ? (
        <ChoiceChip name="Bank" label="Banks" choices={banks} {...chip("bankId")} />
      ) : null}
      <ChoiceChip
        name="Through"
        label="Ways in which payments are asked for"
        choices={FLOWS.map((value) => ({ value, words: FLOW_WORDS[value] }))}
        {...chip("flow")}
      />
      <ChoiceChip
        name="Marked"
        label="Marks"
        choices={MARKS.map((value) => ({ value, words: MARK_WORDS[value] }))}
        {...chip("mark")}
      />
    </>
  );
}
