/** Why a bank refused, in words: reason codes of ISO 20022 (external code set ExternalStatusReason1Code). */
const REASONS: Record<string, string> = {
  AC01: "the account number is not right",
  AC04: "the account is closed",
  AC06: "the account is blocked",
  AG01: "the account may not make this payment",
  AM02: "the amount is above what your bank allows",
  AM04: "not enough money in the account",
  AM14: "the amount is above what your bank allows",
  CUST: "you refused it at your bank",
  DS02: "you refused it at your bank",
  MS03: "your bank gave no reason",
  NARR: "your bank gave no reason",
  TM01: "it came too late in the day",
};

/** The sentence for a reason code; null for a code that says nothing to a shopper. */
export function reasonText(code: string | null): string | null {
  return code === null ? null : (REASONS[code] ?? null);
}
