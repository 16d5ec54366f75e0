import type { Outputs } from "../../console/frame/queries";
import { Note, Status } from "../../ui/parts";
import table from "../../ui/table.module.css";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { formatAge } from "./system-labels";

type System = Outputs["platform"]["system"]["read"];
type Worker = System["workers"][number];

/** Workers with a heartbeat within a day. */
export function WorkerTable({ workers, at }: { workers: Worker[]; at: string }) {
  if (workers.length === 0) {
    return (
      <Note tone="bad">
        <b>No worker has run for a day.</b> Payment statuses are not fetched and webhooks are not sent. Start a process
        with <code>ROLE=worker</code> or <code>ROLE=all</code>.
      </Note>
    );
  }
  return (
    <div className={table.wrap}>
      <table className={table.table}>
        <caption className={ui.hidden}>Workers, last heartbeat first</caption>
        <colgroup>
          <col />
          <col style={{ width: "10rem" }} />
          <col style={{ width: "6rem" }} />
          <col style={{ width: "9rem" }} />
          <col style={{ width: "9rem" }} />
        </colgroup>
        <thead>
          <tr>
            {["Process", "Status", "Version", "Started", "Last heartbeat"].map((head) => (
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
        {host ?? <span className={ui.dim}>unknown</span>}
      </td>
      <td data-on="b">
        {alive ? (
          <Status tone="good" glyph="done">
            Running
          </Status>
        ) : (
          <Status tone="warn" glyph="warn">
            No heartbeat
          </Status>
        )}
      </td>
      <td data-on="c">{version ?? <span className={ui.dim}>unknown</span>}</td>
      <td className={ui.muted}>
        <Time at={startedAt} />
      </td>
      <td data-on="d" className={ui.muted}>
        {formatAge(heardForS)} ago
      </td>
    </tr>
  );
}
