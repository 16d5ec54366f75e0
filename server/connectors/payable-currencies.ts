import { catalogueBanks } from "../banks/catalogue";
import { bankReachability } from "./guard/bank-reachability";
import type { Environment } from "./profile-schema";

/** Whether a bank of the catalogue that pays in this currency is connected; banks that are down included. */
export async function isPayable(currency: string, environment: Environment): Promise<boolean> {
  const reachOf = await bankReachability(environment);
  return catalogueBanks().some((bank) => bank.currency === currency && reachOf(bank.id) !== "unconnected");
}

/** The currencies of the catalogue's banks that are connected in an environment, by letter; banks that are down included. */
export async function payableCurrencies(environment: Environment): Promise<string[]> {
  const reachOf = await bankReachability(environment);
  const banks = catalogueBanks().filter(({ id }) => reachOf(id) !== "unconnected");
  return [...new Set(banks.map(({ currency }) => currency))].sort();
}
