/** Why a bank rejected a payment: ISO 20022 ExternalStatusReason1Code, its status if it gave no code, or OAuth's error. */
const BANK_REASONS: Record<string, string> = {
  AC01: "the account number was not accepted",
  AC04: "the account is closed",
  AC06: "the account is blocked",
  AG01: "the account doesn’t allow this kind of payment",
  AM02: "the amount is above the limit",
  AM04: "insufficient funds",
  AM14: "the amount is above the customer’s limit",
  CANC: "the bank gave no reason",
  CUST: "the customer declined",
  DS02: "the customer declined",
  DS24: "the customer did not approve in time",
  MS03: "the bank gave no reason",
  NARR: "the bank gave its reason as free text",
  RJCT: "the bank gave no reason",
  TM01: "after the bank’s cut-off time",
  access_denied: "the customer or the bank declined",
};

/** Codes of Bankside. */
const OWN_REASONS: Record<string, string> = {
  authorisation_lost: "the approval was lost before the payment was submitted",
  link_cancelled: "the link was cancelled",
  link_paid: "the link was paid by another payment",
  link_paid_twice: "the link had been paid before",
  not_approved: "the customer did not approve in time",
  rejected: "the approval was rejected",
  unresolved: "no final status from the bank for 72 hours",
};

/** The meaning of a reason code, as the end of a sentence; null: unknown code. */
export function formatStatusReason(code: string | null): string | null {
  return code === null ? null : (BANK_REASONS[code] ?? OWN_REASONS[code] ?? null);
}

/** Whether the reason is Bankside's and not the bank's. */
export function isOwnReason(code: string | null): boolean {
  return code !== null && Object.hasOwn(OWN_REASONS, code);
}
