import Link from "next/link";
import { UUID } from "../../ui/filter/filter-address";
import { groupDigits } from "../../ui/money";
import { isSample, SampleTag, Status, TestTag } from "../../ui/parts";
import { type Column, RowLink, Table } from "../../ui/table";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import type { Outputs } from "../frame/queries";
import { formatDuration } from "../webhooks/health-labels";
import { deliveryLabel, formatResponse, MAX_ATTEMPTS, nextAttemptAt } from "./delivery-labels";
import log from "./log.module.css";

type Delivery = Outputs["webhooks"]["log"]["search"]["items"][number];

const none = <span className={ui.dim}>none</span>;

/** A page of the delivery log. `fixed`: the page is of one endpoint, so the rows do not name it. */
export function DeliveryTable({ deliveries, fixed }: { deliveries: Delivery[]; fixed: boolean }) {
  const columns: Column<Delivery>[] = [
    {
      head: "Last attempt",
      width: "9.5rem",
      phone: "line",
      muted: true,
      cell: ({ lastTry }) =>
        lastTry ? (
          <>
            <Time at={lastTry.at} as="exact" />
            <span data-phone="">, {formatResponse(lastTry)}</span>
          </>
        ) : (
          none
        ),
    },
    {
      head: "Event",
      phone: "title",
      title: ({ event }) => event.id,
      cell: ({ id, event, endpoint, state, resendOf }) => (
        <>
          <RowLink href={`/console/webhooks/deliveries/${id}`} prefetch={false}>
            <code>{event.type}</code>
          </RowLink>
          {fixed || state === "no_endpoint" ? null : (
            <small className={`${ui.muted} ${log.to}`}> to {endpoint ?? "default URL"}</small>
          )}
          {resendOf ? <small className={ui.muted}> resent</small> : null}
        </>
      ),
    },
    { head: "Payment", width: "11rem", phone: "lineEnd", cell: (delivery) => <About delivery={delivery} /> },
    {
      head: "Attempt",
      width: "5rem",
      drop: "narrow",
      muted: true,
      cell: ({ tries }) => (tries === 0 ? none : `${tries} of ${MAX_ATTEMPTS}`),
    },
    {
      head: "Response",
      width: "6.5rem",
      title: ({ reason }) => reason,
      cell: ({ lastTry }) =>
        lastTry ? <b className={lastTry.error === null ? log.good : log.bad}>{formatResponse(lastTry)}</b> : none,
    },
    {
      head: "Duration",
      width: "5rem",
      drop: "narrow",
      muted: true,
      cell: ({ lastTry }) => (lastTry ? formatDuration(lastTry.durationMs) : null),
    },
    { head: "Status", width: "13rem", phone: "end", cell: (delivery) => <State delivery={delivery} /> },
  ];
  return <Table caption="Deliveries, newest first" columns={columns} rows={deliveries} keyOf={({ id }) => id} />;
}

function State({ delivery }: { delivery: Delivery }) {
  const { tone, glyph, word } = deliveryLabel(delivery.state);
  const at = nextAttemptAt(delivery);
  return (
    <Status tone={tone} glyph={glyph}>
      {word} {at ? <Time at={at} as="seconds" /> : null}
    </Status>
  );
}

/** The payment of a delivery: its order, else its amount. */
function About({ delivery: { id, about, decimal, event } }: { delivery: Delivery }) {
  const money = decimal && about.currency ? `${groupDigits(decimal)} ${about.currency}` : null;
  // If the merchant gave no order ID, the order ID is our ID or the link's, so the amount is shown instead.
  const orderId = about.orderId && UUID.test(about.orderId) ? null : about.orderId;
  const words = orderId ?? money;
  const tag = isSample(id) ? <SampleTag id={id} /> : event.test && about.kind !== "endpoint" ? <TestTag /> : null;
  if (about.kind === "endpoint") return <span className={ui.muted}>Test event</span>;
  const title = [orderId, money].filter(Boolean).join(", ");
  if (about.kind === "link") {
    return (
      <span title={title}>
        {words ?? "Payment link"} {tag}
      </span>
    );
  }
  return (
    <span title={title}>
      <Link className={log.about} href={`/console/payments/${about.id}`} data-over="">
        {words ?? "Payment"}
      </Link>{" "}
      {tag}
    </span>
  );
}
