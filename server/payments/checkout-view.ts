import type { Accent } from "../merchants/accent";
import type { LinkStatus } from "../payment-links/rules";
import type { RememberedAccount } from "./remembered-accounts";

/**
 * What the shopper's page has to say, decided in one place. The page draws it and holds no rule of its own.
 * - choosing: no bank yet, or the first provably cannot pay and another may be chosen
 * - starting: an attempt is committed and the bank has not answered yet
 * - at_bank: the bank has the payment and waits for the shopper, at its own address or in its own app
 * - confirming: the shopper is back, or the bank works on it: the bank is being asked
 * - cancelling: asked to stop, and the bank has not confirmed
 * - unresolved: 72 hours without an answer
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

/** Everything that the embedded and the hosted page show. Dates are exact; durations are seconds from now. */
export type Checkout = {
  phase: Phase;
  /** Null on a link before a bank was pressed. */
  paymentRequestId: string | null;
  amount: number;
  currency: string;
  paymentReference: string;
  orderId: string;
  locale: string;
  test: boolean;
  rewards: Rewards | null;
  merchant: {
    brandName: string;
    country: string;
    /** Those that may frame this payment. */
    allowedOrigins: string[];
    /** Its picture on our own origin; null: its letters are drawn. */
    logo: string | null;
    /** Its colour, legible in both themes; null: ours. */
    accent: Accent | null;
  };
  /** ISO 3166-1 alpha-2 of the shopper where the merchant told it. */
  shopperCountry: string | null;
  /** Of the live, or the last, attempt. */
  bank: { id: string; displayName: string } | null;
  /** The merchant's choice for the shopper, where it made one: what the picker begins with. */
  selectedBankId: string | null;
  /** The bank's own address, while the shopper can approve there; null where it asks in its own app. */
  bankUrl: string | null;
  /** The bank's own words for its customer, where it asks in its own app and sent some: plain text. */
  bankMessage: string | null;
  /** The account that the shopper named for this bank, masked. */
  payerMasked: string | null;
  /** `tab`: the bank was opened beside the page that goes on when it is over. Null before, and where no page was pressed. */
  bankWindow: "top" | "tab" | null;
  /** Nothing is paid before the shopper has come back from the bank: the money moves by a later call of ours. */
  needsReturn: boolean;
  /** The bank that has it can still be given up for another one, surely and at once. */
  canChangeBank: boolean;
  /** Accounts that this shopper agreed to have remembered; only while a bank is, or can be, chosen. */
  accounts: RememberedAccount[];
  /** The merchant named its customer, so that an account can be remembered for the next time. */
  canRemember: boolean;
  /** Seconds until starting is over; counted by the database's clock. 0 once over, null where none runs. */
  expiresInS: number | null;
  expiresAt: Date;
  startedAt: Date | null;
  /** Seconds since the shopper came back from the bank, by the database's clock; null before. */
  returnedForS: number | null;
  completedAt: Date | null;
  /** The bank's reason code for a refusal, ISO 20022, such as AM04. */
  reason: string | null;
  canCancel: boolean;
  /** Another bank can be pressed at the link's address, though this request has ended. */
  mayTryAgain: boolean;
  successUrl: string | null;
  failureUrl: string | null;
  link: { status: LinkStatus; expiresAt: Date; url: string } | null;
};

/**
 * Why a press could start nothing, where the shopper chooses anew.
 * - choose_again: the form was not the page's own
 * - bank_not_offered: the bank does not take this payment
 * - account_forgotten: the account is not remembered any more
 * - shop_closed: the merchant can receive nothing at present
 */
export type InvalidReason = "choose_again" | "bank_not_offered" | "account_forgotten" | "shop_closed";

/** What pressing "Continue" led to. `closed`: see the page as it stands now; the others but the first two started nothing. */
export type StartResult =
  | { kind: "redirect"; url: string; paymentToken: string }
  | { kind: "decoupled"; paymentToken: string }
  | { kind: "amount_changed" }
  | { kind: "bank_unavailable"; bankName: string }
  /** `invalid`: an account was given, and is no IBAN. */
  | { kind: "debtor_account"; bankName: string; invalid: boolean }
  | { kind: "invalid"; reason: InvalidReason }
  | { kind: "closed" };
