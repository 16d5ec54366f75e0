import { type Entry, entryOf, keysOf, type Named, search } from "./search";

/**
 * Why a bank accepts no payments at the moment:
 * - silent: it does not answer
 * - closed: it refuses our access, or our certificate or registration has expired; the customer cannot change that
 */
export type DownReason = "silent" | "closed";

/** A bank in the picker. `down`: why it is unavailable; null if it is available. */
export type PickerBank = Named & { id: string; market: string; down: DownReason | null };

/**
 * The picker's data: one market's banks in curated order, unavailable ones last, and the means to reach other markets.
 */
export type Picker = {
  country: string;
  /** Markets with a bank for the currency, ISO 3166-1 alpha-2. */
  countries: string[];
  /** The banks of the market, or the hits of a search, best first; a chosen bank is always included. */
  banks: PickerBank[];
  /** IDs of the banks that a large market shows at first; null: all are shown. */
  firstIds: ReadonlySet<string> | null;
  /** Number of banks in the market before the search. */
  total: number;
  query: string;
  /** How many banks of the market the search found. */
  hits: number;
  /** Hits in other markets, if this one has none. */
  elsewhere: PickerBank[];
  selectedId: string | null;
  /** The preselected bank, if it is unavailable. */
  missed: PickerBank | null;
  /** The whole market is shown from the start, as requested without a script. */
  showAll: boolean;
  /** IDs of all unavailable banks of the currency, in all markets. */
  downIds: string[];
};

/**
 * Inputs of the picker: the country in the address, of the customer, of the locale, of the merchant; a search; a bank.
 */
export type PickerOptions = {
  country: string | null;
  shopper: string | null;
  /** The region of the page's locale. */
  region: string | null;
  merchant: string;
  query: string;
  bankId: string | null;
  showAll: boolean;
};

/** A market of up to this many banks is shown whole; a larger one shows FIRST_ROWS at first. */
const WHOLE_MARKET_MAX = 8;
const FIRST_ROWS = 6;
const ELSEWHERE_MAX = 5;

function entryOfBank(bank: PickerBank): Entry {
  return entryOf(bank.displayName, keysOf(bank));
}

function chooseCountry(counts: Map<string, number>, candidates: (string | null | undefined)[]): string {
  const requested = candidates.find((country) => country && counts.has(country.toUpperCase()));
  if (requested) return requested.toUpperCase();
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "";
}

function downLast(banks: PickerBank[]): PickerBank[] {
  return [...banks.filter(({ down }) => down === null), ...banks.filter(({ down }) => down !== null)];
}

/** Selects and sorts the currency's banks, given in curated order. A chosen bank selects its market. */
export function pickerOf(all: readonly PickerBank[], options: PickerOptions): Picker {
  const counts = new Map<string, number>();
  for (const { market } of all) counts.set(market, (counts.get(market) ?? 0) + 1);
  const requested = all.find((bank) => bank.id === options.bankId);
  const selected = requested?.down === null ? requested : undefined;
  const country = chooseCountry(counts, [
    requested?.market,
    options.country,
    options.shopper,
    options.region,
    options.merchant,
  ]);
  const inMarket = all.filter((bank) => bank.market === country);
  const query = options.query.trim();
  const hits = search(inMarket, query, entryOfBank);
  const others = hits.length > 0 ? [] : all.filter((bank) => bank.market !== country);
  const isShort = query === "" && inMarket.length > WHOLE_MARKET_MAX;
  return {
    country,
    countries: [...counts.keys()],
    banks: downLast(selected && !hits.includes(selected) ? [...hits, selected] : hits),
    firstIds: isShort ? new Set(inMarket.slice(0, FIRST_ROWS).map(({ id }) => id)) : null,
    total: inMarket.length,
    query,
    hits: hits.length,
    elsewhere: downLast(search(others, query, entryOfBank)).slice(0, ELSEWHERE_MAX),
    selectedId: selected?.id ?? null,
    missed: requested && requested.down !== null ? requested : null,
    showAll: options.showAll,
    downIds: all.filter(({ down }) => down !== null).map(({ id }) => id),
  };
}
