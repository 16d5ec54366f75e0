import { Link } from "../../ui/link";
import { Bank, Status } from "../../ui/parts";
import type { Outputs } from "../../ui/queries";
import { type Column, Table } from "../../ui/table";
import ui from "../../ui/ui.module.css";

type BankRow = Outputs["platform"]["banks"]["list"]["banks"][number];
type Reach = BankRow["live"];

const COLUMNS: Column<BankRow>[] = [
  { head: "Bank", phone: "title", cell: ({ name }) => <Bank name={name} /> },
  {
    head: "Catalogue key",
    width: "16rem",
    phone: "line",
    cell: ({ place }) => <code className={ui.muted}>{place}</code>,
  },
  { head: "Currency", width: "5rem", cell: ({ currency }) => currency },
  { head: "Live", width: "11.5rem", phone: "end", cell: ({ live }) => <ReachStatus reach={live} /> },
  { head: "Test", width: "11.5rem", phone: "lineEnd", cell: ({ test }) => <ReachStatus reach={test} /> },
];

/** Banks of the catalogue, each with its connections for live payments and for tests. */
export function CatalogueTable({ banks }: { banks: BankRow[] }) {
  return <Table caption="Banks of the catalogue" columns={COLUMNS} rows={banks} keyOf={({ id }) => id} />;
}

function ReachStatus({ reach }: { reach: Reach }) {
  if (reach.kind === "none") return <span className={ui.dim}>Not connected</span>;
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
