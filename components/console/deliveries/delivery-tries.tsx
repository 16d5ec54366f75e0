import { Button } from "../../ui/button";
import table from "../../ui/table.module.css";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import type { Outputs } from "../frame/queries";
import { formatDuration } from "../webhooks/health-labels";
import s from "./delivery.module.css";
import { deliveryLabel, formatResponse, isStopped } from "./delivery-labels";
import log from "./log.module.css";

type Detail = Outputs["webhooks"]["log"]["get"];

/** The attempts of a delivery, oldest first, and the next one; the chosen one is shown below. */
export function DeliveryTries(props: { detail: Detail; shown: number | null; onPick: (number: number) => void }) {
  const { detail, shown, onPick } = props;
  const { tries, status, state, dueAt } = detail;
  const stopped = isStopped(state);
  if (tries.length === 0 && status !== "waiting") return <p className={s.none}>No attempts</p>;
  return (
    <div className={table.wrap}>
      <table className={`${table.table} ${s.tries}`}>
        <caption className={ui.hidden}>Attempts, oldest first</caption>
        <colgroup>
          <col style={{ width: "4.5rem" }} />
          <col style={{ width: "10rem" }} />
          <col />
          <col style={{ width: "5.5rem" }} />
        </colgroup>
        <thead>
          <tr>
            {["Attempt", "Time", "Response", "Duration"].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tries.map((one) => (
            <tr key={one.id} data-shown={one.number === shown ? "" : undefined}>
              <td data-on="a">
                <Button
                  look="plain"
                  className={s.pick}
                  aria-pressed={one.number === shown}
                  aria-label={`Show attempt ${one.number}`}
                  onClick={() => onPick(one.number)}
                >
                  {one.number}
                </Button>
              </td>
              <td className={ui.muted} data-on="c">
                <Time at={one.at} as="exact" />
              </td>
              <td data-on="b" title={one.error ?? undefined}>
                <b className={one.error === null ? log.good : log.bad}>{formatResponse(one)}</b>{" "}
                {one.error && one.error !== `status ${one.status}` ? (
                  <span className={ui.muted}>{one.error}</span>
                ) : null}
              </td>
              <td className={ui.muted} data-on="d">
                {formatDuration(one.durationMs)}
              </td>
            </tr>
          ))}
          {status === "waiting" ? (
            <tr className={ui.dim}>
              <td data-on="a">{tries.length + 1}</td>
              <td data-on="c">{stopped ? null : <Time at={dueAt} as="exact" />}</td>
              <td data-on="b">{state === "sending" ? "sending" : stopped ? deliveryLabel(state).word : "planned"}</td>
              <td />
            </tr>
          ) : null}
        </tbody>
      </table>
    </div>
  );
}
