"use client";

import { type ComponentProps, type FocusEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button, LinkButton } from "../button";
import { Link, showTab } from "../link";
import table from "../table.module.css";
import ui from "../ui.module.css";
import s from "./filter.module.css";
import { type Counted, formatCount, totalOf } from "./filter-address";
import { FilterSearch } from "./filter-search";
import { Toolbar } from "./toolbar";

export type FilterTab = { words: string; href: string; isHere: boolean; count?: Counted | undefined };

/** The tabs of a list, each with its count under the rest of the filter; one stop of Tab, and arrow keys go through them. */
export function FilterTabs({ label, tabs }: { label: string; tabs: readonly FilterTab[] }) {
  return (
    <nav className={s.tabs} aria-label={label}>
      <Toolbar label={label} className={s.stop}>
        {tabs.map(({ words, href, isHere, count }) => (
          <Link key={words} href={href} {...(isHere ? { "aria-current": "true" as const, ref: showTab } : {})}>
            {words} {count ? <span>{formatCount(count)}</span> : null}
          </Link>
        ))}
      </Toolbar>
    </nav>
  );
}

type FilterBarProps = {
  /** The form that searches. */
  search?: ComponentProps<typeof FilterSearch>;
  /** The chips: one stop for Tab, and arrow keys go through them. */
  children?: ReactNode;
  /** On the right. */
  end?: ReactNode;
};

type CountTabsProps<K extends string> = {
  label: string;
  /** The values that have a tab, with their words. */
  tabs: readonly (readonly [value: K, words: string])[];
  counts: Readonly<Record<K, Counted>>;
  chosen: K | undefined;
  /** The address of the list with one value, or with all. */
  hrefOf: (value?: K) => string;
  /** The tab of all has no count. */
  withoutTotal?: boolean;
};

/** The tabs of a list by one value of its rows, with all of them first. */
export function CountTabs<K extends string>(props: CountTabsProps<K>) {
  const { label, tabs, counts, chosen, hrefOf, withoutTotal = false } = props;
  const count = withoutTotal ? undefined : totalOf(counts);
  const all = { words: "All", href: hrefOf(), isHere: chosen === undefined, count };
  const each = tabs.map(([value, words]) => ({
    words,
    href: hrefOf(value),
    isHere: chosen === value,
    count: counts[value],
  }));
  return <FilterTabs label={label} tabs={[all, ...each]} />;
}

/** The line under the tabs. On a phone the search is followed by a button that shows the chips; set ones are shown. */
export function FilterBar({ search, children, end }: FilterBarProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const isFolded = Boolean(search && children);
  return (
    <search className={s.bar}>
      {search ? <FilterSearch {...search} /> : null}
      {isFolded ? (
        <span className={`${s.chip} ${s.fold}`}>
          <Button look="plain" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
            + Filter
          </Button>
        </span>
      ) : null}
      {children ? (
        <Toolbar
          id={id}
          className={[s.chips, isFolded && !isOpen && s.folded].filter(Boolean).join(" ")}
          label="Filters"
        >
          {children}
        </Toolbar>
      ) : null}
      {end ? <span className={s.end}>{end}</span> : null}
    </search>
  );
}

/** When the link that has the focus goes, as on the last page, another one gets it. */
function useFocusOfGone() {
  const ref = useRef<HTMLElement>(null);
  const focused = useRef<HTMLElement>(null);
  useEffect(() => {
    if (focused.current?.isConnected !== false) return;
    focused.current = null;
    if (document.activeElement === document.body) ref.current?.querySelector("a")?.focus();
  });
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    focused.current = target;
  };
  return { ref, onFocus };
}

/** The pages before and after; nothing where all rows are shown. */
export function KeysetPages(props: {
  order: string;
  newer: string | null;
  older: string | null;
  /** By default those of a list that begins with the newest. */
  words?: { newer: string; older: string } | undefined;
}) {
  const { order, newer, older, words = { newer: "Newer", older: "Older" } } = props;
  const pages = useFocusOfGone();
  if (newer === null && older === null) return null;
  return (
    <div className={table.foot}>
      <span>{order}</span>
      <nav aria-label="Pages" {...pages}>
        {newer ? (
          <LinkButton slim href={newer} rel="prev">
            {words.newer}
          </LinkButton>
        ) : null}
        {older ? (
          <LinkButton slim href={older} rel="next">
            {words.older}
          </LinkButton>
        ) : null}
      </nav>
    </div>
  );
}

type Narrowed<F, K extends string> = {
  /** Each part of the filter that is set, with the filter without it. */
  parts: readonly { words: string; rest: F }[];
  hrefOf: (rest: F) => string;
  /** The value of the tab in a filter. */
  tabOf: (rest: F) => K | readonly K[] | undefined;
  /** The answers to the lists without each part, in their order. */
  answers: readonly { data?: { counts: Readonly<Record<K, Counted>> | null } | undefined }[];
};

/** The parts of `NoMatches`, each with the count of the list without it, where that is known. */
export function countedParts<F, K extends string>({ parts, hrefOf, tabOf, answers }: Narrowed<F, K>) {
  return parts.map(({ words, rest }, index) => {
    const counts = answers[index]?.data?.counts;
    return { words, href: hrefOf(rest), count: counts ? totalOf(counts, tabOf(rest)) : null };
  });
}

type NoMatchesProps = {
  /** "No matching deliveries" */
  title: string;
  lead: string;
  /** Each part of the filter that can be cleared, with the number of rows without it, where known. */
  parts: readonly { words: string; href: string; count?: Counted | null }[];
};

/** Whether there are rows without this part, as far as is known. */
const leadsOn = ({ count }: NoMatchesProps["parts"][number]) => count?.count !== 0;

/** A filtered list without rows, with the ways to widen it. */
export function NoMatches({ title, lead, parts }: NoMatchesProps) {
  return (
    <section className={ui.empty}>
      <h2>{title}</h2>
      <p>{lead}</p>
      <ul className={ui.actions}>
        {parts.filter(leadsOn).map(({ words, href, count }) => (
          <li key={words}>
            <LinkButton href={href}>
              Clear {words}
              {count ? ` (${formatCount(count)})` : ""}
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
