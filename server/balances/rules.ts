import type { BankBalance } from "../connectors/port";

/**
 * What a bank calls a balance, best first: what can be spent now, then what will be, then the books. One word for the
 * names of all standards: Berlin Group (`interimAvailable`), UK Open Banking 3.1 (`InterimAvailable`), ISO 20022 codes,
 * which UK Open Banking 4 uses (`ITAV`). Opening, forward and informational ones say nothing about now.
 */
const PREFERENCE: readonly (readonly string[])[] = [
  ["interimavailable", "itav"],
  ["closingavailable", "clav"],
  ["expected", "xpcd"],
  ["interimbooked", "itbd"],
  ["closingbooked", "clbd"],
];

export type PickedBalance = { ok: true; balance: BankBalance } | { ok: false; reason: "other-currency" | "no-balance" };

/**
 * The balance to show of those that a bank gives for an account. Of several of one kind the latest is it. None in the
 * account's currency, or none of a known kind, is no balance: never another's, and never zero.
 */
export function pickBalance(balances: readonly BankBalance[], currency: string): PickedBalance {
  const own = balances.filter((balance) => balance.currency === currency);
  if (own.length === 0) return { ok: false, reason: balances.length === 0 ? "no-balance" : "other-currency" };
  for (const words of PREFERENCE) {
    const [latest] = own.filter(({ type }) => words.includes(type.toLowerCase())).sort(latestFirst);
    if (latest) return { ok: true, balance: latest };
  }
  return { ok: false, reason: "no-balance" };
}

function latestFirst(a: BankBalance, b: BankBalance): number {
  return timeOf(b.asOf) - timeOf(a.asOf);
}

function timeOf(asOf: string | null): number {
  const time = Date.parse(asOf ?? "");
  return Number.isNaN(time) ? 0 : time;
}
