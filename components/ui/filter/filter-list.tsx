"use client";

import { type FormEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { LinkButton } from "../button";
import { HiddenField, Input } from "../fields";
import { Icon } from "../icons";
import { Link } from "../link";
import table from "../table.module.css";
import { Toolbar } from "../toolbar";
import ui from "../ui.module.css";
import s from "./filter.module.css";
import { type Counted, formatCount, MAX_TEXT_LENGTH, totalOf } from "./filter-address";

export type FilterTab = { words: string; href: string; isHere: boolean; count?: Counted | undefined };

/** The tabs of a list, each with its count under the rest of the filter. */
export function FilterTabs({ label, tabs }: { label: string; tabs: readonly FilterTab[] }) {
  return (
    <nav className={s.tabs} aria-label={label}>
      {tabs.map(({ words, href, isHere, count }) => (
        <Link key={words} href={href} aria-current={isHere ? "true" : undefined}>
          {words} {count ? <span>{formatCount(count)}</span> : null}
        </Link>
      ))}
    </nav>
  );
}

type FilterBarProps = {
  /** The form that searches, which works without script. */
  search?: ReactNode;
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

/** The line under the tabs. */
export function FilterBar({ search, children, end }: FilterBarProps) {
  return (
    <search className={s.bar}>
      {search}
      {children ? (
        <Toolbar className={s.chips} label="Filters">
          {children}
        </Toolbar>
      ) : null}
      {end ? <span className={s.end}>{end}</span> : null}
    </search>
  );
}

type FilterSearchProps = {
  /** The page's path. Its parameters are `keep`, and the typed text as `q`. */
  path: string;
  keep: Record<string, string | readonly string[] | undefined>;
  value: string | undefined;
  /** "Search payments" */
  label: string;
  placeholder: string;
  /** Gets the typed text after a pause. */
  onSearch?: (text: string) => void;
};

/** The pause in typing after which a list is searched, and the fewest letters. */
const PAUSE_MS = 150;
const MIN_TYPED = 2;

/**
 * The search of a list: a form, sent by Enter, so it works without script. With `onSearch` it searches as the user types,
 * and Enter opens the first row.
 */
export function FilterSearch({ path, keep, value, label, placeholder, onSearch }: FilterSearchProps) {
  const hintId = useId();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<number>(undefined);
  const applied = useRef(value ?? "");
  useEffect(() => {
    // Changed by a link, and not by typing.
    if (input.current && (value ?? "") !== applied.current) input.current.value = value ?? "";
    applied.current = value ?? "";
  }, [value]);
  const apply = (text: string) => {
    window.clearTimeout(timer.current);
    if (text === applied.current) return false;
    applied.current = text;
    onSearch?.(text);
    return true;
  };
  const type = (text: string) => {
    window.clearTimeout(timer.current);
    if (text.length === 0 || text.length >= MIN_TYPED) timer.current = window.setTimeout(() => apply(text), PAUSE_MS);
  };
  const submit = (event: FormEvent) => {
    if (!onSearch) return;
    event.preventDefault();
    if (!apply(input.current?.value.trim() ?? ""))
      document.querySelector<HTMLElement>(`main tbody .${CSS.escape(table["row"] ?? "")}`)?.click();
  };
  return (
    <form className={s.search} action={path} key={onSearch ? "typed" : value} onSubmit={submit}>
      {Object.entries(keep).flatMap(([name, given]) =>
        (given === undefined ? [] : [given].flat()).map((one) => (
          <HiddenField key={`${name} ${one}`} name={name} value={one} />
        )),
      )}
      <Input
        ref={input}
        type="search"
        name="q"
        defaultValue={value}
        aria-label={label}
        aria-describedby={hintId}
        placeholder={placeholder}
        maxLength={MAX_TEXT_LENGTH}
        autoComplete="off"
        spellCheck={false}
        data-list-search=""
        onChange={onSearch ? ({ target }) => type(target.value.trim()) : undefined}
        before={<Icon name="search" />}
        after={
          <>
            {onSearch ? null : (
              <i className={s.enter} aria-hidden="true">
                Enter
              </i>
            )}
            <span className={ui.hidden} id={hintId}>
              {onSearch ? "Results change as you type. Enter opens the first." : "Press Enter to search."}
            </span>
          </>
        }
      />
    </form>
  );
}

/** The pages before and after; nothing where all rows are shown. */
export function KeysetPages(props: {
  order: string;
  newer: string | null;
  older: string | null;
  /** By default those of a list that begins with the newest. */
  words?: { newer: string; older: string };
}) {
  const { order, newer, older, words = { newer: "Newer", older: "Older" } } = props;
  if (newer === null && older === null) return null;
  return (
    <div className={table.foot}>
      <span>{order}</span>
      <nav aria-label="Pages">
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

/** A filtered list without rows, with the ways to widen it. */
export function NoMatches({ title, lead, parts }: NoMatchesProps) {
  return (
    <section className={ui.empty}>
      <h2>{title}</h2>
      <p>{lead}</p>
      <ul className={ui.actions}>
        {parts.map(({ words, href, count }) => (
          <li key={words}>
            <LinkButton href={href}>
              Clear {words}
              {count ? ` ${formatCount(count)}` : ""}
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
