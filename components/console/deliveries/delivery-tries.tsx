import { Button } from "../../ui/button";
import type { Outputs } from "../../ui/queries";
import { type Column, Table } from "../../ui/table";
import { formatMs } from "../../ui/time/duration";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import s from "./delivery.module.css";
import { deliveryLabel, formatResponse, isStopped } from "./delivery-labels";
import log from "./log.module.css";

type Detail = Outputs["webhooks"]["log"]["get"];
type Try = Detail["tries"][number];

/** The attempts of a delivery, oldest first, and the next one; the chosen one is shown below. */
export function DeliveryTries(props: { detail: Detail; shown: number | null; onPick: (number: number) => void }) {
  const { detail, shown, onPick } = props;
  const { tries, status, state, dueAt } = detail;
  const stopped = isStopped(state);
  if (tries.length === 0 && status !== "waiting") return <p className={s.none}>No attempts</p>;
  const planned = state === "sending" ? "sending" : stopped ? deliveryLabel(state).word : "planned";
  // Null: the next attempt.
  const columns: Column<Try | null>[] = [
    {
      head: "Attempt",
      width: "4.5rem",
      phone: "title",
      cell: (one) =>
        one === null ? (
          tries.length + 1
        ) : (
          <Button
            look="plain"
            className={s.pick}
            aria-pressed={one.number === shown}
            aria-label={`Show attempt ${one.number}`}
            onClick={() => onPick(one.number)}
          >
            {one.number}
          </Button>
        ),
    },
    {
      head: "Time",
      width: "10rem",
      phone: "line",
      muted: true,
      cell: (one) => (one === null && stopped ? null : <Time at={one?.at ?? dueAt} as="exact" />),
    },
    {
      head: "Response",
      phone: "end",
      title: (one) => one?.error,
      cell: (one) =>
        one === null ? (
          planned
        ) : (
          <>
            <b className={one.error === null ? log.good : log.bad}>{formatResponse(one)}</b>{" "}
            {one.error && one.error !== `status ${one.status}` ? <span className={ui.muted}>{one.error}</span> : null}
          </>
        ),
    },
    {
      head: "Duration",
      width: "5.5rem",
      phone: "lineEnd",
      muted: true,
      cell: (one) => one && formatMs(one.durationMs),
    },
  ];
  return (
    <Table
      caption="Attempts, oldest first"
      className={s.tries}
      columns={columns}
      rows={status === "waiting" ? [...tries, null] : tries}
      keyOf={(one) => one?.id ?? "next"}
      rowProps={(one) =>
        one === null ? { className: ui.dim } : { "data-shown": one.number === shown ? "" : undefined }
      }
    />
  );
}
