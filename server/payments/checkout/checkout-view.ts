import type { Accent } from "../../merchants/branding/accent";
import type { LinkStatus } from "../links/rules";
import type { RememberedAccount } from "../remembered-accounts/remembered-accounts";

/**
 * The phase of the customer's page. It is decided here; the page has no rules of its own.
 * - choosing: no bank yet, or the last one provably cannot pay and another may be chosen
 * - starting: an attempt is committed and the bank has not answered yet
 * - at_bank: the bank has the payment and waits for the customer, at its own address or in its own app
 * - confirming: the customer has returned, or the bank processes it: the status is being fetched
 * - cancelling: sent to the bank, which has not confirmed it
 * - unresolved: 72 hours without an answer
 * - refused: the bank rejected it; failed: it ended unpaid for another reason, such as our time limit
 * - paid_elsewhere: cancelled because the link was paid by another request
 */
export type Phase =
  | "choosing"
  | "starting"
  | "at_bank"
  | "confirming"
  | "cancelling"
  | "unresolved"
  | "paid"
  | "paid_late"
  | "refused"
  | "failed"
  | "cancelled"
  | "cancelled_at_bank"
  | "paid_elsewhere"
  | "expired"
  | "link_used"
  | "link_expired"
  | "link_cancelled";

export type Rewards = { extra_rewards?: number; total_rewards?: number; description?: string };

/** The data of the embedded and the hosted page. Durations are seconds from now. */
export type Checkout = {
  phase: Phase;
  /** Null on a link before a bank was chosen. */
  paymentRequestId: string | null;
  amount: number;
  currency: string;
  /** Minor units of a completed payment that were returned, in sum; null if none were. */
  reversedAmount: number | null;
  paymentReference: string;
  orderId: string;
  locale: string;
  test: boolean;
  rewards: Rewards | null;
  merchant: {
    brandName: string;
    country: string;
    /** The origins that may frame this payment. */
    allowedOrigins: string[];
    /** Its logo on our own origin; null: its initials are drawn. */
    logo: string | null;
    /** Its accent colour, legible in both themes; null: the default. */
    accent: Accent | null;
    /** Where customers get help: an e-mail address or an https address; null without one. */
    help: string | null;
    /** On the receipt, as is the address: its lines, without the country. */
    taxNumber: string | null;
    postalAddress: string | null;
  };
  /** The customer's ISO 3166-1 alpha-2 country, if the merchant gave it. */
  shopperCountry: string | null;
  /** Of the attempt that paid, else of the last one. */
  bank: { id: string; displayName: string } | null;
  /** The bank that the merchant preselected, if any. */
  selectedBankId: string | null;
  /** The bank's address while the customer can approve there; null where the bank asks in its own app. */
  bankUrl: string | null;
  /** The bank's message to its customer, if it asks in its own app and sent one: plain text. */
  bankMessage: string | null;
  /** The account that the customer gave for this bank, masked. */
  payerMasked: string | null;
  /** `tab`: the bank was opened beside the checkout, which continues afterwards. Null before, and over REST. */
  bankWindow: "top" | "tab" | null;
  /** Money moves only after the customer's return from the bank, by our own later call. */
  needsReturn: boolean;
  /**
   * Another bank can be chosen: the payment at this one is certainly stopped by our block, or its bank is asked to cancel it,
   * and only the confirmation starts the other one.
   */
  canChangeBank: boolean;
  /** Seconds until then, by the database's clock; null without a limit. */
  changeEndsInS: number | null;
  /** Accounts that this customer agreed to have remembered; only while a bank is chosen or can be. */
  accounts: RememberedAccount[];
  /** The paying account can be remembered, if the customer agrees. */
  canRemember: boolean;
  /** Seconds left to start a payment, by the database's clock. 0 when over; null without a limit. */
  expiresInS: number | null;
  expiresAt: Date;
  startedAt: Date | null;
  /** Seconds since the customer's return from the bank, by the database's clock; null before. */
  returnedForS: number | null;
  /** Seconds since the start at a bank that has not answered, and may ask in its own app; null at others. */
  unansweredForS: number | null;
  completedAt: Date | null;
  /** Of a payment that ended unpaid: its money arrived afterwards, or it is unclear whether it did. */
  lateMoney: "arrived" | "unclear" | null;
  /** The bank's reason code for a refusal, ISO 20022, such as AM04; of `failed`, the payment's `status_reason`. */
  reason: string | null;
  canCancel: boolean;
  /** Another bank can be chosen at the link's address, although this request has ended. */
  mayTryAgain: boolean;
  /** Seconds for which the page waits for the second screen that opened the QR code's address; 0 if it does not. */
  secondScreenForS: number;
  successUrl: string | null;
  failureUrl: string | null;
  link: { status: LinkStatus; expiresAt: Date; url: string } | null;
};

/** The part of a checkout that a chosen bank, a customer or a link would fill in. */
export const NO_PAYMENT = {
  reversedAmount: null,
  rewards: null,
  shopperCountry: null,
  bank: null,
  selectedBankId: null,
  bankUrl: null,
  bankMessage: null,
  payerMasked: null,
  bankWindow: null,
  needsReturn: false,
  canChangeBank: false,
  changeEndsInS: null,
  accounts: [],
  canRemember: false,
  expiresInS: null,
  startedAt: null,
  returnedForS: null,
  unansweredForS: null,
  completedAt: null,
  lateMoney: null,
  reason: null,
  canCancel: false,
  mayTryAgain: false,
  secondScreenForS: 0,
  link: null,
} satisfies Partial<Checkout>;

/**
 * Why no payment was started; the customer chooses again.
 * - choose_again: the form was not the one of the page
 * - bank_not_offered: the bank is not available for this payment
 * - account_forgotten: the account is no longer remembered
 * - shop_closed: the merchant cannot receive payments at present
 * - too_many_tries: the payment, or its link, has had its attempts (MAX_ATTEMPTS)
 */
export type InvalidReason =
  | "choose_again"
  | "bank_not_offered"
  | "account_forgotten"
  | "shop_closed"
  | "too_many_tries";

/** The result of "Continue". `closed`: the page shows the present state. Only the first two started a payment. */
export type StartResult =
  | { kind: "redirect"; url: string; paymentToken: string }
  | { kind: "decoupled"; paymentToken: string }
  | { kind: "amount_changed" }
  /** Another bank was chosen, but the payment is still open at the first one. */
  | { kind: "bank_kept" }
  | { kind: "bank_unavailable"; bankName: string }
  /** `invalid`: an account was given and is not an IBAN. */
  | { kind: "debtor_account"; bankName: string; invalid: boolean }
  | { kind: "invalid"; reason: InvalidReason }
  | { kind: "closed" };
