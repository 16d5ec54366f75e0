import { OpenLink } from "../../ui/beside/beside";
import { Link } from "../../ui/link";
import { type Column, Table } from "../../ui/table";
import { formatMs } from "../../ui/time/duration";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { paymentPath } from "../payments/payment-path";
import { formatErrorCode, formatIgnored } from "./call-labels";
import { shortPath } from "./calls-chips";
import type { LoggedCall } from "./calls-filter";
import s from "./developers.module.css";

export const CALL_HEADS = ["Time", "Request", "Result", "Duration"] as const;

type TableProps = {
  calls: readonly LoggedCall[];
  open: string | undefined;
  /** The address of the page with a request open. */
  hrefOf: (id: string) => string;
};

/** A page of the request log. A row opens beside it; its address opens it too. */
export function CallsTable({ calls, open, hrefOf }: TableProps) {
  const columns: Column<LoggedCall>[] = [
    { head: "Time", width: "8.5rem", phone: "line", muted: true, cell: ({ at }) => <Time at={at} as="exact" /> },
    {
      head: "Request",
      phone: "title",
      cell: ({ id, method, path, search, status }) => (
        <OpenLink className={s.request} href={hrefOf(id)} isOpen={id === open} title={`${method} ${path}${search}`}>
          <b data-wrong={status >= 400 ? "" : undefined}>{status}</b> <i>{method}</i>{" "}
          <code>{shortPath(path) + search}</code>
        </OpenLink>
      ),
    },
    {
      head: "Result",
      width: open === undefined ? "12rem" : "8.5rem",
      phone: "lineEnd",
      cell: (call) => (
        <>
          <Result call={call} />
          {call.ignored > 0 ? <small className={s.ignored}>{formatIgnored(call.ignored)}</small> : null}
        </>
      ),
    },
    {
      head: "Duration",
      width: "4.25rem",
      phone: "end",
      muted: true,
      className: s.took,
      cell: ({ durationMs }) => formatMs(durationMs),
    },
  ];
  return <Table caption="Requests, newest first" columns={columns} rows={calls} keyOf={({ id }) => id} />;
}

/** What the request created: a payment or a link; else its error code. */
function Result({ call }: { call: LoggedCall }) {
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
        <Link className={s.leads} href={paymentPath(paymentRequestId)} data-over="">
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
