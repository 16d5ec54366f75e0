import Link from "next/link";
import { answerWord, deliveryState, MAX_TRIES } from "./delivery-words";
import { UUID } from "./filter-address";
import { durationWords } from "./health-words";
import log from "./log.module.css";
import { groupDigits } from "./money";
import { Status, TestTag } from "./parts";
import type { Outputs } from "./queries";
import s from "./table.module.css";
import { Time } from "./time";
import ui from "./ui.module.css";

type Delivery = Outputs["webhooks"]["log"]["search"]["items"][number];

const HEADS = ["Tried", "Event", "About", "Try", "Answer", "Took", "State"] as const;
const DROPPED = new Set<string>(["Try", "Took"]);

/** A page of the log. `fixed`: the page names the endpoint, so the rows need not. */
export function DeliveryTable({ deliveries, fixed }: { deliveries: Delivery[]; fixed: boolean }) {
  return (
    <div className={s.wrap}>
      <table className={s.table}>
        <caption className={ui.hidden}>Deliveries, the last recorded first</caption>
        <colgroup>
          <col style={{ width: "9.5rem" }} />
          <col />
          <col style={{ width: "11rem" }} />
          <col data-drop="" style={{ width: "5rem" }} />
          <col style={{ width: "6.5rem" }} />
          <col data-drop="" style={{ width: "5rem" }} />
          <col style={{ width: "10rem" }} />
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
  const { id, event, endpoint, lastTry, tries, createdAt, status, reason, resendOf } = delivery;
  const { tone, glyph, word, at } = deliveryState(delivery);
  return (
    <tr>
      <td className={ui.muted} data-on="c">
        <Time at={lastTry?.at ?? createdAt} as="exact" />
        {lastTry ? <span data-phone="">, {answerWord(lastTry)}</span> : null}
      </td>
      <td data-on="a" title={event.id}>
        <Link className={s.row} href={`/console/webhooks/deliveries/${id}`}>
          <code>{event.type}</code>
        </Link>
        {fixed || status === "no_destination" ? null : (
          <small className={`${ui.muted} ${log.to}`}> to {endpoint ?? "default URL"}</small>
        )}
        {resendOf ? <small className={ui.muted}> again</small> : null}
      </td>
      <td data-on="d">
        <About delivery={delivery} />
      </td>
      <td className={ui.muted} data-drop="">
        {tries === 0 ? <span className={ui.dim}>none</span> : `${tries} of ${MAX_TRIES}`}
      </td>
      <td title={reason ?? undefined}>
        {lastTry ? (
          <b className={lastTry.error === null ? log.good : log.bad}>{answerWord(lastTry)}</b>
        ) : (
          <span className={ui.dim}>{status === "waiting" ? "none yet" : "none"}</span>
        )}
      </td>
      <td className={ui.muted} data-drop="">
        {lastTry ? durationWords(lastTry.durationMs) : null}
      </td>
      <td data-on="b">
        <Status tone={tone} glyph={glyph}>
          {word} {at ? <Time at={at} as="seconds" /> : null}
        </Status>
      </td>
    </tr>
  );
}

/** What it is about, as the merchant knows it: the order, else the amount. */
function About({ delivery: { about, decimal, event } }: { delivery: Delivery }) {
  const money = decimal && about.currency ? `${groupDigits(decimal)} ${about.currency}` : null;
  // An order that the merchant gave no number has our own id, or its link's, which says less than the amount.
  const orderId = about.orderId && UUID.test(about.orderId) ? null : about.orderId;
  const words = orderId ?? money;
  const tag = event.test && about.kind !== "endpoint" ? <TestTag /> : null;
  if (about.kind === "endpoint") return <span className={ui.muted}>Sent by hand</span>;
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
