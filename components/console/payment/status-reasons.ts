/** Why a payment ended: ISO 20022 ExternalStatusReason1Code, and codes of Bankside. */
const REASONS: Record<string, string> = {
  AC01: "the account number was not accepted",
  AC04: "the account is closed",
  AC06: "the account is blocked",
  AG01: "the account doesn’t allow this kind of payment",
  AM02: "the amount is above the limit",
  AM04: "insufficient funds",
  AM14: "the amount is above the customer’s limit",
  CUST: "the customer declined",
  DS02: "the customer declined",
  DS24: "the customer did not approve in time",
  MS03: "the bank gave no reason",
  NARR: "the bank gave its reason as free text",
  TM01: "after the bank’s cut-off time",
  link_paid: "the link was paid by another payment",
};

/** The meaning of a reason code, as the end of a sentence; null: unknown code. */
export function formatStatusReason(code: string | null): string | null {
  return code === null ? null : (REASONS[code] ?? null);
}
