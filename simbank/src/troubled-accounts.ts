import { fictitiousIban } from "../../server/lib/money/iban";

/** The fault of every read of such an account's data. */
export type AccountTrouble = "consent-expired" | "throttled" | "slow";

export const TROUBLES: readonly AccountTrouble[] = ["consent-expired", "throttled", "slow"];

/** The approval page's labels for such accounts, where the shopper may choose them. */
export const TROUBLE_LABELS: Record<AccountTrouble, string> = {
  "consent-expired": "For tests: consent expired",
  throttled: "For tests: throttled",
  slow: "For tests: slow",
};

/** The IBAN of the account with this fault, in a currency: fixed, and listed in docs/integrate/testing.md. */
export function troubledIban(currency: string, trouble: AccountTrouble): string {
  return fictitiousIban(currency, `trouble ${trouble}`);
}

/** The fault of an account, for either standard; null: none. */
export function troubleOf({ iban, currency }: { iban: string; currency: string }): AccountTrouble | null {
  return TROUBLES.find((trouble) => iban === troubledIban(currency, trouble)) ?? null;
}
