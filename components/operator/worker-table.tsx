import { Note, Status } from "../console/parts";
import type { Outputs } from "../console/queries";
import table from "../console/table.module.css";
import { Time } from "../console/time";
import ui from "../console/ui.module.css";
import { ageWords } from "./system-words";

type System = Outputs["platform"]["system"]["read"];
type Worker = System["workers"][number];

/** The workers that have said within a day that they live. */
export function WorkerTable({ workers, at }: { workers: Worker[]; at: string }) {
  if (workers.length === 0) {
    return (
      <Note tone="bad">
        <b>No worker has run for a day.</b> Payments are not followed and webhooks do not leave. Start a process with{" "}
        <code>ROLE=worker</code> or <code>ROLE=all</code>.
      </Note>
    );
  }
  return (
    <div className={table.wrap}>
      <table className={table.table}>
        <caption className={ui.hidden}>Workers, the last heard first</caption>
        <colgroup>
          <col />
          <col style={{ width: "10rem" }} />
          <col style={{ width: "6rem" }} />
          <col style={{ width: "9rem" }} />
          <col style={{ width: "9rem" }} />
        </colgroup>
        <thead>
          <tr>
            {["Process", "State", "Version", "Since", "Last heard"].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {workers.map((worker) => (
            <WorkerRow key={worker.id} worker={worker} at={at} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function WorkerRow({ worker: { id, host, version, startedAt, beatAt, alive }, at }: { worker: Worker; at: string }) {
  const heardForS = (new Date(at).getTime() - new Date(beatAt).getTime()) / 1_000;
  return (
    <tr>
      <td data-on="a" title={id}>
        {host ?? <span className={ui.dim}>an older version does not say</span>}
      </td>
      <td data-on="b">
        {alive ? (
          <Status tone="good" glyph="done">
            Alive
          </Status>
        ) : (
          <Status tone="warn" glyph="warn">
            Not heard of
          </Status>
        )}
      </td>
      <td data-on="c">{version ?? <span className={ui.dim}>unknown</span>}</td>
      <td className={ui.muted}>
        <Time at={startedAt} />
      </td>
      <td data-on="d" className={ui.muted}>
        {ageWords(heardForS)} ago
      </td>
    </tr>
  );
}
