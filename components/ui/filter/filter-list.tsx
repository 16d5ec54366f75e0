"use client";

import Link from "next/link";
import { Toolbar } from "radix-ui";
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { LinkButton } from "../button";
import { HiddenField, Input } from "../fields";
import { Icon } from "../icons";
import table from "../table.module.css";
import ui from "../ui.module.css";
import s from "./filter.module.css";
import { type Counted, formatCount, MAX_TEXT_LENGTH } from "./filter-address";

export type FilterTab = { words: string; href: string; isHere: boolean; count?: Counted | undefined };

/** The tabs of a list, each with its count under the rest of the filter. */
export function FilterTabs({ label, tabs }: { label: string; tabs: readonly FilterTab[] }) {
  return (
    <nav className={s.tabs} aria-label={label}>
      {tabs.map(({ words, href, isHere, count }) => (
        <Link key={words} href={href} aria-current={isHere ? "true" : undefined} prefetch={false}>
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

/** The line under the tabs. */
export function FilterBar({ search, children, end }: FilterBarProps) {
  return (
    <search className={s.bar}>
      {search}
      {children ? (
        <Toolbar.Root className={s.chips} aria-label="Filters">
          {children}
        </Toolbar.Root>
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
