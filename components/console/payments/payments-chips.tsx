import { type Counted, formatCount, without } from "../../ui/filter/filter-address";
import { SpanChips } from "../../ui/filter/filter-amount";
import { ChoiceChip, FilterChip } from "../../ui/filter/filter-chip";
import { chipLinks } from "../../ui/filter/filter-fields";
import { SomeChip } from "../../ui/filter/some-chip";
import { Link } from "../../ui/link";
import type { Outputs } from "../../ui/queries";
import { customerPath } from "../customers/customer-path";
import {
  CHANNEL_LABELS,
  FLAG_LABELS,
  FLAGS,
  FLOWS,
  MAX_BANKS,
  type PaymentsFilter,
  type PaymentsList,
  paymentsPath,
  STAGE_LABELS,
  STAGES,
} from "./payments-filter";

export type PaymentChoices = Outputs["payments"]["choices"];

type ChipsProps = {
  filter: PaymentsFilter;
  choices: PaymentChoices;
  /** The number of payments of each status under the rest of the filter. */
  counts: PaymentsList["counts"];
};

const noteOf = (count: Counted | undefined) => count && formatCount(count);

/** The filter of the list; it is kept in the address. */
export function PaymentChips({ filter, choices, counts }: ChipsProps) {
  const { currency, ...rest } = filter;
  const chip = chipLinks(filter, paymentsPath);
  return (
    <>
      <SomeChip
        name="Status"
        choices={STAGES.map((value) => ({ value, words: STAGE_LABELS[value], note: noteOf(counts?.[value]) }))}
        {...chip("stages")}
      />
      <SpanChips
        time="Date"
        filter={rest}
        currencies={[]}
        to={(next) => paymentsPath(currency ? { ...next, currency } : next)}
      />
      {choices.currencies.length > 1 || currency ? (
        <SomeChip
          name="Currency"
          choices={choices.currencies.map((value) => ({ value, words: value }))}
          {...chip("currency")}
        />
      ) : null}
      {choices.banks.length > 0 || filter.bankIds ? (
        <SomeChip
          name="Bank"
          max={MAX_BANKS}
          choices={choices.banks.map(({ id, name }) => ({ value: id, words: name }))}
          {...chip("bankIds")}
        />
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
      {filter.customer === undefined ? null : <CustomerChip filter={filter} customer={filter.customer} />}
    </>
  );
}

/** Set by the customer's page only: a customer has no list to choose from here. */
function CustomerChip({ filter, customer }: { filter: PaymentsFilter; customer: string }) {
  return (
    <FilterChip
      name="Customer"
      value={customer.slice(customer.indexOf(":") + 1)}
      off={paymentsPath(without(filter, "customer"))}
    >
      {() => <Link href={customerPath(customer)}>View customer</Link>}
    </FilterChip>
  );
}
