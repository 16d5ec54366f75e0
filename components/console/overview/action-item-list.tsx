import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "../../ui/button";
import { formatCount } from "../../ui/filter/filter-address";
import { AllLink, Section } from "../../ui/heading";
import { Glyph, Icon } from "../../ui/icons";
import { Link } from "../../ui/link";
import { type PaymentsFilter, paymentsPath } from "../payments/payments-filter";
import type { ActionItem } from "./action-items";
import s from "./overview.module.css";
import { formatAge } from "./overview-labels";

/** Shown at first. */
const SHOWN = 6;

type ListProps = {
  items: readonly ActionItem[];
  /** The payments of which there are more than these; null: these are all. */
  more: NonNullable<PaymentsFilter["flag"]> | null;
  now: string;
};

const ALL_LABELS: Record<NonNullable<ListProps["more"]>, string> = {
  needs_review: "All payments that need review",
  returned: "All returned payments",
  late: "All late payments",
};

/** The action items, the most harmful first. */
export function ActionItemList({ items, more, now }: ListProps) {
  const [all, setAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  // The button needs as much space as one item, so it must hide at least two.
  const isCut = !all && items.length > SHOWN + 1;
  const shown = isCut ? items.slice(0, SHOWN) : items;
  const showAll = () => {
    flushSync(() => setAll(true));
    // The pressed button is gone: the focus goes to the first item that it has shown.
    list.current?.querySelectorAll<HTMLElement>("li")[SHOWN]?.focus();
  };
  return (
    <section className={s.attention} aria-label="Needs your attention">
      <Section title="Needs your attention" first>
        {items.length === 0 ? null : <span>{formatCount({ count: items.length, orMore: more !== null })}</span>}
        {more ? <AllLink href={paymentsPath({ flag: more })}>{ALL_LABELS[more]}</AllLink> : null}
      </Section>
      {items.length === 0 ? (
        <p className={s.calm}>
          <Glyph name="done" />
          Nothing needs your attention
        </p>
      ) : (
        <ul className={s.items} ref={list}>
          {shown.map((item) => (
            <ActionItemRow key={item.key} item={item} now={now} />
          ))}
        </ul>
      )}
      {isCut ? (
        <Button look="plain" className={s.more} onClick={showAll}>
          Show {more ? "" : "all "}
          {items.length}
        </Button>
      ) : null}
    </section>
  );
}

function ActionItemRow({ item: { fact, why, at, todo }, now }: { item: ActionItem; now: string }) {
  return (
    <li tabIndex={-1}>
      <Glyph name="warn" />
      <p>
        {fact} <span>{why}</span>
      </p>
      {at === null ? (
        <span />
      ) : (
        <time dateTime={at} title={`${at.slice(0, 19).replace("T", " ")} UTC`}>
          {formatAge(at, now)}
        </time>
      )}
      {todo ? (
        <Link href={todo.href}>
          {todo.label}
          <Icon name="right" />
        </Link>
      ) : null}
    </li>
  );
}
