import { fold, matches } from "./search";

/** A bank as the picker shows it. `down`: it does not answer right now, and cannot be chosen. */
export type PickerBank = {
  id: string;
  displayName: string;
  name: string;
  market: string;
  bic: string | null;
  down: boolean;
};

/** What the picker draws: one market's banks in curated order, those that are down last, and how to reach the others. */
export type Picker = {
  country: string;
  /** Markets with a bank for the currency, ISO 3166-1 alpha-2. */
  countries: string[];
  banks: PickerBank[];
  /** How many the market has, when a search leaves fewer. */
  total: number;
  query: string;
  /** Hits of the search in other markets, when there is none in this one. */
  elsewhere: PickerBank[];
  selectedId: string | null;
  /** The whole market from the start, asked for without script. */
  showAll: boolean;
};

/** What is wished for: the country asked for in the address, the shopper's, the merchant's; a search; a bank. */
export type Wish = {
  country: string | null;
  shopper: string | null;
  merchant: string;
  query: string;
  bankId: string | null;
  showAll: boolean;
};

const ELSEWHERE_MAX = 5;

/** What a search by name or BIC looks through. */
export function keysOf(bank: PickerBank): string {
  return fold(`${bank.displayName} ${bank.name} ${bank.bic ?? ""}`);
}

function chooseCountry(counts: Map<string, number>, wishes: (string | null | undefined)[]): string {
  const wished = wishes.find((country) => country && counts.has(country.toUpperCase()));
  if (wished) return wished.toUpperCase();
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "";
}

function downLast(banks: PickerBank[]): PickerBank[] {
  return [...banks.filter(({ down }) => !down), ...banks.filter(({ down }) => down)];
}

/** Sorts the currency's banks into what the page shows. A chosen bank brings its own market. */
export function pickerOf(all: readonly PickerBank[], wish: Wish): Picker {
  const counts = new Map<string, number>();
  for (const { market } of all) counts.set(market, (counts.get(market) ?? 0) + 1);
  const selected = all.find((bank) => bank.id === wish.bankId);
  const country = chooseCountry(counts, [selected?.market, wish.country, wish.shopper, wish.merchant]);
  const inMarket = downLast(all.filter((bank) => bank.market === country));
  const query = wish.query.trim();
  const hits = query === "" ? inMarket : inMarket.filter((bank) => matches(query, keysOf(bank)));
  const others = all.filter((bank) => bank.market !== country && matches(query, keysOf(bank)));
  return {
    country,
    countries: [...counts.keys()],
    banks: hits,
    total: inMarket.length,
    query,
    elsewhere: hits.length === 0 && query !== "" ? downLast(others).slice(0, ELSEWHERE_MAX) : [],
    selectedId: hits.find((bank) => bank.id === selected?.id && !bank.down)?.id ?? null,
    showAll: wish.showAll,
  };
}
