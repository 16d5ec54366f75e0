import { addressOf, fittingOf, knownOf, type Search, textOf } from "../../ui/filter/filter-address";
import type { Figures } from "./overview-labels";

export const PERIODS = [
  { days: 1, name: "Today" },
  { days: 7, name: "7 days" },
  { days: 14, name: "14 days" },
  { days: 30, name: "30 days" },
  { days: 90, name: "90 days" },
] as const;

const USUAL_DAYS = 14;
/** The limit of the call. */
export const MAX_DAYS = 92;
const DATE = /^2\d{3}-\d\d-\d\d$/;

type Comparison = Figures["comparison"];
const USUAL_COMPARISON = "previous";
/** What a period is compared with. */
export const COMPARISONS = [USUAL_COMPARISON, "year", "none"] as const satisfies readonly Comparison[];

/** The view of the overview, from its address; currency null: the one with most payments; until null: today. */
export type OverviewView = { currency: string | null; days: number; until: string | null; comparison: Comparison };

/** The view of an address. Unknown values are ignored. */
export function readOverviewSearch(search: Search): OverviewView {
  const days = Number(textOf(search, "days"));
  const until = fittingOf(search, "until", DATE);
  return {
    currency: fittingOf(search, "currency", /^[A-Z]{3}$/) ?? null,
    days: Number.isInteger(days) && days >= 1 && days <= MAX_DAYS ? days : USUAL_DAYS,
    until: until !== undefined && isDate(until) ? until : null,
    comparison: knownOf(search, "compare", COMPARISONS) ?? USUAL_COMPARISON,
  };
}

/** Whether a text of this form is a day of the calendar. */
function isDate(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

export function overviewPath({ currency, days, until, comparison }: OverviewView): string {
  return addressOf("/console", {
    currency: currency ?? undefined,
    days: days === USUAL_DAYS ? undefined : String(days),
    until: until ?? undefined,
    compare: comparison === USUAL_COMPARISON ? undefined : comparison,
  });
}
