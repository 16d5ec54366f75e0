import Link from "next/link";
import type { MouseEvent } from "react";
import t from "../../ui/table.module.css";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { formatDuration, formatErrorCode, formatIgnored } from "./call-labels";
import { shortPath } from "./calls-chips";
import type { LoggedCall } from "./calls-filter";
import s from "./developers.module.css";

export const CALL_HEADS = ["Time", "Request", "Created", "Duration"] as const;

type TableProps = {
  calls: readonly LoggedCall[];
  open: string | undefined;
  /** The address of the page with a request open. */
  hrefOf: (id: string) => string;
  onOpen: (id: string) => void;
};

/** A page of the request log. A row opens beside it; its address opens it too. */
export function CallsTable({ calls, open, hrefOf, onOpen }: TableProps) {
  const press = (id: string) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onOpen(id);
  };
  return (
    <div className={t.wrap}>
      <table className={`${t.table} ${s.calls}`}>
        <caption className={ui.hidden}>Requests, newest first</caption>
        <colgroup>
          <col style={{ width: "8.5rem" }} />
          <col />
          <col style={{ width: "8.5rem" }} />
          <col style={{ width: "4.25rem" }} />
        </colgroup>
        <thead>
          <tr>
            {CALL_HEADS.map((head) => (
              <th key={head} scope="col" data-took={head === "Duration" ? "" : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {calls.map((call) => (
            <tr key={call.id} data-open={call.id === open ? "" : undefined}>
              <td className={ui.muted} data-on="c">
                <Time at={call.at} as="exact" />
              </td>
              <td data-on="a">
                <a
                  className={`${t.row} ${s.request}`}
                  href={hrefOf(call.id)}
                  onClick={press(call.id)}
                  aria-current={call.id === open ? "true" : undefined}
                  title={`${call.method} ${call.path}${call.search}`}
                >
                  <b data-wrong={call.status >= 400 ? "" : undefined}>{call.status}</b> <i>{call.method}</i>{" "}
                  <code>{shortPath(call.path) + call.search}</code>
                </a>
              </td>
              <td data-on="d">
                <Created call={call} />
                {call.ignored > 0 ? <small className={s.ignored}>{formatIgnored(call.ignored)}</small> : null}
              </td>
              <td className={ui.muted} data-took="" data-on="b">
                {formatDuration(call.durationMs)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What the request created: a payment or a link; else its error code. */
function Created({ call }: { call: LoggedCall }) {
  const { errorCode, orderId, paymentRequestId, paymentLinkId, replayed } = call;
  if (errorCode !== null) {
    return (
      <span className={ui.muted} title={errorCode}>
        {formatErrorCode(errorCode)}
      </span>
    );
  }
  const again = replayed ? <span className={ui.dim}> replayed</span> : null;
  if (paymentRequestId !== null) {
    return (
      <span>
        <Link className={s.leads} href={`/console/payments/${paymentRequestId}`} data-over="" prefetch={false}>
          {orderId ?? `Payment …${paymentRequestId.slice(-4)}`}
        </Link>
        {again}
      </span>
    );
  }
  if (paymentLinkId === null) return null;
  return (
    <span title={paymentLinkId}>
      {orderId ?? "Payment link"}
      {again}
    </span>
  );
}
