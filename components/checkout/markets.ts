import { type Entry, entryOf, keysOf, type Named, search } from "./search";

/**
 * Why nothing can be started at a bank for the moment:
 * - silent: it does not answer
 * - closed: it does not let us in, or what we identify ourselves with is over; a shopper can do nothing about it
 */
export type DownReason = "silent" | "closed";

/** A bank as the picker shows it. `down`: why it cannot be chosen right now. */
export type PickerBank = Named & { id: string; market: string; down: DownReason | null };

/** What the picker draws: one market's banks in curated order, those that are down last, and how to reach the others. */
export type Picker = {
  country: string;
  /** Markets with a bank for the currency, ISO 3166-1 alpha-2. */
  countries: string[];
  /** The market, or what a search left of it, best first; a bank that is chosen stays in sight. */
  banks: PickerBank[];
  /** Ids of those that a large market begins with; null: it is shown whole. */
  firstIds: ReadonlySet<string> | null;
  /** How many the market has, when a search leaves fewer. */
  total: number;
  query: string;
  /** How many banks of the market the search found. */
  hits: number;
  /** Hits of the search in other markets, when there is none in this one. */
  elsewhere: PickerBank[];
  selectedId: string | null;
  /** The bank that was wished for and cannot be chosen right now. */
  missed: PickerBank | null;
  /** The whole market from the start, asked for without script. */
  showAll: boolean;
  /** Ids of all banks of the currency that are down, in whichever market. */
  downIds: string[];
};

/** What is wished for: the country asked for in the address, the shopper's, its language's, the merchant's; a search; a bank. */
export type Wish = {
  country: string | null;
  shopper: string | null;
  /** The region of the page's locale. */
  region: string | null;
  merchant: string;
  query: string;
  bankId: string | null;
  showAll: boolean;
};

/** A market of up to this many banks is shown whole; a larger one begins with FIRST_ROWS. */
const WHOLE_MARKET_MAX = 8;
const FIRST_ROWS = 6;
const ELSEWHERE_MAX = 5;

function entryOfBank(bank: PickerBank): Entry {
  return entryOf(bank.displayName, keysOf(bank));
}

function chooseCountry(counts: Map<string, number>, wishes: (string | null | undefined)[]): string {
  const wished = wishes.find((country) => country && counts.has(country.toUpperCase()));
  if (wished) return wished.toUpperCase();
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "";
}

function downLast(banks: PickerBank[]): PickerBank[] {
  return [...banks.filter(({ down }) => down === null), ...banks.filter(({ down }) => down !== null)];
}

/** Sorts the currency's banks, which are in curated order, into what the page shows. A chosen bank brings its own market. */
export function pickerOf(all: readonly PickerBank[], wish: Wish): Picker {
  const counts = new Map<string, number>();
  for (const { market } of all) counts.set(market, (counts.get(market) ?? 0) + 1);
  const wished = all.find((bank) => bank.id === wish.bankId);
  const selected = wished?.down === null ? wished : undefined;
  const country = chooseCountry(counts, [wished?.market, wish.country, wish.shopper, wish.region, wish.merchant]);
  const inMarket = all.filter((bank) => bank.market === country);
  const query = wish.query.trim();
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
    missed: wished && wished.down !== null ? wished : null,
    showAll: wish.showAll,
    downIds: all.filter(({ down }) => down !== null).map(({ id }) => id),
  };
}
