import type { Money } from "../lib/money";
import type { BankProfile } from "./profiles";

/**
 * Why a call brought no answer to go by:
 * `rejected` the bank said no, for good · `invalid` our request does not fit that bank (configuration) ·
 * `auth` certificate, signature or token · `consent` the account-information consent is over · `not-found` ·
 * `rate-limited` · `unavailable` surely not processed · **`unknown`** it may have been processed: ask, never guess ·
 * `protocol` the answer breaks the standard in a way that must not be followed.
 */
export type FailureKind =
  | "rejected"
  | "invalid"
  | "auth"
  | "consent"
  | "not-found"
  | "rate-limited"
  | "unavailable"
  | "unknown"
  | "protocol";

/** `code` is the bank's own word; `detail` is for logs and operators, never for shoppers, and holds no secret. */
export type Failure = { ok: false; kind: FailureKind; code?: string; retryAfterS?: number; detail: string };

export type Outcome<T> = { ok: true; value: T } | Failure;

/** What is to be paid. `endToEndId` ≤ 31 characters; `remittance` and names are cut to the bank's character set. */
export type InitiationOrder = {
  endToEndId: string;
  money: Money;
  creditor: { name: string; iban: string };
  scheme: string;
  remittance: string;
  debtorIban?: string;
};

/** What the bank is told about the shopper's browser. */
export type PsuContext = { ip: string | null; userAgent: string | null; locale: string };

/** Addresses that the bank gave for later calls, absolute, by the bank's own names (`status`, `scaStatus` …). */
export type BankLinks = Record<string, string>;

/** How the shopper approves: in the browser at `url`, by the bank's own app, or not at all. */
export type NextStep = { kind: "redirect"; url: string } | { kind: "decoupled"; message?: string } | { kind: "none" };

export type InitiationCall = {
  scheme: string;
  /** The exact bytes of `prepareInitiation`, stored before sending, the same on a retry. */
  body: string;
  /** A uuid, stored before sending, the same on a retry. */
  idempotencyKey: string;
  psu: PsuContext;
  redirect: { okUrl: string; nokUrl: string };
};

/** `status` is the raw ISO 20022 code; an unknown one is passed through. */
export type Initiation = { bankPaymentId: string; status: string; links: BankLinks; next: NextStep };

/** A payment at the bank. With `psu` the shopper is there and waits; without, it is background work. */
export type PaymentRef = { scheme: string; bankPaymentId: string; links: BankLinks; psu?: PsuContext };

/** `scaStatus` is asked only where `status` leaves open whether the shopper has approved. */
export type PaymentStatus = { status: string; reason?: string; scaStatus?: string };

/** `status` null: the bank answered without one, the payment is gone. Else the raw code; it may still need approval. */
export type Cancellation = { status: string | null };

export type ConsentOrder = { iban: string; currency: string; deadlineMs: number; psuIp?: string };

/** `next` is `none` when the consent is valid at once. */
export type AccountConsent = { consentId: string; status: string; next: NextStep };

export type BalanceCall = { consentId: string; resourceId: string; deadlineMs: number; psuIp?: string };

/** `type` and `asOf` (RFC 3339, or null) as the bank wrote them. */
export type BankBalance = { amountMinor: bigint; currency: string; type: string; asOf: string | null };

/** What every bank standard is spoken through. No method throws for what a bank or a network does: that is an Outcome. */
export type BankConnector = {
  /** The body to send for an order: pure, and to be stored before it is sent. */
  prepareInitiation(profile: BankProfile, order: InitiationOrder): { body: string };
  /** Starts a payment and, where the bank wants that apart, its authorisation. */
  initiate(profile: BankProfile, call: InitiationCall): Promise<Outcome<Initiation>>;
  status(profile: BankProfile, ref: PaymentRef): Promise<Outcome<PaymentStatus>>;
  cancel(profile: BankProfile, ref: PaymentRef): Promise<Outcome<Cancellation>>;
  createAccountConsent(profile: BankProfile, order: ConsentOrder): Promise<Outcome<AccountConsent>>;
  consentStatus(profile: BankProfile, consentId: string): Promise<Outcome<{ status: string }>>;
  /** The bank's own id of an account that the consent covers. */
  findAccount(
    profile: BankProfile,
    account: { consentId: string; iban: string; currency: string; deadlineMs: number; psuIp?: string },
  ): Promise<Outcome<{ resourceId: string }>>;
  balances(profile: BankProfile, call: BalanceCall): Promise<Outcome<BankBalance[]>>;
};
