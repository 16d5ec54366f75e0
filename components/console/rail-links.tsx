"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useFailing } from "./attention";
import { troubleWords } from "./health-words";
import { Glyph, Icon, type IconName } from "./icons";
import type { Outputs } from "./queries";
import s from "./shell.module.css";

type Place = { href: string; name: string; icon: IconName };
/** What is wrong behind a place, by its address. */
type Troubles = Readonly<Record<string, string | null>>;

const WEBHOOKS = "/console/webhooks";

const MONEY: Place[] = [
  { href: "/console/payments", name: "Payments", icon: "payments" },
  { href: "/console/payment-links", name: "Payment links", icon: "link" },
  { href: "/console/balances", name: "Balances", icon: "balances" },
  { href: "/console/checkout", name: "Checkout", icon: "slip" },
];
const DEVELOPERS: Place[] = [
  { href: WEBHOOKS, name: "Webhooks", icon: "webhook" },
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

function Places({ places, troubles = {} }: { places: Place[]; troubles?: Troubles }) {
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
          <Trouble words={troubles[place.href] ?? null} />
        </li>
      ))}
    </ul>
  );
}

/** Beside its link, which keeps its name. */
function Trouble({ words }: { words: string | null }) {
  if (words === null) return null;
  return (
    <b className={s.trouble} role="img" aria-label={words}>
      <Glyph name="warn" />
    </b>
  );
}

/** Where one can go, where one is, and behind which place something needs somebody. */
export function RailLinks({ failing }: { failing: Outputs["webhooks"]["health"]["failing"] }) {
  const troubles = { [WEBHOOKS]: troubleWords(useFailing(failing)) };
  return (
    <>
      <Places places={MONEY} />
      <div>
        <h2>Developers</h2>
        <Places places={DEVELOPERS} troubles={troubles} />
      </div>
    </>
  );
}

/** The page's name in the bar of a phone, where its heading scrolls away. */
export function PageTitle() {
  const pathname = usePathname();
  return <span aria-hidden="true">{[...MONEY, ...DEVELOPERS].find((place) => isHere(pathname, place))?.name}</span>;
}
