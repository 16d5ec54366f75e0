"use client";

import Link from "next/link";
import { type ReactNode, useState } from "react";
import { Section } from "../../ui/heading";
import { Icon } from "../../ui/icons";
import { Time, useIsPast } from "../../ui/time/time";
import log from "../deliveries/log.module.css";
import s from "./payment.module.css";
import { sinceStart } from "./payment-timeline";
import { LANES, type Lane, type TimelineItem } from "./timeline-item";

type HistoryProps = {
  items: readonly TimelineItem[];
  /** Whether the user may open deliveries and API calls in their logs. */
  opens: { deliveries: boolean; calls: boolean };
  /** The button beside a planned attempt. */
  actionOf: (item: TimelineItem) => ReactNode;
};

const LANE_LABELS: Record<Lane, string> = {
  "Your server": "Your server",
  Customer: "Customer",
  Bank: "Bank",
  Webhook: "Webhooks",
  Bankside: "Bankside",
};

/** The timeline of a payment; choosing a lane hides the others. */
export function PaymentHistory({ items, opens, actionOf }: HistoryProps) {
  const [lane, setLane] = useState<Lane | null>(null);
  const start = items.reduce((first, { at }) => (Date.parse(at) < Date.parse(first) ? at : first), items[0]?.at ?? "");
  const shown = lane === null ? items : items.filter((item) => item.lane === lane);
  const present = LANES.filter((one) => items.some((item) => item.lane === one));
  return (
    <section aria-label="Timeline">
      <Section title="Timeline" first>
        <fieldset className={`${log.tabs} ${s.lanes}`} aria-label="Show">
          <button type="button" aria-pressed={lane === null} onClick={() => setLane(null)}>
            All {items.length}
          </button>
          {present.map((one) => (
            <button key={one} type="button" aria-pressed={lane === one} onClick={() => setLane(one)}>
              {LANE_LABELS[one]}
            </button>
          ))}
        </fieldset>
      </Section>
      <ol className={s.timeline}>
        {shown.map((item) => (
          <HistoryItem key={item.key} item={item} start={start} opens={opens}>
            {actionOf(item)}
          </HistoryItem>
        ))}
      </ol>
    </section>
  );
}

function HistoryItem(props: { item: TimelineItem; start: string; opens: HistoryProps["opens"]; children: ReactNode }) {
  const { item, start, opens, children } = props;
  const isLinked = opens.deliveries && item.deliveryId !== undefined;
  return (
    <li className={s.item} data-kind={item.kind}>
      <div className={s.when}>
        {item.kind === "plan" ? <PlannedTime item={item} /> : <Time at={item.at} as="seconds" />}
        {item.kind === "plan" ? null : <small>{sinceStart(item.at, start)}</small>}
      </div>
      <span className={s.node} aria-hidden="true">
        <Icon name={item.icon} />
      </span>
      <div className={s.text}>
        <h3>
          {isLinked ? <Link href={`/console/webhooks/deliveries/${item.deliveryId}`}>{item.title}</Link> : item.title}
        </h3>
        {item.text ? <p>{item.text}</p> : null}
        {item.call || item.answer ? (
          <p className={s.call}>
            {item.call ? <code>{item.call}</code> : null}
            {item.answer ? <b className={item.answer.ok ? s.good : s.bad}>{item.answer.text}</b> : null}
            {opens.calls && item.callId ? (
              <Link href={`/console/api-log?call=${item.callId}`}>View request</Link>
            ) : null}
          </p>
        ) : null}
        {children}
      </div>
      <span className={s.lane}>{item.lane}</span>
    </li>
  );
}

/** The time of a planned item; none if it is past or unknown. */
function PlannedTime({ item: { at, isUntimed } }: { item: TimelineItem }) {
  const isPast = useIsPast(at);
  if (isUntimed) return <small>waiting</small>;
  if (isPast) return <small>now</small>;
  return (
    <>
      <Time at={at} as="seconds" />
      <small>planned</small>
    </>
  );
}
