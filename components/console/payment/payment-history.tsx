import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button";
import { Section } from "../../ui/heading";
import { Icon } from "../../ui/icons";
import { Link } from "../../ui/link";
import { Time, timeText, useIsPast } from "../../ui/time/time";
import { useZone } from "../../ui/time/zone";
import ui from "../../ui/ui.module.css";
import { deliveryPath } from "../deliveries/delivery-path";
import s from "./payment.module.css";
import { type PaymentPhase, paymentPhases } from "./payment-phases";
import { lasting } from "./payment-timeline";
import type { TimelineItem } from "./timeline-item";

type Shown = {
  /** Whether the user may open deliveries and API calls in their logs. */
  opens: { deliveries: boolean; calls: boolean };
  /** The button beside a planned attempt. */
  actionOf: (item: TimelineItem) => ReactNode;
};

type HistoryProps = Shown & {
  items: readonly TimelineItem[];
  /** Whether the payment has ended: before, no duration is the whole. */
  isOver: boolean;
};

/** The story of a payment: a row a phase, which opens its single steps. */
export function PaymentHistory({ items, isOver, ...shown }: HistoryProps) {
  const [isExpanded, setExpanded] = useState(false);
  const done = items.filter(({ kind }) => kind !== "plan");
  const [start, end] = [done[0]?.at, done.at(-1)?.at];
  const phases = paymentPhases(items);
  return (
    <section aria-label="Timeline">
      <Section title="Timeline" first>
        <div className={ui.actions}>
          {isOver && start && end ? <span className={ui.muted}>{lasting(start, end)} in all</span> : null}
          <Button slim onClick={() => setExpanded(!isExpanded)}>
            {isExpanded ? "Collapse all" : "Expand all"}
          </Button>
        </div>
      </Section>
      <ol className={s.timeline}>
        {phases.map((phase, index) => (
          <PhaseRow
            key={`${phase.key} ${isExpanded}`}
            phase={phase}
            // Of the first row, the day is shown where the story ends on another one.
            near={phases[index - 1]?.head.at ?? end}
            isExpanded={isExpanded}
            {...shown}
          />
        ))}
      </ol>
    </section>
  );
}

type PhaseRowProps = Shown & { phase: PaymentPhase; near: string | undefined; isExpanded: boolean };

function PhaseRow({ phase, near, isExpanded, ...shown }: PhaseRowProps) {
  const { head, items, took, isOpen } = phase;
  const hint = head.answer?.text ?? head.text;
  return (
    <li className={s.phase} data-kind={head.kind}>
      <details open={isExpanded || isOpen}>
        <summary>
          <When item={head} near={near} />
          <span className={s.node} aria-hidden="true">
            <Icon name={head.icon} />
          </span>
          <h3>{head.title}</h3>
          <span className={s.hint} title={hint}>
            {hint}
          </span>
          <span className={s.took}>{took}</span>
          <Icon name="right" />
        </summary>
        <ol className={s.steps}>
          {items.map((item, index) => (
            <Step key={item.key} item={item} near={items[index - 1]?.at ?? head.at} {...shown} />
          ))}
        </ol>
      </details>
    </li>
  );
}

function Step({ item, near, opens, actionOf }: Shown & { item: TimelineItem; near: string }) {
  const delivery = opens.deliveries ? item.deliveryId : undefined;
  return (
    <li>
      <When item={item} near={near} />
      <div className={s.text}>
        <h4>{delivery ? <Link href={deliveryPath(delivery)}>{item.title}</Link> : item.title}</h4>
        {item.text ? <p>{item.text}</p> : null}
        {item.call || item.answer ? (
          <p className={s.call}>
            {item.call ? <code>{item.call}</code> : null}
            {item.answer ? <b className={item.answer.ok ? undefined : s.bad}>{item.answer.text}</b> : null}
            {opens.calls && item.callId ? (
              <Link href={`/console/requests?call=${item.callId}`}>View request</Link>
            ) : null}
          </p>
        ) : null}
        {actionOf(item)}
      </div>
    </li>
  );
}

/** The time of an item, with its day where that is not the day of `near`. */
function When({ item, near }: { item: TimelineItem; near: string | undefined }) {
  const zone = useZone();
  if (item.kind === "plan") {
    return (
      <span className={s.when}>
        <PlannedTime item={item} />
      </span>
    );
  }
  const isOtherDay = near !== undefined && timeText(item.at, "day", zone) !== timeText(near, "day", zone);
  return (
    <span className={s.when}>
      {isOtherDay ? <Time at={item.at} as="day" /> : null}
      <Time at={item.at} as="seconds" />
    </span>
  );
}

/** The time of a planned item; none if it is past or unknown. */
function PlannedTime({ item: { at, isUntimed } }: { item: TimelineItem }) {
  const isPast = useIsPast(at);
  if (isUntimed) return "waiting";
  return isPast ? "now" : <Time at={at} as="seconds" />;
}
