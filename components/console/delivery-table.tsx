import Link from "next/link";
import { Status } from "./parts";
import type { Outputs } from "./queries";
import { deliveryStatus } from "./status-words";
import s from "./table.module.css";
import { Time } from "./time";
import ui from "./ui.module.css";

type Deliveries = Outputs["webhooks"]["deliveries"];
type Delivery = Deliveries[number];

/** The last deliveries, and how they fared. */
export function DeliveryTable({ deliveries }: { deliveries: Deliveries }) {
  return (
    <div className={s.wrap}>
      <table className={s.table}>
        <caption className={ui.hidden}>Last deliveries, newest first</caption>
        <colgroup>
          <col style={{ width: "9rem" }} />
          <col />
          <col style={{ width: "11rem" }} />
          <col style={{ width: "5rem" }} />
          <col data-drop="" style={{ width: "14rem" }} />
          <col style={{ width: "7rem" }} />
        </colgroup>
        <thead>
          <tr>
            {["Happened", "Event", "Status", "Tries", "Last answer", "About"].map((head) => (
              <th key={head} scope="col" data-drop={head === "Last answer" ? "" : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const { event, endpoint, lastTry, createdAt, tries, reason } = delivery;
  const { tone, glyph, word } = deliveryStatus(delivery);
  // Disabled since the last try: that is what ended it, not the receiver's answer.
  const unsent = delivery.status === "failed" && reason !== lastTry?.error;
  const answer =
    !lastTry || unsent
      ? reason
      : lastTry.status === null
        ? lastTry.error
        : `${lastTry.status} in ${lastTry.durationMs} ms`;
  const isPayment = event.type.startsWith("payment_request.");
  return (
    <tr>
      <td className={ui.muted} data-on="c">
        <Time at={createdAt} as="full" />
      </td>
      <td data-on="a" title={event.id}>
        <code>{event.type}</code>
        {endpoint ? <small className={ui.muted}> to {endpoint.name}</small> : null}
      </td>
      <td data-on="d">
        <Status tone={tone} glyph={glyph}>
          {word}
        </Status>
      </td>
      <td className={ui.muted}>{tries === 0 ? <span className={ui.dim}>none</span> : tries}</td>
      <td className={ui.muted} title={answer ?? undefined} data-drop="">
        {answer ?? <span className={ui.dim}>none yet</span>}
      </td>
      <td data-on="b">
        {isPayment ? (
          <Link href={`/console/payments/${event.subjectId}`}>Payment</Link>
        ) : (
          <Link href="/console/payment-links">Links</Link>
        )}
      </td>
    </tr>
  );
}
