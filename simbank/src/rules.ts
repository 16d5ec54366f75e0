import { traitsOf } from "./traits";

/** The time for a shopper's answer, from the initiation on. */
export const APPROVAL_LIFETIME_MS = 10 * 60_000;
/** The limit of authorisation requests for one payment or consent. */
export const MAX_AUTHORISATIONS = 20;
/** From the approval to the credit. */
export const SETTLEMENT_MS = 1_000;
/** `SIM-LATEREJECT`: from the order to the bank's late rejection. */
export const LATE_REJECT_MS = 24 * 3_600_000;
/** `SIM-RETURN`: from the credit to the return. */
export const RETURN_AFTER_MS = 60_000;
/** `SIM-STUCK`: longer than callers poll. */
export const STUCK_SETTLEMENT_MS = 30 * 24 * 3_600_000;
/** `SIM-SLOW`: longer than any caller's timeout. */
export const SLOW_ANSWER_MS = 20_000;
/** For this time after the approval, the bank's checks are shown as running. */
const CHECKS_MS = 300;

const LAST_TIME = new Date("9999-12-31T23:59:59Z");

/** A time that a caller sent, within the years that the database's driver can write. */
export function storableTime(time: Date): Date {
  return new Date(Math.min(Math.max(time.getTime(), 0), LAST_TIME.getTime()));
}

/** ISO 20022 status reasons (external code set) that this bank returns. */
export const REASONS: Record<string, string> = {
  AC04: "The account was closed",
  AM04: "Insufficient funds",
  DS02: "Cancelled by the account holder",
  DS24: "Not approved in time",
};

/**
 * Product in the address → its name on the approval page. The domestic ones are this bank's own, as the standard
 * allows.
 */
export const PRODUCTS: Record<string, string> = {
  "sepa-credit-transfers": "SEPA credit transfer",
  "instant-sepa-credit-transfers": "SEPA instant credit transfer",
  "faster-payments": "Faster Payments",
  bacs: "Bacs",
  chaps: "CHAPS",
  "czech-domestic-credit-transfer": "Czech domestic transfer",
  "czech-instant-credit-transfer": "Czech instant transfer",
  "danish-domestic-credit-transfer": "Danish domestic transfer",
  "danish-instant-credit-transfer": "Danish instant transfer",
  elixir: "Elixir",
  "express-elixir": "Express Elixir",
  "hungarian-instant-credit-transfer": "Hungarian instant transfer",
  "icelandic-domestic-credit-transfer": "Icelandic domestic transfer",
  "norwegian-domestic-credit-transfer": "Norwegian domestic transfer",
  "norwegian-instant-credit-transfer": "Norwegian instant transfer",
  "romanian-domestic-credit-transfer": "Romanian domestic transfer",
  "romanian-instant-credit-transfer": "Romanian instant transfer",
  "swedish-domestic-credit-transfer": "Swedish domestic transfer",
};

/** Instant products are reported to the creditor's account (ACCC), others as debited (ACSC). */
function isInstant(product: string): boolean {
  return /instant|^faster-payments$|^express-elixir$/.test(product);
}

/** The timestamps and other facts that determine a payment's state. */
export type Stamps = {
  bank: string;
  product: string;
  scenario: string | null;
  createdAt: Date;
  approvedAt: Date | null;
  orderedAt: Date | null;
  settlesAt: Date | null;
  refusedAt: Date | null;
  refusedReason: string | null;
  cancelledAt: Date | null;
};

/** `transactionStatus` by ISO 20022's codes, `scaStatus` by Berlin Group's values. */
export type State = { transactionStatus: string; reason: string | null; scaStatus: string };

/**
 * The payment's state at a time, by the bank's clock, computed without a background job. Where the approval only
 * authorises (UK), an approved payment stays ACTC until it is submitted.
 */
export function stateOf(payment: Stamps, at: Date): State {
  if (payment.cancelledAt) return { transactionStatus: "CANC", reason: "DS02", scaStatus: "failed" };
  if (payment.refusedAt && at >= payment.refusedAt) {
    return { transactionStatus: "RJCT", reason: payment.refusedReason, scaStatus: "finalised" };
  }
  if (payment.orderedAt) {
    const transactionStatus = orderedStatus(payment, payment.orderedAt, at);
    return { transactionStatus, reason: null, scaStatus: "finalised" };
  }
  if (payment.approvedAt) return { transactionStatus: "ACTC", reason: null, scaStatus: "finalised" };
  if (at.getTime() - payment.createdAt.getTime() > APPROVAL_LIFETIME_MS) {
    return { transactionStatus: "RJCT", reason: "DS24", scaStatus: "failed" };
  }
  return { transactionStatus: "RCVD", reason: null, scaStatus: "received" };
}

function orderedStatus({ bank, product, scenario, settlesAt }: Stamps, orderedAt: Date, at: Date): string {
  if (settlesAt && at >= settlesAt && scenario !== "ACSP" && traitsOf(bank).finality !== "ACSP") {
    return isInstant(product) ? "ACCC" : "ACSC";
  }
  if (scenario === "STUCK" && settlesAt && at < settlesAt) return "PDNG";
  return at.getTime() - orderedAt.getTime() < CHECKS_MS ? "ACTC" : "ACSP";
}

/** The accounts of every shopper, with their opening balances in hundredths of a major unit. */
export const SHOPPER_ACCOUNTS = [
  { kind: "everyday", label: "Everyday account", openingHundredths: 124_010n },
  { kind: "household", label: "Shared household account", openingHundredths: 31_055n },
  { kind: "savings", label: "Savings", openingHundredths: 3_800n },
] as const;

/** The account that an initiation named as the payer's: opened like an everyday account. */
export const NAMED_ACCOUNT = {
  kind: "named",
  label: "Named account",
  openingHundredths: SHOPPER_ACCOUNTS[0].openingHundredths,
} as const;

const LABELS = new Map<string, string>([NAMED_ACCOUNT, ...SHOPPER_ACCOUNTS].map(({ kind, label }) => [kind, label]));

/** The approval page's label for an account of this kind. */
export function accountLabel(kind: string): string {
  return LABELS.get(kind) ?? "Business account";
}
