import dynamic from "next/dynamic";
import Link from "next/link";
import { useRef, useState } from "react";
import { Button } from "../../ui/button";
import s from "./overview.module.css";
import { type OverviewView, overviewPath, PERIODS } from "./overview-address";
import { periodName } from "./overview-labels";

// Its script, with the library that places it, is loaded with the first press: 250 KB are the limit of a page.
const PeriodDates = dynamic(() => import("./period-dates").then((module) => module.PeriodDates));

type PeriodProps = { view: OverviewView; now: string; timeZone: string };

/** The period of the overview: one of the usual ones until today, or any dates. */
export function PeriodChoice({ view, now, timeZone }: PeriodProps) {
  const [isOpen, setOpen] = useState<boolean>();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <nav className={s.seg} aria-label="Period">
        {PERIODS.map(({ days, name }) => (
          <Link
            key={days}
            href={overviewPath({ ...view, days, until: null })}
            prefetch={false}
            scroll={false}
            aria-current={view.until === null && days === view.days ? "true" : undefined}
          >
            {name}
          </Link>
        ))}
      </nav>
      <Button ref={button} aria-haspopup="dialog" aria-expanded={isOpen === true} onClick={() => setOpen(!isOpen)}>
        {view.until === null ? "Dates" : periodName(view)}
      </Button>
      {isOpen === undefined ? null : (
        <PeriodDates view={view} today={dateOf(now, timeZone)} {...{ button, isOpen, setOpen }} />
      )}
    </>
  );
}

/** `2026-11-20` */
function dateOf(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone }).format(new Date(at));
}
