import type { Outputs } from "../../ui/queries";
import { plural } from "../../ui/text";
import type { Account } from "../balances/balance-labels";

export type Business = Outputs["business"]["get"];

export const BUSINESS_LEAD = "What banks and customers see as the payee";

/** The accounts of a role in one mode: `4 accounts: EUR, GBP`. Null: none. */
export function formatAccounts(accounts: readonly Account[], role: string): string | null {
  const own = accounts.filter(({ roles }) => roles.includes(role));
  if (own.length === 0) return null;
  const currencies = [...new Set(own.map(({ currency }) => currency))].sort();
  return `${plural(own.length, "account")}: ${currencies.join(", ")}`;
}
