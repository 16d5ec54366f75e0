import Link from "next/link";
import { UUID } from "../../ui/filter/filter-address";
import { groupDigits } from "../../ui/money";
import { Status, TestTag } from "../../ui/parts";
import { isSample, SampleTag } from "../../ui/sample";
import s from "../../ui/table.module.css";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import type { Outputs } from "../frame/queries";
import { formatDuration } from "../webhooks/health-labels";
import { deliveryLabel, formatResponse, MAX_ATTEMPTS, nextAttemptAt } from "./delivery-labels";
import log from "./log.module.css";

type Delivery = Outputs["webhooks"]["log"]["search"]["items"][number];

const HEADS = ["Last attempt", "Event", "Payment", "Attempt", "Response", "Duration", "Status"] as const;
const DROPPED = new Set<string>(["Attempt", "Duration"]);

/** A page of the delivery log. `fixed`: the page is of one endpoint, so the rows do not name it. */
export function DeliveryTable({ deliveries, fixed }: { deliveries: Delivery[]; fixed: boolean }) {
  return (
    <div className={s.wrap}>
      <table className={s.table}>
        <caption className={ui.hidden}>Deliveries, newest first</caption>
        <colgroup>
          <col style={{ width: "9.5rem" }} />
          <col />
          <col style={{ width: "11rem" }} />
          <col data-drop="" style={{ width: "5rem" }} />
          <col style={{ width: "6.5rem" }} />
          <col data-drop="" style={{ width: "5rem" }} />
          <col style={{ width: "13rem" }} />
        </colgroup>
        <thead>
          <tr>
            {HEADS.map((head) => (
              <th key={head} scope="col" data-drop={DROPPED.has(head) ? "" : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} fixed={fixed} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DeliveryRow({ delivery, fixed }: { delivery: Delivery; fixed: boolean }) {
  const { id, event, endpoint, lastTry, tries, state, reason, resendOf } = delivery;
  const { tone, glyph, word } = deliveryLabel(state);
  const at = nextAttemptAt(delivery);
  return (
    <tr>
      <td className={ui.muted} data-on="c">
        {lastTry ? (
          <>
            <Time at={lastTry.at} as="exact" />
            <span data-phone="">, {formatResponse(lastTry)}</span>
          </>
        ) : (
          <span className={ui.dim}>none</span>
        )}
      </td>
      <td data-on="a" title={event.id}>
        <Link className={s.row} href={`/console/webhooks/deliveries/${id}`}>
          <code>{event.type}</code>
        </Link>
        {fixed || state === "no_endpoint" ? null : (
          <small className={`${ui.muted} ${log.to}`}> to {endpoint ?? "default URL"}</small>
        )}
        {resendOf ? <small className={ui.muted}> resent</small> : null}
      </td>
      <td data-on="d">
        <About delivery={delivery} />
      </td>
      <td className={ui.muted} data-drop="">
        {tries === 0 ? <span className={ui.dim}>none</span> : `${tries} of ${MAX_ATTEMPTS}`}
      </td>
      <td title={reason ?? undefined}>
        {lastTry ? (
          <b className={lastTry.error === null ? log.good : log.bad}>{formatResponse(lastTry)}</b>
        ) : (
          <span className={ui.dim}>none</span>
        )}
      </td>
      <td className={ui.muted} data-drop="">
        {lastTry ? formatDuration(lastTry.durationMs) : null}
      </td>
      <td data-on="b">
        <Status tone={tone} glyph={glyph}>
          {word} {at ? <Time at={at} as="seconds" /> : null}
        </Status>
      </td>
    </tr>
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
