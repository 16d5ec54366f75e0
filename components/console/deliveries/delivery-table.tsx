import { OpenLink } from "../../ui/beside/beside";
import { UUID } from "../../ui/filter/filter-address";
import { Link } from "../../ui/link";
import { groupDigits } from "../../ui/money";
import { Status } from "../../ui/parts";
import type { Outputs } from "../../ui/queries";
import { Tagged } from "../../ui/sample";
import { type Column, Table } from "../../ui/table";
import { formatMs } from "../../ui/time/duration";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { Changing } from "../../ui/waiting-rows";
import { OtherModeTag } from "../frame/mode-switch";
import { paymentPath } from "../payments/payment-path";
import { deliveryLabel, formatAttempt, formatResponse, nextAttemptAt } from "./delivery-labels";
import log from "./log.module.css";

type Delivery = Outputs["webhooks"]["log"]["search"]["items"][number];

const none = <span className={ui.dim}>none</span>;

type TableProps = {
  deliveries: Delivery[];
  fixed: boolean;
  open: string | undefined;
  /** The address of the page with a delivery open. */
  hrefOf: (id: string) => string;
};

/** The columns without room beside an open delivery, which shows them, and without room on an endpoint's page. */
const BESIDE_DETAIL = ["Payment", "Attempt", "Duration"];
const ON_ENDPOINT = ["Attempt", "Duration"];

/** A page of the delivery log. `fixed`: the page is of one endpoint, so the rows do not name it. */
export function DeliveryTable({ deliveries, fixed, open, hrefOf }: TableProps) {
  const isBeside = open !== undefined;
  const columns: Column<Delivery>[] = [
    {
      head: "Last attempt",
      width: isBeside || fixed ? "8.5rem" : "9.5rem",
      phone: "line",
      muted: true,
      cell: LastAttempt,
    },
    {
      head: "Event",
      phone: "title",
      title: ({ event }) => event.id,
      cell: ({ id, event, endpoint, state, resendOf }) => (
        <>
          <OpenLink href={hrefOf(id)} isOpen={id === open}>
            <code>{event.type}</code>
          </OpenLink>
          {fixed || state === "no_endpoint" ? null : (
            <small className={`${ui.muted} ${log.to}`}> to {endpoint ?? "default URL"}</small>
          )}
          {resendOf ? <small className={ui.muted}> resent</small> : null}
        </>
      ),
    },
    {
      head: "Payment",
      width: fixed ? "9.5rem" : "11rem",
      phone: "lineEnd",
      cell: (delivery) => <About delivery={delivery} />,
    },
    {
      head: "Attempt",
      width: "5rem",
      drop: "narrow",
      muted: true,
      cell: (delivery) => (delivery.tries === 0 ? none : formatAttempt(delivery.tries, delivery)),
    },
    {
      head: "Response",
      width: isBeside ? "6rem" : "6.5rem",
      ...(isBeside ? { drop: "wide" } : {}),
      title: ({ reason }) => reason,
      cell: ({ lastTry }) =>
        lastTry ? <b className={lastTry.error === null ? log.good : log.bad}>{formatResponse(lastTry)}</b> : none,
    },
    {
      head: "Duration",
      width: "5rem",
      drop: "narrow",
      muted: true,
      cell: ({ lastTry }) => (lastTry ? formatMs(lastTry.durationMs) : null),
    },
    {
      head: "Status",
      width: isBeside ? "8rem" : fixed ? "9.5rem" : "13rem",
      phone: "end",
      cell: (delivery) => <State delivery={delivery} isShort={isBeside} />,
    },
  ];
  const hidden = isBeside ? BESIDE_DETAIL : fixed ? ON_ENDPOINT : [];
  const shown = columns.filter(({ head }) => !hidden.includes(head));
  return <Table caption="Deliveries, newest first" columns={shown} rows={deliveries} keyOf={({ id }) => id} />;
}

function LastAttempt({ lastTry }: Delivery) {
  if (!lastTry) return none;
  return (
    <>
      <Time at={lastTry.at} as="exact" />
      <span data-phone="">, {formatResponse(lastTry)}</span>
    </>
  );
}

/** `isShort`: without the time of the next attempt. */
function State({ delivery, isShort }: { delivery: Delivery; isShort: boolean }) {
  const { tone, glyph, word } = deliveryLabel(delivery.state);
  const at = isShort ? null : nextAttemptAt(delivery);
  return (
    <Changing value={delivery.state}>
      <Status tone={tone} glyph={glyph}>
        {word} {at ? <Time at={at} as="seconds" /> : null}
      </Status>
    </Changing>
  );
}

/** The payment of a delivery: its order, else its amount. */
function About({ delivery: { id, about, decimal, event } }: { delivery: Delivery }) {
  const money = decimal && about.currency ? `${groupDigits(decimal)} ${about.currency}` : null;
  // If the merchant gave no order ID, the order ID is our ID or the link's, so the amount is shown instead.
  const orderId = about.orderId && UUID.test(about.orderId) ? null : about.orderId;
  const words = orderId ?? money;
  if (about.kind === "endpoint") return <span className={ui.muted}>Test event</span>;
  const title = [orderId, money].filter(Boolean).join(", ");
  return (
    <Tagged id={id}>
      {about.kind === "link" ? (
        <span title={title}>{words ?? "Payment link"}</span>
      ) : (
        <Link className={log.about} href={paymentPath(about.id)} title={title} data-over="">
          {words ?? "Payment"}
        </Link>
      )}
      <OtherModeTag test={event.test} />
    </Tagged>
  );
}
