import type { Money } from "../lib/money/money";

/**
 * `type`: the standard's balance type. `withCredit`: it includes a credit line. `asOf`: RFC 3339 or null. An overdrawn
 * balance is negative.
 */
export type BankBalance = {
  amountMinor: bigint;
  currency: string;
  type: string;
  asOf: string | null;
  withCredit?: true;
};

/** A booked transaction of an account, as in camt.053. */
export type StatementEntry = {
  /** The bank's id of the entry, unique in the account; a digest of the entry when the bank gives none. */
  entryId: string;
  /** The bank's id of the transaction, where `entryId` is another: the transactions of one batch may share that. */
  transactionId?: string;
  direction: "credit" | "debit";
  money: Money;
  endToEndId?: string;
  remittance?: string;
  counterparty?: { name?: string; iban?: string };
  /** RFC 3339, or a date when the bank gives no time. */
  bookedAt: string;
  /** The ISO 20022 return reason, when this entry is a return (pacs.004). */
  returnReason?: string;
};

/** The booked transactions of a period. `unreadable`: entries without a date, or with an invalid amount, left out. */
export type Statement = { entries: StatementEntry[]; unreadable: number };
