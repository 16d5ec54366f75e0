"use client";

import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button";
import { Section } from "../../ui/heading";
import { Icon } from "../../ui/icons";
import { Link } from "../../ui/link";
import { Time, useIsPast } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
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

/** The story of a payment: a row a phase, which opens its single steps. */
export function PaymentHistory({ items, ...shown }: Shown & { items: readonly TimelineItem[] }) {
  const [isExpanded, setExpanded] = useState(false);
  const done = items.filter(({ kind }) => kind !== "plan");
  const [start, end] = [done[0]?.at, done.at(-1)?.at];
  return (
    <section aria-label="Timeline">
      <Section title="Timeline" first>
        <div className={ui.actions}>
          {start && end ? <span className={ui.muted}>{lasting(start, end)} in all</span> : null}
          <Button slim onClick={() => setExpanded(!isExpanded)}>
            {isExpanded ? "Collapse all" : "Expand all"}
          </Button>
        </div>
      </Section>
      <ol className={s.timeline}>
        {paymentPhases(items).map((phase) => (
          <PhaseRow key={`${phase.key} ${isExpanded}`} phase={phase} isExpanded={isExpanded} {...shown} />
        ))}
      </ol>
    </section>
  );
}

function PhaseRow({ phase, isExpanded, ...shown }: Shown & { phase: PaymentPhase; isExpanded: boolean }) {
  const { head, items, took, isOpen } = phase;
  const hint = head.answer?.text ?? head.text;
  return (
    <li className={s.phase} data-kind={head.kind}>
      <details open={isExpanded || isOpen}>
        <summary>
          <span className={s.when}>
            {head.kind === "plan" ? <PlannedTime item={head} /> : <Time at={head.at} as="seconds" />}
          </span>
          <span className={s.node} aria-hidden="true">
            <Icon name={head.icon} />
          </span>
          <h3>{head.title}</h3>
          <span className={s.hint}>{hint}</span>
          <span className={s.took}>{took}</span>
          <Icon name="right" />
        </summary>
        <ol className={s.steps}>
          {items.map((item) => (
            <Step key={item.key} item={item} {...shown} />
          ))}
        </ol>
      </details>
    </li>
  );
}

function Step({ item, opens, actionOf }: Shown & { item: TimelineItem }) {
  const isLinked = opens.deliveries && item.deliveryId !== undefined;
  return (
    <li>
      <span className={s.when}>
        {item.kind === "plan" ? <PlannedTime item={item} /> : <Time at={item.at} as="seconds" />}
      </span>
      <div className={s.text}>
        <h4>
          {isLinked ? <Link href={`/console/webhooks/deliveries/${item.deliveryId}`}>{item.title}</Link> : item.title}
        </h4>
        {item.text ? <p>{item.text}</p> : null}
        {item.call || item.answer ? (
          <p className={s.call}>
            {item.call ? <code>{item.call}</code> : null}
            {item.answer ? <b className={item.answer.ok ? undefined : s.bad}>{item.answer.text}</b> : null}
            {opens.calls && item.callId ? (
              <Link href={`/console/api-log?call=${item.callId}`}>View request</Link>
            ) : null}
          </p>
        ) : null}
        {actionOf(item)}
      </div>
    </li>
  );
}

/** The time of a planned item; none if it is past or unknown. */
function PlannedTime({ item: { at, isUntimed } }: { item: TimelineItem }) {
  const isPast = useIsPast(at);
  if (isUntimed) return "waiting";
  return isPast ? "now" : <Time at={at} as="seconds" />;
}
