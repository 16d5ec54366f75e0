import { Section } from "../../ui/heading";
import { groupDigits } from "../../ui/money";
import { type Column, RowLink, Table } from "../../ui/table";
import type { Outputs } from "../frame/queries";
import { Change } from "./figures";
import { type OverviewView, overviewPath } from "./overview-address";
import { formatChange } from "./overview-labels";

type Currency = Outputs["overview"]["figures"]["currencies"][number];
type TableProps = { currencies: readonly Currency[]; shown: string; view: OverviewView };

/** Received by currency, the one with most payments first; a row chooses the currency of the figures and charts. */
export function CurrencyTable({ currencies, shown, view }: TableProps) {
  const columns: Column<Currency>[] = [
    {
      head: "Currency",
      phone: "title",
      cell: ({ currency }) => (
        <RowLink
          href={overviewPath({ ...view, currency })}
          scroll={false}
          aria-current={currency === shown ? "true" : undefined}
        >
          {currency === shown ? <b>{currency}</b> : currency}
        </RowLink>
      ),
    },
    {
      head: "Completed",
      kind: "count",
      cell: ({ received }) => received.count.toLocaleString("en-GB"),
    },
    { head: "Received", kind: "count", phone: "end", cell: ({ received }) => groupDigits(received.decimal) },
    {
      head: "Change",
      kind: "count",
      phone: "lineEnd",
      muted: true,
      cell: ({ received, before }) => (
        <Change of={formatChange(received.minor, before.minor) ?? (received.minor > 0 ? "new" : null)} />
      ),
    },
  ];
  return (
    <section aria-label="By currency">
      <Section title="By currency" first />
      <Table
        caption="Received by currency, most payments first"
        columns={columns}
        rows={currencies}
        keyOf={({ currency }) => currency}
      />
    </section>
  );
}
