import { addressOf, knownOf, type Search, textOf } from "../../ui/filter/filter-address";

export const PERIODS = [
  { days: 1, name: "Today" },
  { days: 14, name: "14 days" },
  { days: 90, name: "90 days" },
] as const;
export type Days = (typeof PERIODS)[number]["days"];

const USUAL: Days = 14;

/** The view of the overview, from its address; currency null: the one with most payments. */
export type OverviewView = { currency: string | null; days: Days };

/** The view of an address. Unknown values are ignored. */
export function readOverviewSearch(search: Search): OverviewView {
  const given = knownOf(
    search,
    "days",
    PERIODS.map(({ days }) => String(days)),
  );
  const currency = textOf(search, "currency") ?? "";
  return {
    currency: /^[A-Z]{3}$/.test(currency) ? currency : null,
    days: PERIODS.find(({ days }) => String(days) === given)?.days ?? USUAL,
  };
}

export function overviewPath({ currency, days }: OverviewView): string {
  return addressOf("/console", { currency: currency ?? undefined, days: days === USUAL ? undefined : String(days) });
}
