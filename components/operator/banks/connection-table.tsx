import { StatusOf, TestTag } from "../../ui/parts";
import type { Outputs } from "../../ui/queries";
import { type Column, RowLink, Table } from "../../ui/table";
import ui from "../../ui/ui.module.css";
import s from "../frame/operator.module.css";
import { formatEnabled, formatHealth, formatStandard } from "./connection-labels";

type Connections = Outputs["platform"]["connections"]["list"];
type Connection = Connections[number];

const COLUMNS: Column<Connection>[] = [
  {
    head: "Connection",
    phone: "title",
    title: ({ id }) => id,
    cell: ({ id, environment }) => (
      <span className={s.account}>
        <RowLink href={`/operator/banks/${id}`}>{id}</RowLink>
        {environment === "test" ? <TestTag /> : null}
      </span>
    ),
  },
  { head: "Status", width: "8rem", phone: "end", cell: ({ enabled }) => <StatusOf label={formatEnabled(enabled)} /> },
  {
    head: "Health",
    width: "9rem",
    phone: "lineEnd",
    cell: (connection) => <StatusOf label={formatHealth(connection)} />,
  },
  { head: "Standard", width: "13rem", drop: "narrow", muted: true, cell: ({ connector }) => formatStandard(connector) },
  {
    head: "Banks",
    width: "12rem",
    phone: "line",
    title: ({ banks }) => banks.join(", "),
    cell: ({ banks }) => (banks.length > 0 ? banks.join(", ") : <span className={ui.dim}>accounts only</span>),
  },
  {
    head: "Certificate expires",
    width: "9rem",
    muted: true,
    cell: ({ certificates }) =>
      certificates.map(({ validTo }) => validTo.slice(0, 10)).sort()[0] ?? <span className={ui.dim}>none</span>,
  },
];

/** The operator's connections, each with its status, its bank's health, and the next expiry of a certificate. */
export function ConnectionTable({ connections }: { connections: Connections }) {
  return <Table caption="Connections to banks, by ID" columns={COLUMNS} rows={connections} keyOf={({ id }) => id} />;
}
