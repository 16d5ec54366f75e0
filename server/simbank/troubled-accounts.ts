import { fictitiousIban } from "../lib/iban";

/** What goes wrong whenever the data of such an account is asked for. */
export type AccountTrouble = "consent-expired" | "throttled" | "slow";

export const TROUBLES: readonly AccountTrouble[] = ["consent-expired", "throttled", "slow"];

/** How the approval page calls such an account, where the shopper may choose it. */
export const TROUBLE_LABELS: Record<AccountTrouble, string> = {
  "consent-expired": "For tests: consent expired",
  throttled: "For tests: throttled",
  slow: "For tests: slow",
};

/** The IBAN of the account that has this trouble, in a currency: fixed, and listed in docs/integrate/testing.md. */
export function troubledIban(currency: string, trouble: AccountTrouble): string {
  return fictitiousIban(currency, `trouble ${trouble}`);
}

/** The trouble of an account, for either standard; null: none. */
export function troubleOf({ iban, currency }: { iban: string; currency: string }): AccountTrouble | null {
  return TROUBLES.find((trouble) => iban === troubledIban(currency, trouble)) ?? null;
}
