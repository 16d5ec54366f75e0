import { Beside, OpenLink, useOpenRow } from "../../ui/beside/beside";
import { Button } from "../../ui/button";
import { addressOf } from "../../ui/filter/filter-address";
import { DetailSkeleton, Money, StatusOf } from "../../ui/parts";
import { type Column, RowLink, Table } from "../../ui/table";
import { Time } from "../../ui/time/time";

type Row = {
  id: string;
  at: string;
  decimal: string;
  status: "Completed" | "Failed";
  customer: string;
  visits: number;
};

const LABELS = {
  Completed: { tone: "good", glyph: "done", word: "Completed" },
  Failed: { tone: "bad", glyph: "fail", word: "Failed" },
} as const;

const ROWS: Row[] = [
  {
    id: "01931f00-0000-7000-8000-000000000001",
    at: "2026-11-20T13:35:00.000Z",
    decimal: "129.00",
    status: "Completed",
    customer: "Joana Ferreira",
    visits: 3,
  },
  {
    id: "01931f00-0000-7000-8000-000000000002",
    at: "2026-11-20T12:08:00.000Z",
    decimal: "2340.50",
    status: "Failed",
    customer: "Amelia Clarke",
    visits: 1,
  },
  {
    id: "01931f00-0000-7000-8000-000000000003",
    at: "2026-11-19T09:12:00.000Z",
    decimal: "7.20",
    status: "Completed",
    customer: "Rui Tavares",
    visits: 12,
  },
];

const COLUMNS: Column<Row>[] = [
  {
    head: "Time",
    width: "8rem",
    phone: "line",
    muted: true,
    sort: { direction: "descending", href: "/operator/kit?sort=time" },
    cell: ({ at }) => <Time at={at} />,
  },
  {
    head: "Customer",
    phone: "title",
    title: ({ customer }) => customer,
    cell: ({ customer }) => <RowLink href="/operator/kit">{customer}</RowLink>,
  },
  {
    head: "Amount",
    width: "9rem",
    phone: "end",
    kind: "money",
    cell: ({ decimal }) => <Money decimal={decimal} currency="EUR" />,
  },
  { head: "Status", width: "8rem", phone: "lineEnd", cell: ({ status }) => <StatusOf label={LABELS[status]} /> },
  { head: "Visits", width: "5rem", drop: "narrow", kind: "count", cell: ({ visits }) => visits },
  {
    head: "Actions",
    headHidden: true,
    width: "7rem",
    phone: "below",
    cell: ({ customer }) => (
      <Button slim data-over="" aria-label={`Send receipt to ${customer}`}>
        Receipt
      </Button>
    ),
  },
];

/** A table with groups, a row under a row, sorting, and columns that go. */
export function KitTable() {
  return (
    <Table
      caption="Payments of the kit, newest first"
      columns={COLUMNS}
      rows={ROWS}
      keyOf={({ at }) => at}
      group={({ at }, before) => (before?.at.slice(0, 10) === at.slice(0, 10) ? null : <Time at={at} as="weekday" />)}
      under={({ status }) => (status === "Failed" ? "The bank rejected the payment: insufficient funds." : null)}
    />
  );
}

/** A list whose rows open beside it. */
export function KitBeside() {
  const open = useOpenRow("row");
  const hrefOf = (row?: string) => addressOf("/operator/kit", { row });
  const columns: Column<Row>[] = [
    {
      head: "Customer",
      phone: "title",
      cell: ({ id, customer }) => (
        <OpenLink href={hrefOf(id)} isOpen={id === open}>
          {customer}
        </OpenLink>
      ),
    },
  ];
  return (
    <Beside
      label="Customer"
      all="All customers"
      open={open}
      ids={ROWS.map(({ id }) => id)}
      hrefOf={hrefOf}
      list={<Table caption="Customers of the kit" columns={columns} rows={ROWS} keyOf={({ id }) => id} />}
    >
      <h2>{ROWS.find(({ id }) => id === open)?.customer}</h2>
      <DetailSkeleton label="Loading customer" />
    </Beside>
  );
}
