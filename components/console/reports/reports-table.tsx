import { Fragment } from "react";
import { ExportLink } from "../../ui/export-link";
import { Money } from "../../ui/parts";
import { type Column, SubLine, Table } from "../../ui/table";
import t from "../../ui/table.module.css";
import ui from "../../ui/ui.module.css";
import { formatMonth, formatUnknown, type Report, reportFile } from "./report-labels";

/** A balance, which may be unknown: then no number is shown. */
function Balance({ decimal, currency }: { decimal: string | null; currency: string }) {
  return decimal === null ? (
    <span className={ui.muted}>not known</span>
  ) : (
    <Money decimal={decimal} currency={currency} />
  );
}

const MONEY = { kind: "money" } as const;
/** All columns, as the figures of a row add up; narrower, the table scrolls sideways. */
const LEAST_REM = 56;

const SUMS: Column<Report>[] = [
  {
    head: "Month",
    width: "8rem",
    phone: "title",
    className: t.whole,
    cell: ({ month, isOver, isFinal }) => (
      <>
        {formatMonth(month)}
        {isFinal ? null : <SubLine>{isOver ? "provisional" : "so far"}</SubLine>}
      </>
    ),
  },
  { ...MONEY, head: "Opening", cell: ({ opening, currency }) => <Balance decimal={opening} currency={currency} /> },
  { ...MONEY, head: "Payments", cell: ({ payments, currency }) => <Money decimal={payments} currency={currency} /> },
  {
    ...MONEY,
    head: "Returned",
    cell: ({ returned, currency }) => <Money decimal={returned} currency={currency} />,
  },
  {
    ...MONEY,
    head: "Other",
    cell: ({ other, currency }) => <Money decimal={other} currency={currency} />,
  },
  {
    ...MONEY,
    head: "Closing",
    phone: "end",
    cell: ({ closing, currency }) => (
      <>
        <span data-phone="">Closing </span>
        <Balance decimal={closing} currency={currency} />
      </>
    ),
  },
];

/** The sums that have no column on a phone. */
function PhoneSums({ opening, payments, returned, other, currency }: Report) {
  const sums = [
    ["Opening", opening],
    ["payments", payments],
    ["returned", returned],
    ["other", other],
  ] as const;
  return (
    <p data-phone="">
      {sums.map(([name, decimal], index) => (
        <Fragment key={name}>
          {index === 0 ? "" : ", "}
          {name} <Balance decimal={decimal} currency={currency} />
        </Fragment>
      ))}
    </p>
  );
}

type ReportsTableProps = { caption: string; reports: readonly Report[]; accountId: string };

/** The months of an account, newest first, each with its files. */
export function ReportsTable({ caption, reports, accountId }: ReportsTableProps) {
  const columns: Column<Report>[] = [
    ...SUMS,
    {
      head: "Download",
      width: "9rem",
      phone: "below",
      cell: (report) => (
        <>
          <PhoneSums {...report} />
          <Files {...report} accountId={accountId} />
        </>
      ),
    },
  ];
  return (
    <Table
      caption={caption}
      columns={columns}
      rows={reports}
      keyOf={({ month }) => month}
      under={formatUnknown}
      leastRem={LEAST_REM}
    />
  );
}

function Files({ month, camtProblem, accountId }: Report & { accountId: string }) {
  return (
    <span className={ui.actions}>
      <ExportLink
        slim
        address={reportFile("export.csv", accountId, month)}
        words="CSV"
        label={`CSV of ${formatMonth(month)}`}
        isEmpty={false}
      />
      <ExportLink
        slim
        address={reportFile("camt053.xml", accountId, month)}
        words="camt.053"
        label={`camt.053 of ${formatMonth(month)}`}
        isEmpty={camtProblem !== null}
      />
    </span>
  );
}
