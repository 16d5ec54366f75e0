"use client";

import { without } from "../../ui/filter/filter-address";
import { ChoiceChip, SpanChips } from "../../ui/filter/filter-amount";
import { SPAN_NAMES } from "../../ui/filter/filter-span";
import type { Outputs } from "../frame/queries";
import { CHANNEL_LABELS, FLAG_LABELS, FLAGS, FLOWS, type PaymentsFilter, paymentsPath } from "./payments-filter";

export type PaymentChoices = Outputs["payments"]["choices"];

/** The filter of the list; it is kept in the address. */
export function PaymentChips({ filter, choices }: { filter: PaymentsFilter; choices: PaymentChoices }) {
  const banks = choices.banks.map(({ id, name }) => ({ value: id, words: name }));
  const chip = (of: "bankId" | "flow" | "flag") => ({
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
        name="Channel"
        label="Channels"
        choices={FLOWS.map((value) => ({ value, words: CHANNEL_LABELS[value] }))}
        {...chip("flow")}
      />
      <ChoiceChip
        name="Flag"
        label="Flags"
        choices={FLAGS.map((value) => ({ value, words: FLAG_LABELS[value] }))}
        {...chip("flag")}
      />
    </>
  );
}
