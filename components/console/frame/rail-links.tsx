"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { Glyph, Icon } from "../../ui/icons";
import { Link, showTab } from "../../ui/link";
import type { Outputs } from "../../ui/queries";
import { useFailing } from "../overview/attention";
import { formatFailingEndpoints } from "../webhooks/health-labels";
import { activeNavItem, markedHref, type NavGroup, type NavItem, WEBHOOKS_PATH } from "./nav-items";
import s from "./shell.module.css";

/** Warnings of pages, by address. */
type Warnings = Readonly<Record<string, string | null>>;

type NavLinkProps = { item: NavItem; isHere: boolean; warning: string | null; isOpen?: boolean };

function NavLink({ item, isHere, warning, isOpen = false }: NavLinkProps) {
  const { href, name, icon, letter } = item;
  const isInSheet = useSearchParams().has("menu");
  return (
    <li>
      <Link
        href={href}
        aria-label={warning === null ? undefined : `${name}, ${warning}`}
        title={letter ? `${name} (G then ${letter})` : name}
        // In a phone's sheet, whose entry of the history the page replaces.
        replace={isInSheet}
        aria-current={isHere ? "page" : undefined}
        data-open={isOpen ? "" : undefined}
      >
        <Icon name={icon} />
        <span>{name}</span>
        {letter && warning === null ? (
          <i className={s.letter} aria-hidden="true">
            G {letter}
          </i>
        ) : null}
        {warning === null ? null : (
          <b className={s.trouble} aria-hidden="true">
            <Glyph name="warn" />
          </b>
        )}
      </Link>
    </li>
  );
}

/** The navigation, with the present page and warnings. A section shows its pages while one of them is open. */
export function NavItems({ groups, warnings = {} }: { groups: NavGroup[]; warnings?: Warnings }) {
  const here = markedHref(activeNavItem(groups, usePathname()));
  const isHere = ({ href }: NavItem) => href === here;
  const link = (item: NavItem) => (
    <NavLink key={item.href} item={item} isHere={isHere(item)} warning={warnings[item.href] ?? null} />
  );
  return groups.map(({ name, items }) => (
    <div key={name ?? items[0]?.href}>
      {name === null ? null : <h2>{name}</h2>}
      <ul>
        {items.map((item) => {
          if (!item.pages) return link(item);
          const isOpen = item.pages.some(isHere);
          const warning = item.pages.map(({ href }) => warnings[href] ?? null).find((words) => words !== null) ?? null;
          return [
            <NavLink key={item.name} item={item} isHere={false} warning={isOpen ? null : warning} isOpen={isOpen} />,
            isOpen ? (
              <li key={`${item.name} pages`} className={s.pages}>
                <ul aria-label={item.name}>{item.pages.filter(({ tabOf }) => !tabOf).map(link)}</ul>
              </li>
            ) : null,
          ];
        })}
      </ul>
    </div>
  ));
}

type RailLinksProps = { groups: NavGroup[]; failing: Outputs["webhooks"]["health"]["failing"] };

/** The navigation of the Console; its warnings keep themselves up to date. */
export function RailLinks({ groups, failing }: RailLinksProps) {
  return <NavItems groups={groups} warnings={{ [WEBHOOKS_PATH]: formatFailingEndpoints(useFailing(failing)) }} />;
}

/** The pages of the open section as tabs, where the rail has no room for them. */
export function SectionTabs({ groups }: { groups: NavGroup[] }) {
  const here = markedHref(activeNavItem(groups, usePathname()));
  const open = groups.flatMap(({ items }) => items).find(({ pages }) => pages?.some(({ href }) => href === here));
  if (!open?.pages) return null;
  const shown = open.pages.filter(({ tabOf }) => !tabOf);
  return (
    <nav className={s.subnav} aria-label={open.name}>
      {shown.map(({ href, name }) => (
        <Link key={href} href={href} {...(href === here ? { "aria-current": "page" as const, ref: showTab } : {})}>
          {name}
        </Link>
      ))}
    </nav>
  );
}

/** The page's name in the bar of a phone. */
export function PageTitle({ groups }: { groups: NavGroup[] }) {
  return (
    <span className={s.title} aria-hidden="true">
      {activeNavItem(groups, usePathname())?.name}
    </span>
  );
}
