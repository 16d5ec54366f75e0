import { knownOf, textOf } from "../../ui/filter/filter-address";
import { filterOf, oneOf } from "../../ui/filter/filter-fields";
import { type AmountAndTime, SPAN_FIELDS, SPAN_PARTS } from "../../ui/filter/filter-span";
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

const LINKS = filterOf<LinkFilter>(
  {
    status: ["status", oneOf(LINK_TABS.map(({ status }) => status))],
    ...SPAN_FIELDS,
    search: ["q", (search, param) => textOf(search, param)?.slice(0, MAX_SEARCH)],
    sort: [
      "sort",
      (search, param) => knownOf(search, param, LINK_SORTS) ?? FIRST_SORT,
      (sort) => (sort === FIRST_SORT ? undefined : sort),
    ],
  },
  [["search", ["search"]], ["status", ["status"]], ...SPAN_PARTS],
);
export const { read: readLinkFilter, values: linkValues, parts: setLinkParts } = LINKS;

export function linksPath(filter: LinkFilter, cursor?: string, path: string = LINKS_PATH): string {
  return LINKS.address(path, filter, { at: cursor });
}

/** The sort order after a press on a column's head: reversed where it is sorted by that column. */
export function sortAfter(sort: LinkSort, column: "created_at" | "amount"): LinkSort {
  return sort === `${column}:desc` ? `${column}:asc` : `${column}:desc`;
}
