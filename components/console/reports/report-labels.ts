import { addressOf, fittingOf, type Search, UUID } from "../../ui/filter/filter-address";
import type { Outputs } from "../../ui/queries";

export type Reports = Outputs["reports"]["list"];
export type Report = Reports["reports"][number];

export const REPORTS_PATH = "/console/balances/reports";

/** The account of the reports, and the newest month of the page. */
export type ReportsQuery = { accountId?: string; until?: string };

const MONTH = /^2\d{3}-(?:0[1-9]|1[0-2])$/;

/** The query of an address. Unknown values are ignored. */
export function readReportsSearch(search: Search): ReportsQuery {
  const [accountId, until] = [fittingOf(search, "account", UUID), fittingOf(search, "until", MONTH)];
  return { ...(accountId ? { accountId } : {}), ...(until ? { until } : {}) };
}

/** The address of a page of reports: what `readReportsSearch` reads. */
export function reportsPath({ accountId, until }: ReportsQuery): string {
  return addressOf(REPORTS_PATH, { account: accountId, until });
}

/** The address of a report's file. */
export function reportFile(name: "export.csv" | "camt053.xml", accountId: string, month: string): string {
  return addressOf(`${REPORTS_PATH}/${name}`, { account: accountId, month });
}

const NAME = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

export function formatMonth(month: string): string {
  return NAME.format(new Date(`${month}-01T00:00:00Z`));
}

const REASONS: Record<NonNullable<Report["unknown"]>, string> = {
  "not-covered": "Not known: complete statements begin after the start of this month.",
  "not-fetched": "The bank’s statement of the whole month has not been fetched yet.",
  closed: "The account was closed before the bank’s statement of the whole month was fetched.",
  "no-booked-balance": "The balances are not known: the bank has not reported a booked balance yet.",
  differs: "The balances are not known: the bank’s booked balances and its transactions do not agree.",
};

/** Why a balance of the report is not known; null: both are. */
export function formatUnknown({ unknown }: Pick<Report, "unknown">): string | null {
  return unknown === null ? null : REASONS[unknown];
}
