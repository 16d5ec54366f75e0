import { useState } from "react";
import { Button } from "../../ui/button";
import { Section } from "../../ui/heading";
import { Bank, None } from "../../ui/parts";
import { type Column, RowLink, Table } from "../../ui/table";
import { formatShare } from "../../ui/text";
import { formatSeconds } from "../../ui/time/duration";
import ui from "../../ui/ui.module.css";
import { paymentsPath } from "../payments/payments-filter";
import { type Figures, type InCurrency, inCurrency } from "./overview-labels";

type BankFigures = Figures["banks"][number];

/** The banks that are shown at first. */
const FIRST = 5;

/** The banks of the period's payments, the one with most payments first; a row opens its payments. */
export function BankTable({ figures, named }: { figures: Figures } & InCurrency) {
  const { banks, currency, spans, until } = figures;
  const [isWhole, setWhole] = useState(false);
  const [from, to] = [spans[0]?.from, until === null ? undefined : spans.at(-1)?.to];
  const hrefOf = ({ bankId }: BankFigures) =>
    paymentsPath({ bankIds: [bankId], currency: [currency], ...(from ? { from } : {}), ...(to ? { to } : {}) });
  const columns: Column<BankFigures>[] = [
    {
      head: "Bank",
      phone: "title",
      cell: (bank) => (
        <RowLink href={hrefOf(bank)}>
          <Bank name={bank.bankName} />
        </RowLink>
      ),
    },
    {
      head: "Payments",
      width: "5.5rem",
      kind: "count",
      phone: "end",
      cell: ({ initiated }) => initiated.toLocaleString("en-GB"),
    },
    {
      head: "Conversion",
      width: "6rem",
      kind: "count",
      phone: "line",
      cell: ({ share }) => (share === null ? <None /> : formatShare(share)),
    },
    {
      head: "Median",
      width: "6.5rem",
      kind: "count",
      phone: "lineEnd",
      title: () => "Time to approval",
      cell: ({ medianS }) => (medianS === null ? <None /> : formatSeconds(medianS)),
    },
  ];
  return (
    <section aria-label="By bank">
      <Section title={inCurrency("By bank", named)} first>
        {banks.length > FIRST ? (
          <Button slim aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? `Show ${FIRST} banks` : `Show all ${banks.length} banks`}
          </Button>
        ) : null}
      </Section>
      <Table
        caption="Payments by bank, most payments first"
        columns={columns}
        rows={isWhole ? banks : banks.slice(0, FIRST)}
        keyOf={({ bankId }) => bankId}
        empty={<p className={ui.muted}>No bank was selected in this period.</p>}
      />
    </section>
  );
}
