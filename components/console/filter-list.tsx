import Link from "next/link";
import type { ReactNode } from "react";
import s from "./filter.module.css";
import { type Counted, countWords } from "./filter-address";
import { Icon } from "./icons";
import table from "./table.module.css";
import ui from "./ui.module.css";

export type FilterTab = { words: string; href: string; isHere: boolean; count?: Counted | undefined };

/** The states that a list is divided into, each with how many there are under the rest of the filter. */
export function FilterTabs({ label, tabs }: { label: string; tabs: readonly FilterTab[] }) {
  return (
    <nav className={s.tabs} aria-label={label}>
      {tabs.map(({ words, href, isHere, count }) => (
        <Link key={words} href={href} aria-current={isHere ? "true" : undefined} prefetch={false}>
          {words} {count ? <span>{countWords(count)}</span> : null}
        </Link>
      ))}
    </nav>
  );
}

/** The line under the tabs: search and chips; what is said at its end stands on the right. */
export function FilterBar({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <search className={s.bar}>
      {children}
      {end ? <span className={s.end}>{end}</span> : null}
    </search>
  );
}

type FilterSearchProps = {
  /** The page's path. Its search is `keep`, with what is typed as `q`. */
  path: string;
  keep: Record<string, string | readonly string[] | undefined>;
  value: string | undefined;
  /** What is searched: "Search payments". */
  label: string;
  placeholder: string;
};

/** A search of a list. A form that leads to an address, so that it works before any script does. */
export function FilterSearch({ path, keep, value, label, placeholder }: FilterSearchProps) {
  return (
    <form className={s.search} action={path} key={value}>
      {Object.entries(keep).flatMap(([name, given]) =>
        (given === undefined ? [] : [given].flat()).map((one) => (
          <input key={`${name} ${one}`} type="hidden" name={name} value={one} />
        )),
      )}
      <div className={ui.input}>
        <Icon name="search" />
        <input
          type="search"
          name="q"
          defaultValue={value}
          aria-label={label}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          data-list-search=""
        />
      </div>
    </form>
  );
}

/** Where the list goes on: by keys, so that no page is slower than another. Nothing where all of it is here. */
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
          <Link className={`${ui.button} ${ui.slim}`} href={newer} rel="prev">
            {words.newer}
          </Link>
        ) : null}
        {older ? (
          <Link className={`${ui.button} ${ui.slim}`} href={older} rel="next">
            {words.older}
          </Link>
        ) : null}
      </nav>
    </div>
  );
}

type NothingFitsProps = {
  /** "No delivery fits" */
  title: string;
  lead: string;
  /** What taking each part of the filter away would give; a count that is not known yet, or is never counted, is left out. */
  parts: readonly { words: string; href: string; count?: Counted | null }[];
};

/** An empty list that was narrowed: what is true, and the ways out of it. */
export function NothingFits({ title, lead, parts }: NothingFitsProps) {
  return (
    <section className={ui.empty}>
      <h2>{title}</h2>
      <p>{lead}</p>
      <ul className={ui.actions}>
        {parts.map(({ words, href, count }) => (
          <li key={words}>
            <Link className={ui.button} href={href}>
              Without {words}
              {count ? `: ${countWords(count)}` : ""}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
