import type { ProcedurePath } from "@/server/identity/permissions/permissions";
import type { IconName } from "../../ui/icons";

/** A page of the navigation. `letter`: its shortcut after G. */
export type NavItem = { href: string; name: string; icon: IconName; letter?: string };
export type NavGroup = { name: string | null; items: NavItem[] };

/** `needs`: the call that the page makes first. */
type ConsoleNavItem = NavItem & { needs: ProcedurePath };

export const WEBHOOKS_PATH = "/console/webhooks";

const GROUPS: { name: string | null; items: ConsoleNavItem[] }[] = [
  {
    name: null,
    items: [
      { href: "/console", name: "Overview", icon: "overview", letter: "O", needs: "overview.figures" },
      { href: "/console/payments", name: "Payments", icon: "payments", letter: "P", needs: "payments.list" },
      { href: "/console/payment-links", name: "Payment links", icon: "link", letter: "L", needs: "paymentLinks.list" },
      { href: "/console/balances", name: "Balances", icon: "balances", letter: "B", needs: "accounts.list" },
    ],
  },
  {
    name: "Developers",
    items: [
      { href: WEBHOOKS_PATH, name: "Webhooks", icon: "webhook", letter: "W", needs: "webhooks.endpoints.list" },
      { href: "/console/credentials", name: "API keys", icon: "key", letter: "K", needs: "credentials.list" },
      { href: "/console/api-log", name: "Requests", icon: "log", letter: "A", needs: "developers.calls.search" },
      { href: "/console/reference", name: "Reference", icon: "book", letter: "R", needs: "developers.reference.read" },
      { href: "/console/events", name: "Events", icon: "events", letter: "E", needs: "developers.events.list" },
      { href: "/console/go-live", name: "Go live", icon: "flag", letter: "G", needs: "developers.goLive" },
      { href: "/console/play", name: "Try it", icon: "play", letter: "Y", needs: "developers.reference.send" },
    ],
  },
  {
    name: "Organisation",
    items: [
      { href: "/console/team", name: "Team", icon: "team", letter: "T", needs: "team.list" },
      { href: "/console/checkout", name: "Checkout", icon: "phone", letter: "C", needs: "branding.get" },
      { href: "/console/audit", name: "Audit log", icon: "audit", letter: "U", needs: "audit.list" },
    ],
  },
];

/** The pages of the Console whose first call the user may make. */
export function navGroupsFor(may: readonly string[]): NavGroup[] {
  return GROUPS.map(({ name, items }) => ({
    name,
    items: items.filter(({ needs }) => may.includes(needs)).map(({ needs: _, ...item }) => item),
  })).filter(({ items }) => items.length > 0);
}

/** The item of a path: the same address, or one below it; `/console` only itself. */
export function activeNavItem(groups: readonly NavGroup[], pathname: string): NavItem | undefined {
  const fits = ({ href }: NavItem) =>
    pathname === href || (href.split("/").length > 2 && pathname.startsWith(`${href}/`));
  return groups.flatMap(({ items }) => items).find(fits);
}
