import Link from "next/link";
import type { Outputs } from "../../console/frame/queries";
import { Bank, Status } from "../../ui/parts";
import table from "../../ui/table.module.css";
import ui from "../../ui/ui.module.css";

type BankRow = Outputs["platform"]["banks"]["list"]["banks"][number];
type Reach = BankRow["live"];

/** Banks of the catalogue, each with its connections for live payments and for tests. */
export function CatalogueTable({ banks }: { banks: BankRow[] }) {
  return (
    <div className={table.wrap}>
      <table className={table.table}>
        <caption className={ui.hidden}>Banks of the catalogue</caption>
        <colgroup>
          <col />
          <col style={{ width: "13rem" }} />
          <col style={{ width: "5rem" }} />
          <col style={{ width: "13rem" }} />
          <col style={{ width: "13rem" }} />
        </colgroup>
        <thead>
          <tr>
            {["Bank", "Catalogue key", "Currency", "Live", "Test"].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {banks.map(({ id, name, place, currency, live, test }) => (
            <tr key={id}>
              <td data-on="a">
                <Bank name={name} />
              </td>
              <td data-on="c">
                <code className={ui.muted}>{place}</code>
              </td>
              <td>{currency}</td>
              <td data-on="b">
                <ReachStatus reach={live} />
              </td>
              <td data-on="d">
                <ReachStatus reach={test} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ReachStatus({ reach }: { reach: Reach }) {
  if (reach.kind === "none") return <span className={ui.dim}>not connected</span>;
  if (reach.kind === "simulated")
    return (
      <Status tone="mute" glyph="half">
        Simulated
      </Status>
    );
  const { id, health } = reach;
  return (
    <Status
      tone={health === "healthy" ? "good" : "warn"}
      glyph={health === "healthy" ? "done" : health === "circuit-open" ? "pause" : "warn"}
    >
      <Link href={`/operator/banks/${id}`}>{id}</Link>
    </Status>
  );
}
