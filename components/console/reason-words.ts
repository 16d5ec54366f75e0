/** Why a payment ended: codes of ISO 20022 (external code set ExternalStatusReason1Code), and words of our own. */
const REASONS: Record<string, string> = {
  AC01: "the account number was not accepted",
  AC04: "the account is closed",
  AC06: "the account is blocked",
  AG01: "the account may not make this kind of payment",
  AM02: "the amount is above what is allowed",
  AM04: "there was not enough money in the account",
  AM14: "the amount is above the shopper’s limit",
  CUST: "the shopper declined it",
  DS02: "the shopper declined it",
  DS24: "the shopper did not approve it in time",
  MS03: "the bank gives no reason",
  NARR: "the bank gives no reason that others can read",
  TM01: "it came after the bank’s hours",
  link_paid: "its link was paid meanwhile",
};

/** What a reason's code means, as the end of a sentence; null for a code that is not known. */
export function reasonWords(code: string | null): string | null {
  return code === null ? null : (REASONS[code] ?? null);
}
