import { Status } from "../console/parts";
import type { Outputs } from "../console/queries";
import table from "../console/table.module.css";
import ui from "../console/ui.module.css";
import { ageWords, isLate, queueCount, queueWords } from "./system-words";

type System = Outputs["platform"]["system"]["read"];
type Queue = System["queues"][number];

/** The queues: what is due, in hand and still to come of each, and how long the oldest has waited. */
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
            <th scope="col">Work</th>
            <th scope="col">State</th>
            <th scope="col" data-count="">
              Due now
            </th>
            <th scope="col" data-count="">
              In hand
            </th>
            <th scope="col" data-count="">
              Open in all
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
  const { name, open, due, inHand, oldestDueForS } = queue;
  const { countedRows, mailLeaves } = system;
  const words = queueWords(name);
  return (
    <tr>
      <td data-on="a" title={name}>
        {words.name}
      </td>
      <td data-on="b">
        {name === "mail.send" && !mailLeaves ? (
          <Status tone="mute" glyph="pause">
            No mail server
          </Status>
        ) : isLate(queue, system) ? (
          <Status tone="warn" glyph="warn">
            {open > countedRows ? "At least " : ""}
            {ageWords(oldestDueForS ?? 0)} late
          </Status>
        ) : (
          <Status tone="good" glyph="done">
            In time
          </Status>
        )}
      </td>
      <td data-on="c" data-count="">
        {queueCount(due, countedRows)}
        <span data-phone=""> due, {inHand} in hand</span>
      </td>
      <td data-count="">{inHand}</td>
      <td data-on="d" data-count="">
        {queueCount(open, countedRows)}
        <span data-phone=""> in all</span>
      </td>
    </tr>
  );
}
