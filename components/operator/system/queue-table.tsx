import type { Outputs } from "../../console/frame/queries";
import { Status } from "../../ui/parts";
import table from "../../ui/table.module.css";
import ui from "../../ui/ui.module.css";
import { formatAge, formatQueueCount, isLate, queueLabels } from "./system-labels";

type System = Outputs["platform"]["system"]["read"];
type Queue = System["queues"][number];

/** Queues: due, running and open rows, and the delay of the oldest due row. */
export function QueueTable({ system }: { system: System }) {
  return (
    <div className={table.wrap}>
      <table className={table.table}>
        <caption className={ui.hidden}>Queues of background work</caption>
        <colgroup>
          <col />
          <col style={{ width: "12rem" }} />
          <col style={{ width: "6rem" }} />
          <col style={{ width: "6rem" }} />
          <col style={{ width: "6rem" }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Queue</th> <th scope="col">Status</th>
            <th scope="col" data-count="">
              Due now
            </th>
            <th scope="col" data-count="">
              Running{" "}
            </th>
            <th scope="col" data-count="">
              Open{" "}
            </th>
          </tr>
        </thead>
        <tbody>
          {system.queues.map((queue) => (
            <QueueRow key={queue.name} queue={queue} system={system} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function QueueRow({ queue, system }: { queue: Queue; system: System }) {
  const { name, open, due, inHand, oldestDueForS, blocked } = queue;
  const { countedRows, mailLeaves } = system;
  const words = queueLabels(name);
  return (
    <tr>
      <td data-on="a" title={name}>
        {words.name}{" "}
        {blocked === 0 ? null : (
          <small className={ui.dim}>
            +{formatQueueCount(blocked, countedRows)} behind a paused endpoint or open circuit
          </small>
        )}{" "}
      </td>
      <td data-on="b">
        {name === "mail.send" && !mailLeaves ? (
          <Status tone="mute" glyph="pause">
            No mail server
          </Status>
        ) : isLate(queue, system) ? (
          <Status tone="warn" glyph="warn">
            {open > countedRows ? "At least " : ""}
            {formatAge(oldestDueForS ?? 0)} late
          </Status>
        ) : (
          <Status tone="good" glyph="done">
            On time
          </Status>
        )}
      </td>
      <td data-on="c" data-count="">
        {formatQueueCount(due, countedRows)}
        <span data-phone=""> due, {inHand} running</span>
      </td>
      <td data-count="">{inHand}</td>
      <td data-on="d" data-count="">
        {formatQueueCount(open, countedRows)}
        <span data-phone=""> open</span>
      </td>
    </tr>
  );
}
