import type { BankBalance } from "../connectors/account-data";

/**
 * Balance types, best first: available, expected, booked. Each with its names in all standards: Berlin Group
 * (`interimAvailable`), UK Open Banking 3.1 (`InterimAvailable`) and ISO 20022, which UK Open Banking 4 uses (`ITAV`).
 * Opening, forward and informational balances do not count.
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
 * The balance to show: the best type in the account's currency; of several, one without a credit line, and the latest.
 * Without one of a known type the balance is unknown, never zero.
 */
export function pickBalance(balances: readonly BankBalance[], currency: string): PickedBalance {
  const own = balances.filter((balance) => balance.currency === currency);
  if (own.length === 0) return { ok: false, reason: balances.length === 0 ? "no-balance" : "other-currency" };
  for (const names of PREFERENCE) {
    const [latest] = own.filter(({ type }) => names.includes(type.toLowerCase())).sort(ownMoneyFirst);
    if (latest) return { ok: true, balance: latest };
  }
  return { ok: false, reason: "no-balance" };
}

function ownMoneyFirst(a: BankBalance, b: BankBalance): number {
  return Number(a.withCredit ?? false) - Number(b.withCredit ?? false) || timeOf(b.asOf) - timeOf(a.asOf);
}

function timeOf(asOf: string | null): number {
  const time = Date.parse(asOf ?? "");
  return Number.isNaN(time) ? 0 : time;
}
