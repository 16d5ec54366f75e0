import { addressOf, knownOf, type Search, textOf } from "./filter-address";
import type { Outputs } from "./queries";

export type Links = Outputs["paymentLinks"]["list"];
export type LinkStatus = keyof Links["counts"];

/** In the order of the tabs. */
export const LINK_TABS: readonly { status: LinkStatus; words: string }[] = [
  { status: "active", words: "Active" },
  { status: "used", words: "Paid" },
  { status: "expired", words: "Expired" },
  { status: "cancelled", words: "Cancelled" },
];

export const LINK_SORTS = [
  "created_at:desc",
  "created_at:asc",
  "updated_at:desc",
  "updated_at:asc",
  "amount:desc",
  "amount:asc",
] as const;
export type LinkSort = (typeof LINK_SORTS)[number];
const FIRST_SORT: LinkSort = "created_at:desc";

/** How the list is ordered, for who hears it and for the foot of the list. */
export const SORT_WORDS: Record<LinkSort, string> = {
  "created_at:desc": "newest first",
  "created_at:asc": "oldest first",
  "updated_at:desc": "changed last first",
  "updated_at:asc": "changed longest ago first",
  "amount:desc": "largest amount first",
  "amount:asc": "smallest amount first",
};

/** Which links a page shows: as the call takes it. */
export type LinkFilter = { status?: LinkStatus; search?: string; sort: LinkSort };

/** As the call takes it. */
const MAX_SEARCH = 100;

/** The list that an address asks for. What no page ever wrote there is passed over. */
export function readLinkFilter(search: Search): LinkFilter {
  const statuses = LINK_TABS.map(({ status }) => status);
  const status = knownOf(search, "status", statuses);
  const text = textOf(search, "q")?.slice(0, MAX_SEARCH);
  return {
    ...(status ? { status } : {}),
    ...(text ? { search: text } : {}),
    sort: knownOf(search, "sort", LINK_SORTS) ?? FIRST_SORT,
  };
}

/** What of a filter stands in an address, by the names there. */
export function linkValues({ status, search, sort }: LinkFilter): Record<string, string | undefined> {
  return { status, q: search, sort: sort === FIRST_SORT ? undefined : sort };
}

/** The address of a page of the list: what `readLinkFilter` reads. */
export function linksPath(filter: LinkFilter, page = 1): string {
  return addressOf("/console/payment-links", { ...linkValues(filter), page: page === 1 ? undefined : String(page) });
}

/** What a press on a column's head sorts by: the other way round where it is sorted by that already. */
export function sortAfter(sort: LinkSort, column: "created_at" | "amount"): LinkSort {
  return sort === `${column}:desc` ? `${column}:asc` : `${column}:desc`;
}
