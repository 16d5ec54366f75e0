import { addressOf, cursorOf, knownOf, type Search, textOf } from "../../ui/filter/filter-address";
import {
  type AmountAndTime,
  amountAndTimeSearch,
  onlySet,
  readAmountAndTime,
  SPAN_PARTS,
  setPartsOf,
} from "../../ui/filter/filter-span";
import type { Outputs } from "../../ui/queries";

export type Links = Outputs["paymentLinks"]["list"];
export type LinkStatus = keyof Links["counts"];

export const LINKS_PATH = "/console/payment-links";

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

/** The order of the list, in its caption and its foot. */
export const SORT_LABELS: Record<LinkSort, string> = {
  "created_at:desc": "newest first",
  "created_at:asc": "oldest first",
  "updated_at:desc": "last updated first",
  "updated_at:asc": "least recently updated first",
  "amount:desc": "largest amount first",
  "amount:asc": "smallest amount first",
};

/** The filter of a list of links. */
export type LinkFilter = AmountAndTime & { status?: LinkStatus; search?: string; sort: LinkSort };

/** The limit of the call. */
export const MAX_SEARCH = 100;

/** The filter and the page of an address. Unknown values are ignored. */
export function readLinkFilter(search: Search): { filter: LinkFilter; cursor?: string } {
  const filter = {
    ...readAmountAndTime(search),
    ...onlySet<Pick<LinkFilter, "status" | "search">>({
      status: knownOf(
        search,
        "status",
        LINK_TABS.map(({ status }) => status),
      ),
      search: textOf(search, "q")?.slice(0, MAX_SEARCH),
    }),
    sort: knownOf(search, "sort", LINK_SORTS) ?? FIRST_SORT,
  };
  return onlySet({ filter, cursor: cursorOf(search) });
}

/** The search parameters of a filter. */
export function linkValues(filter: LinkFilter): Record<string, string | undefined> {
  const { status, search, sort } = filter;
  return { status, ...amountAndTimeSearch(filter), q: search, sort: sort === FIRST_SORT ? undefined : sort };
}

/** The address of a page of the list: what `readLinkFilter` reads. */
export function linksPath(filter: LinkFilter, cursor?: string, path: string = LINKS_PATH): string {
  return addressOf(path, { ...linkValues(filter), at: cursor });
}

/** The parts of a filter that are set, each with its label and the filter without it. */
export function setLinkParts(filter: LinkFilter): { words: string; rest: LinkFilter }[] {
  return setPartsOf(filter, [["search", ["search"]], ["status", ["status"]], ...SPAN_PARTS]);
}

/** The sort order after a press on a column's head: reversed where it is sorted by that column. */
export function sortAfter(sort: LinkSort, column: "created_at" | "amount"): LinkSort {
  return sort === `${column}:desc` ? `${column}:asc` : `${column}:desc`;
}
