/** Finally rejected by the bank. */
export const REJECTED = "RJCT";

/**
 * The names in v3.1 of ISO 20022 payment statuses: OBTransactionIndividualStatus1Code, and OBWritePaymentDetailsResponse1
 * of `/payment-details`. "Pending" is a received payment that is being processed.
 */
const ISO_CODES: Readonly<Record<string, string>> = {
  Pending: "PDNG",
  Rejected: "RJCT",
  AcceptedSettlementInProcess: "ACSP",
  AcceptedSettlementCompleted: "ACSC",
  AcceptedCreditSettlementCompleted: "ACCC",
  AcceptedWithoutPosting: "ACWP",
};

/** The ISO 20022 code of a status; codes and unknown values are returned unchanged. */
export function isoStatus(word: string): string {
  return (Object.hasOwn(ISO_CODES, word) && ISO_CODES[word]) || word;
}
