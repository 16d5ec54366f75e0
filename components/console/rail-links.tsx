"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useFailing } from "./attention";
import { troubleWords } from "./health-words";
import { Glyph, Icon } from "./icons";
import { type Place, type PlaceGroup, placeOf, WEBHOOKS_PATH } from "./places";
import type { Outputs } from "./queries";
import s from "./shell.module.css";

/** What is wrong behind a place, by its address. */
type Troubles = Readonly<Record<string, string | null>>;

/** On a phone the rail is a sheet over the page: it goes when one has gone somewhere. Elsewhere it is no open popover. */
function closeSheet(): void {
  const rail = document.getElementById("rail");
  if (rail?.matches(":popover-open")) rail.hidePopover();
}

function PlaceLink({ place, isHere, trouble }: { place: Place; isHere: boolean; trouble: string | null }) {
  const { href, name, icon, letter } = place;
  return (
    <li>
      <Link
        href={href}
        title={letter ? `${name} (G then ${letter})` : name}
        onClick={closeSheet}
        aria-current={isHere ? "page" : undefined}
      >
        <Icon name={icon} />
        <span>{name}</span>
        {letter && trouble === null ? (
          <i className={s.letter} aria-hidden="true">
            G {letter}
          </i>
        ) : null}
      </Link>
      <Trouble words={trouble} />
    </li>
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
export function Places({ groups, troubles = {} }: { groups: PlaceGroup[]; troubles?: Troubles }) {
  const here = placeOf(groups, usePathname());
  return groups.map(({ name, places }) => (
    <div key={name ?? ""}>
      {name === null ? null : <h2>{name}</h2>}
      <ul>
        {places.map((place) => (
          <PlaceLink
            key={place.href}
            place={place}
            isHere={place.href === here?.href}
            trouble={troubles[place.href] ?? null}
          />
        ))}
      </ul>
    </div>
  ));
}

type RailLinksProps = { groups: PlaceGroup[]; failing: Outputs["webhooks"]["health"]["failing"] };

/** The places of the Console, kept up to date with what is wrong behind them. */
export function RailLinks({ groups, failing }: RailLinksProps) {
  return <Places groups={groups} troubles={{ [WEBHOOKS_PATH]: troubleWords(useFailing(failing)) }} />;
}

/** The page's name in the bar of a phone, where its heading scrolls away. */
export function PageTitle({ groups }: { groups: PlaceGroup[] }) {
  return (
    <span className={s.title} aria-hidden="true">
      {placeOf(groups, usePathname())?.name}
    </span>
  );
}
