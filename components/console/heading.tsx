import Link from "next/link";
import type { ReactNode } from "react";
import s from "./shell.module.css";

/** The head of a page: its name, one sentence of news, and the one thing to do. */
export function Heading({ title, lead, action }: { title: string; lead: ReactNode; action?: ReactNode }) {
  return (
    <header className={s.head}>
      <div>
        <h1>{title}</h1>
        <p className={s.lead}>{lead}</p>
      </div>
      {action}
    </header>
  );
}

export function Section({ title, first, children }: { title: string; first?: boolean; children?: ReactNode }) {
  return (
    <div className={s.section} data-first={first ? "" : undefined}>
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** Where one is: the list that one came from, then this. */
export function Crumbs({ href, name, here }: { href: string; name: string; here: string }) {
  return (
    <nav className={s.crumbs} aria-label="Where you are">
      <ol>
        <li>
          <Link href={href}>{name}</Link>
        </li>
        <li>
          <span aria-current="page">{here}</span>
        </li>
      </ol>
    </nav>
  );
}
