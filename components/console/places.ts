import type { ProcedurePath } from "@/server/access/permissions";
import type { IconName } from "./icons";

/** A page of the frame's rail. `letter` goes there after G, where there is one. */
export type Place = { href: string; name: string; icon: IconName; letter?: string };
export type PlaceGroup = { name: string | null; places: Place[] };

/** `needs`: the call by which the page gets its first view. */
type ConsolePlace = Place & { needs: ProcedurePath };

export const WEBHOOKS_PATH = "/console/webhooks";

const GROUPS: { name: string | null; places: ConsolePlace[] }[] = [
  {
    name: null,
    places: [
      { href: "/console", name: "Overview", icon: "overview", letter: "O", needs: "overview.figures" },
      { href: "/console/payments", name: "Payments", icon: "payments", letter: "P", needs: "payments.list" },
      { href: "/console/payment-links", name: "Payment links", icon: "link", letter: "L", needs: "paymentLinks.list" },
      { href: "/console/balances", name: "Balances", icon: "balances", letter: "B", needs: "accounts.list" },
    ],
  },
  {
    name: "Developers",
    places: [
      { href: WEBHOOKS_PATH, name: "Webhooks", icon: "webhook", letter: "W", needs: "webhooks.endpoints.list" },
      { href: "/console/credentials", name: "Credentials", icon: "key", letter: "K", needs: "credentials.list" },
      { href: "/console/api-log", name: "API log", icon: "log", letter: "A", needs: "developers.calls.search" },
      { href: "/console/reference", name: "Reference", icon: "book", letter: "R", needs: "developers.reference.read" },
      { href: "/console/events", name: "Events", icon: "events", letter: "E", needs: "developers.events.list" },
      { href: "/console/go-live", name: "Go live", icon: "flag", letter: "G", needs: "developers.goLive" },
      { href: "/console/play", name: "Play a payment", icon: "play", letter: "Y", needs: "developers.reference.send" },
    ],
  },
  {
    name: "Organisation",
    places: [
      { href: "/console/team", name: "Team", icon: "team", letter: "T", needs: "team.list" },
      { href: "/console/checkout", name: "Checkout", icon: "phone", letter: "C", needs: "branding.get" },
      { href: "/console/audit", name: "Audit log", icon: "audit", letter: "U", needs: "audit.list" },
    ],
  },
];

/** The pages of the Console whose first call may be made, in the rail's order. */
export function placesFor(may: readonly string[]): PlaceGroup[] {
  return GROUPS.map(({ name, places }) => ({
    name,
    places: places.filter(({ needs }) => may.includes(needs)).map(({ needs: _, ...place }) => place),
  })).filter(({ places }) => places.length > 0);
}

/** The place that a path belongs to; one that is the beginning of all others (`/console`) only by itself. */
export function placeOf(groups: readonly PlaceGroup[], pathname: string): Place | undefined {
  const fits = ({ href }: Place) =>
    pathname === href || (href.split("/").length > 2 && pathname.startsWith(`${href}/`));
  return groups.flatMap(({ places }) => places).find(fits);
}
