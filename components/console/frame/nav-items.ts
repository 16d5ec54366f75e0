import type { ProcedurePath } from "@/server/identity/permissions/permissions";
import type { IconName } from "../../ui/icons";

/**
 * A page of the navigation. `letter`: its shortcut after G. `pages`: of a section, whose own address is that of its first
 * page. `tabOf`: the address of the page that has it as a tab and stands for it in the navigation.
 */
export type NavItem = {
  href: string;
  name: string;
  icon: IconName;
  letter?: string;
  pages?: NavItem[];
  tabOf?: string;
};
export type NavGroup = { name: string | null; items: NavItem[] };

/** `needs`: the call that the page makes first. */
type ConsoleNavPage = NavItem & { needs: ProcedurePath };
type ConsoleNavSection = Pick<NavItem, "name" | "icon" | "letter"> & { pages: ConsoleNavPage[] };

export const WEBHOOKS_PATH = "/console/webhooks";

const PAGES: ConsoleNavPage[] = [
  { href: "/console", name: "Home", icon: "overview", letter: "H", needs: "overview.figures" },
  { href: "/console/payments", name: "Payments", icon: "payments", letter: "P", needs: "payments.list" },
  { href: "/console/payment-links", name: "Payment links", icon: "link", letter: "L", needs: "paymentLinks.list" },
  { href: "/console/balances", name: "Balances", icon: "balances", letter: "B", needs: "accounts.list" },
  { href: "/console/customers", name: "Customers", icon: "user", letter: "U", needs: "customers.list" },
];

const SECTIONS: ConsoleNavSection[] = [
  {
    name: "Integration",
    icon: "log",
    letter: "I",
    pages: [
      { href: "/console/go-live", name: "Go live", icon: "flag", letter: "G", needs: "developers.goLive" },
      { href: "/console/try-it", name: "Try it", icon: "play", letter: "Y", needs: "developers.reference.send" },
      { href: "/console/api-keys", name: "API keys", icon: "key", letter: "K", needs: "credentials.list" },
      { href: WEBHOOKS_PATH, name: "Webhooks", icon: "webhook", letter: "W", needs: "webhooks.endpoints.list" },
      {
        href: "/console/events",
        name: "Events",
        icon: "events",
        letter: "E",
        needs: "developers.events.list",
        tabOf: WEBHOOKS_PATH,
      },
      { href: "/console/requests", name: "Requests", icon: "log", letter: "A", needs: "developers.calls.search" },
    ],
  },
  {
    name: "Settings",
    icon: "sliders",
    letter: "S",
    pages: [
      { href: "/console/business", name: "Business", icon: "bank", letter: "M", needs: "business.get" },
      { href: "/console/checkout", name: "Checkout", icon: "phone", letter: "O", needs: "branding.get" },
      { href: "/console/team", name: "Team", icon: "team", letter: "T", needs: "team.list" },
      { href: "/console/security", name: "Security", icon: "user", needs: "team.list" },
      { href: "/console/notifications", name: "Notifications", icon: "mail", letter: "N", needs: "notifications.list" },
      { href: "/console/audit", name: "Audit log", icon: "audit", letter: "D", needs: "audit.list" },
    ],
  },
];

export const NEW_LINK_PATH = "/console/payment-links?new=";

/** The pages of the Console whose first call the user may make. */
export function navGroupsFor(may: readonly string[]): NavGroup[] {
  const permitted = (pages: readonly ConsoleNavPage[]): NavItem[] => {
    const own = pages.filter(({ needs }) => may.includes(needs));
    // A user who may not open the page with the tab finds the tab's page in the navigation.
    const hasTab = (of: string | undefined) => own.some(({ href }) => href === of);
    return own.map(({ needs: _, tabOf, ...page }) => (tabOf && hasTab(tabOf) ? { ...page, tabOf } : page));
  };
  const sections = SECTIONS.flatMap(({ pages, ...section }): NavItem[] => {
    const own = permitted(pages);
    return own[0] ? [{ ...section, href: own[0].href, pages: own }] : [];
  });
  const groups = [
    { name: null, items: permitted(PAGES) },
    { name: null, items: sections },
  ];
  return groups.filter(({ items }) => items.length > 0);
}

/** Every page, those of sections in place of their section. */
export function navPages(groups: readonly NavGroup[]): NavItem[] {
  return groups.flatMap(({ items }) => items.flatMap((item) => item.pages ?? [item]));
}

/** The item of a path: the same address, or one below it; `/console` only itself. */
export function activeNavItem(groups: readonly NavGroup[], pathname: string): NavItem | undefined {
  const fits = ({ href }: NavItem) =>
    pathname === href || (href.split("/").length > 2 && pathname.startsWith(`${href}/`));
  return navPages(groups).find(fits);
}

/** The address of the item that the navigation marks as the present one, for the active item. */
export function markedHref(active: NavItem | undefined): string | undefined {
  return active?.tabOf ?? active?.href;
}

/** Pages and sections that have a letter. */
export function lettered(groups: readonly NavGroup[]): NavItem[] {
  const sections = groups.flatMap(({ items }) => items.filter(({ pages }) => pages !== undefined));
  return [...navPages(groups), ...sections].filter(({ letter }) => letter !== undefined);
}
