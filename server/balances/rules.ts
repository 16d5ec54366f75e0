import type { BankBalance } from "../connectors/port";

/** Best first: what can be spent now, then what will be, then yesterday's books. */
const PREFERENCE = ["interimAvailable", "expected", "closingBooked"];

/** The balance to show of those that a bank gives for an account; null when none is in its currency or of a known type. */
export function pickBalance(balances: readonly BankBalance[], currency: string): BankBalance | null {
  for (const type of PREFERENCE) {
    const found = balances.find((balance) => balance.type === type && balance.currency === currency);
    if (found) return found;
  }
  return null;
}
