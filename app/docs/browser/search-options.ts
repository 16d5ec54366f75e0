import type { Options } from "minisearch";
import type { SearchEntry } from "../search-entries";

/** How the entries are indexed: prefixes and small mistakes are found, and every word has to be there. */
export const SEARCH_OPTIONS: Options<SearchEntry> = {
  idField: "address",
  fields: ["title", "page", "text"],
  storeFields: ["address", "title", "page"],
  searchOptions: { prefix: true, fuzzy: 0.15, combineWith: "AND", boost: { title: 4, page: 2 } },
};
