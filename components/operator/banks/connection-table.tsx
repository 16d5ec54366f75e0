import Link from "next/link";
import type { Outputs } from "../../console/frame/queries";
import { Status, TestTag } from "../../ui/parts";
import table from "../../ui/table.module.css";
import ui from "../../ui/ui.module.css";
import s from "../frame/operator.module.css";
import { formatEnabled, formatHealth, formatStandard } from "./connection-labels";

type Connections = Outputs["platform"]["connections"]["list"];
type Connection = Connections[number];

/** The operator's connections, each with its status, its bank's health, and the next expiry of a certificate. */
export function ConnectionTable({ connections }: { connections: Connections }) {
  return (
    <div className={table.wrap}>
      <table className={table.table}>
        <caption className={ui.hidden}>Connections to banks, by id</caption>
        <colgroup>
          <col />
          <col style={{ width: "8rem" }} />
          <col style={{ width: "9rem" }} />
          <col data-drop="" style={{ width: "13rem" }} />
          <col style={{ width: "12rem" }} />
          <col style={{ width: "9rem" }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Connection</th>
            <th scope="col">Status</th> <th scope="col">Health</th>
            <th scope="col" data-drop="">
              Standard{" "}
            </th>
            <th scope="col">Banks</th> <th scope="col">Certificate expires</th>
          </tr>
        </thead>
        <tbody>
          {connections.map((connection) => (
            <ConnectionRow key={connection.id} connection={connection} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ConnectionRow({ connection }: { connection: Connection }) {
  const { id, environment, enabled, connector, banks, certificates } = connection;
  const state = formatEnabled(enabled);
  const health = formatHealth(connection);
  const first = certificates.map(({ validTo }) => validTo.slice(0, 10)).sort()[0];
  return (
    <tr>
      <td data-on="a" title={id}>
        <span className={s.account}>
          <Link className={table.row} href={`/operator/banks/${id}`}>
            {id}
          </Link>
          {environment === "test" ? <TestTag /> : null}
        </span>
      </td>
      <td data-on="b">
        <Status tone={state.tone} glyph={state.glyph}>
          {state.word}
        </Status>
      </td>
      <td data-on="d">
        <Status tone={health.tone} glyph={health.glyph}>
          {health.word}
        </Status>
      </td>
      <td data-drop="" className={ui.muted}>
        {formatStandard(connector)}
      </td>
      <td data-on="c" title={banks.join(", ")}>
        {banks.length > 0 ? banks.join(", ") : <span className={ui.dim}>accounts only</span>}
      </td>
      <td className={ui.muted}>{first ?? <span className={ui.dim}>none</span>}</td>
    </tr>
  );
}
