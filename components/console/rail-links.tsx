"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { Icon, type IconName } from "./icons";

type Place = { href: string; name: string; icon: IconName };

const MONEY: Place[] = [
  { href: "/console/payments", name: "Payments", icon: "payments" },
  { href: "/console/payment-links", name: "Payment links", icon: "link" },
  { href: "/console/balances", name: "Balances", icon: "balances" },
];
const DEVELOPERS: Place[] = [
  { href: "/console/webhooks", name: "Webhooks", icon: "webhook" },
  { href: "/console/credentials", name: "Credentials", icon: "key" },
];

function isHere(pathname: string, { href }: Place): boolean {
  return pathname === href || pathname.startsWith(`${href}/`);
}

/** On a phone the rail is a sheet over the page: it goes when one has gone somewhere. Elsewhere it is no open popover. */
function closeSheet(): void {
  const rail = document.getElementById("rail");
  if (rail?.matches(":popover-open")) rail.hidePopover();
}

function Places({ places }: { places: Place[] }) {
  const pathname = usePathname();
  return (
    <ul>
      {places.map((place) => (
        <li key={place.href}>
          <Link
            href={place.href}
            title={place.name}
            onClick={closeSheet}
            aria-current={isHere(pathname, place) ? "page" : undefined}
          >
            <Icon name={place.icon} />
            <span>{place.name}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Where one can go, and where one is. */
export function RailLinks() {
  return (
    <>
      <Places places={MONEY} />
      <div>
        <h2>Developers</h2>
        <Places places={DEVELOPERS} />
      </div>
    </>
  );
}

/** The page's name in the bar of a phone, where its heading scrolls away. */
export function PageTitle() {
  const pathname = usePathname();
  return <span aria-hidden="true">{[...MONEY, ...DEVELOPERS].find((place) => isHere(pathname, place))?.name}</span>;
}
