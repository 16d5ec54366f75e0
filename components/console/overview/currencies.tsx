import { Section } from "../../ui/heading";
import { groupDigits } from "../../ui/money";
import type { Outputs } from "../../ui/queries";
import { SparkLine } from "../../ui/spark-line";
import { type Column, RowLink, Table } from "../../ui/table";
import { Change } from "./figures";
import { type OverviewView, overviewPath } from "./overview-address";
import { type Figures, formatChange } from "./overview-labels";

type Currency = Outputs["overview"]["figures"]["currencies"][number];
type TableProps = { currencies: readonly Currency[]; figures: Figures; now: string; view: OverviewView };

/** Received by currency, the one with most payments first; a row chooses the currency of the figures and charts. */
export function CurrencyTable({ currencies, figures, now, view }: TableProps) {
  const { currency: shown, days, comparison } = figures;
  // Hours that have not begun are no fall to zero.
  const begun = figures.spans.filter(({ from }) => from <= now).length;
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
    { head: "Completed", kind: "count", cell: ({ received }) => received.count.toLocaleString("en-GB") },
    { head: "Received", kind: "count", phone: "end", cell: ({ received }) => groupDigits(received.decimal) },
    {
      head: days === 1 ? "By hour" : "By day",
      phone: "line",
      cell: ({ spans, received }) => (
        <SparkLine values={spans.slice(0, begun)} label={formatRange(spans.slice(0, begun), received.decimal, days)} />
      ),
    },
  ];
  if (comparison !== "none")
    columns.push({
      head: "Change",
      kind: "count",
      phone: "lineEnd",
      muted: true,
      cell: ({ received, before }) => (
        <Change of={formatChange(received.minor, before.minor) ?? (received.minor > 0 ? "new" : null)} />
      ),
    });
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

/** `From 0 to 837.60 a day`; `like`: an amount of the same currency. */
function formatRange(spans: readonly number[], like: string, days: number): string {
  const decimals = like.split(".")[1]?.length ?? 0;
  const [least, most] = [Math.min(...spans), Math.max(...spans)].map((minor) =>
    groupDigits((minor / 10 ** decimals).toFixed(decimals)),
  );
  return `From ${least} to ${most} ${days === 1 ? "an hour" : "a day"}`;
}
