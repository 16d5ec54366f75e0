import { None, Status } from "../../ui/parts";
import type { Outputs } from "../../ui/queries";
import { type Column, Table } from "../../ui/table";
import ui from "../../ui/ui.module.css";
import { formatAge, formatQueueCount, isLate, queueLabels } from "./system-labels";

type System = Outputs["platform"]["system"]["read"];
type Queue = System["queues"][number];

/** Queues: due, running and open rows, and the delay of the oldest due row. */
export function QueueTable({ system }: { system: System }) {
  const { countedRows } = system;
  const columns: Column<Queue>[] = [
    {
      head: "Queue",
      phone: "title",
      title: ({ name }) => name,
      cell: ({ name, blocked }) => (
        <>
          {queueLabels(name).name}{" "}
          {blocked === 0 ? null : (
            <small className={ui.dim}>
              {formatQueueCount(blocked, countedRows)} behind a paused endpoint or open circuit
            </small>
          )}
        </>
      ),
    },
    { head: "Status", width: "12rem", phone: "end", cell: (queue) => <QueueStatus queue={queue} system={system} /> },
    {
      head: "Due now",
      width: "6rem",
      phone: "line",
      kind: "count",
      cell: ({ due, inHand, oldestDueForS }) => (
        <>
          {formatQueueCount(due, countedRows)}
          <span data-phone="">
            {" "}
            due{oldestDueForS === null ? "" : `, oldest for ${formatAge(oldestDueForS)}`}, {inHand} running
          </span>
        </>
      ),
    },
    {
      head: "Oldest due",
      width: "7rem",
      kind: "count",
      cell: ({ oldestDueForS }) => (oldestDueForS === null ? <None /> : formatAge(oldestDueForS)),
    },
    { head: "Running", width: "6rem", kind: "count", cell: ({ inHand }) => inHand },
    {
      head: "Open",
      width: "6rem",
      phone: "lineEnd",
      kind: "count",
      cell: ({ open }) => (
        <>
          {formatQueueCount(open, countedRows)}
          <span data-phone=""> open</span>
        </>
      ),
    },
  ];
  return (
    <Table caption="Queues of background work" columns={columns} rows={system.queues} keyOf={({ name }) => name} />
  );
}

function QueueStatus({ queue, system }: { queue: Queue; system: System }) {
  const { name, open, oldestDueForS } = queue;
  if (name === "mail.send" && !system.mailLeaves)
    return (
      <Status tone="mute" glyph="pause">
        No mail server
      </Status>
    );
  if (isLate(queue, system))
    return (
      <Status tone="warn" glyph="warn">
        {open > system.countedRows ? "At least " : ""}
        {formatAge(oldestDueForS ?? 0)} late
      </Status>
    );
  return (
    <Status tone="good" glyph="done">
      On time
    </Status>
  );
}
