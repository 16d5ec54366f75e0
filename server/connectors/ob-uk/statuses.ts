/** Refused by the bank, for good. */
export const REJECTED = "RJCT";

/**
 * What v3.1 calls the ISO 20022 status of a payment (OBTransactionIndividualStatus1Code), and what `/payment-details` adds
 * (OBWritePaymentDetailsResponse1). "Pending" is a payment that was received, and is being looked at.
 */
const ISO_CODES: Readonly<Record<string, string>> = {
  Pending: "PDNG",
  Rejected: "RJCT",
  AcceptedSettlementInProcess: "ACSP",
  AcceptedSettlementCompleted: "ACSC",
  AcceptedCreditSettlementCompleted: "ACCC",
  AcceptedWithoutPosting: "ACWP",
};

/** The ISO 20022 code of a bank's word. A code stays what it is, and so does what nobody knows. */
export function isoStatus(word: string): string {
  return ISO_CODES[word] ?? word;
}
