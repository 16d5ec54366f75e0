import { Note, StatusOf } from "../../ui/parts";
import type { Outputs } from "../../ui/queries";
import { type Column, Table } from "../../ui/table";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { formatAge } from "./system-labels";

type System = Outputs["platform"]["system"]["read"];
type Worker = System["workers"][number];

const RUNNING = { tone: "good", glyph: "done", word: "Running" } as const;
const SILENT = { tone: "warn", glyph: "warn", word: "No heartbeat" } as const;

/** Workers with a heartbeat within a day, without those that were stopped. */
export function WorkerTable({ workers, at }: { workers: Worker[]; at: string }) {
  if (workers.length === 0) {
    return (
      <Note tone="bad">
        <b>No worker is running.</b> Payment statuses are not fetched and webhooks are not sent. Start a process with{" "}
        <code>ROLE=worker</code> or <code>ROLE=all</code>.
      </Note>
    );
  }
  const unknown = <span className={ui.dim}>unknown</span>;
  const columns: Column<Worker>[] = [
    { head: "Process", phone: "title", title: ({ id }) => id, cell: ({ host }) => host ?? unknown },
    {
      head: "Status",
      width: "10rem",
      phone: "end",
      cell: ({ alive }) => <StatusOf label={alive ? RUNNING : SILENT} />,
    },
    { head: "Version", width: "6rem", phone: "line", cell: ({ version }) => version ?? unknown },
    { head: "Started", width: "9rem", muted: true, cell: ({ startedAt }) => <Time at={startedAt} /> },
    {
      head: "Last heartbeat",
      width: "9rem",
      phone: "lineEnd",
      muted: true,
      cell: ({ beatAt }) => `${formatAge((Date.parse(at) - Date.parse(beatAt)) / 1_000)} ago`,
    },
  ];
  return <Table caption="Workers, last heartbeat first" columns={columns} rows={workers} keyOf={({ id }) => id} />;
}
