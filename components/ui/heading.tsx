import Link from "next/link";
import type { ReactNode } from "react";
import s from "../console/frame/shell.module.css";

/** The head of a page: title, lead, primary action. While the page loads, the lead is an empty line. */
export function Heading({ title, lead, action }: { title: string; lead?: ReactNode; action?: ReactNode }) {
  return (
    <header className={s.head}>
      <div>
        <h1>{title}</h1>
        <p className={s.lead}>{lead ?? "\u00a0"}</p>
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

/** Breadcrumbs: the list, then this page. */
export function Crumbs({ href, name, here }: { href: string; name: string; here: string }) {
  return (
    <nav className={s.crumbs} aria-label="Breadcrumbs">
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
