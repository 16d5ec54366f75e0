import type { Money } from "../lib/money";
import type { BankProfile } from "./profile-schema";

/**
 * Why a call brought no answer to go by:
 * `rejected` the bank said no, for good · `invalid` our request does not fit that bank (configuration) ·
 * `auth` certificate, signature or token · `consent` the consent, or the approval behind it, is over · `not-found` ·
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

/**
 * Which call moves the money: the shopper's own approval (`psu-sca`, Berlin Group), or a later call of ours (`our-submit`,
 * UK Open Banking). Where it is ours, an attempt that is barred before that call can never pay.
 */
export type MoneyMovesOn = "psu-sca" | "our-submit";

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

/**
 * Where the bank sends the shopper's browser back to. `uri` is registered and the same for all; `state` tells which
 * attempt or consent comes back. `secret` never leaves the server: nonce and PKCE verifier are derived from it.
 */
export type RedirectBack = { uri: string; state: string; secret: string };

/** What a bank's authorisation server gave for a person's approval. Sealed wherever it is kept. */
export type Grant = {
  accessToken: string;
  refreshToken?: string;
  /** RFC 3339; absent where the bank named none. */
  expiresAt?: string;
  /** Where it is refreshed; absent where the profile tells. */
  tokenEndpoint?: string;
};

export type InitiationCall = {
  scheme: string;
  /** The exact bytes of `prepareInitiation`, stored before sending, the same on a retry. */
  body: string;
  /** A uuid, stored before sending, the same on a retry. */
  idempotencyKey: string;
  psu: PsuContext;
  redirect: RedirectBack;
  /** Where the bank may tell that something has changed; absent where none can be reached. */
  notificationUri?: string;
};

/**
 * What the bank holds now. `bankPaymentId` is null where the payment itself comes later (`our-submit`): then
 * `consentId` is how the bank knows the order. `status` is the raw ISO 20022 code; an unknown one is passed through.
 */
export type Initiation = {
  bankPaymentId: string | null;
  consentId: string | null;
  status: string;
  links: BankLinks;
  next: NextStep;
};

/** An order at the bank. With `psu` the shopper is there and waits; without, it is background work. */
export type PaymentRef = {
  scheme: string;
  bankPaymentId: string | null;
  consentId: string | null;
  links: BankLinks;
  grant?: Grant;
  psu?: PsuContext;
};

/** The shopper's browser came back with these parameters, from the query, the fragment, or a response object. */
export type RedirectCall = {
  ref: PaymentRef;
  params: Readonly<Record<string, string>>;
  redirect: RedirectBack;
  /** The payment is not wanted any more: what a bank gives for asking is taken, and nothing that lets it go ahead is sent. */
  unwanted?: boolean;
};

/**
 * What a return meant: `granted` the approval was handed to us · `denied` the shopper, or the bank for them, said no ·
 * `nothing` it says nothing (the usual case of `psu-sca`): ask for the status.
 */
export type Completion = { kind: "granted"; grant: Grant } | { kind: "denied"; reason: string } | { kind: "nothing" };

/** How far the approval of an order has come, where our later call moves the money. */
export type Authorisation = { state: "awaiting" | "authorised" | "consumed" | "rejected" };

export type SubmissionCall = {
  ref: PaymentRef;
  /** The exact bytes of `prepareSubmission`, stored before sending, the same on a retry. */
  body: string;
  /** A uuid, stored before sending, the same on a retry. */
  idempotencyKey: string;
};
/** `reason`: why the bank rejected the payment at once, where it says so. */
export type Submission = { bankPaymentId: string; status: string; links: BankLinks; reason?: string };

/** Who paid, as far as the bank tells. */
export type Debtor = { iban?: string; name?: string };

/** `scaStatus` is asked only where `status` leaves open whether the shopper has approved. `bankTimestamp`: RFC 3339. */
export type PaymentStatus = {
  status: string;
  reason?: string;
  scaStatus?: string;
  bankTimestamp?: string;
  debtor?: Debtor;
};

/** `status` null: the bank answered without one, the payment is gone. Else the raw code; it may still need approval. */
export type Cancellation = { status: string | null };

/** Consent to read one account. With `psuIp` a person is there and waits. */
export type ConsentOrder = {
  iban: string;
  currency: string;
  redirect: RedirectBack;
  deadlineMs: number;
  psuIp?: string;
};

/** One vocabulary for all standards: `awaiting` a person has to approve it; only `valid` can be read with. */
export type ConsentState = "awaiting" | "valid" | "expired" | "rejected" | "revoked";

/** `next` is `none` when the consent is valid at once. `links` as the bank gave them. */
export type AccountConsent = { consentId: string; state: ConsentState; next: NextStep; links: BankLinks };

/** A consent as it is kept. */
export type ConsentRef = { consentId: string; grant?: Grant; links?: BankLinks };

export type AccountCall = ConsentRef & { deadlineMs: number; psuIp?: string };
export type BalanceCall = AccountCall & { resourceId: string };
/** `since` RFC 3339: entries booked at or after it, as exactly as the bank can tell. */
export type TransactionsCall = BalanceCall & { since: string };

/** `type` (the standard's own word) and `asOf` (RFC 3339, or null) as the bank wrote them; overdrawn is negative. */
export type BankBalance = { amountMinor: bigint; currency: string; type: string; asOf: string | null };

/** A booked movement of an account, as its statement tells it (camt.053 in words). */
export type StatementEntry = {
  /** The bank's own id of the entry, unique in the account; a digest of what it says where the bank gives none. */
  entryId: string;
  direction: "credit" | "debit";
  money: Money;
  endToEndId?: string;
  remittance?: string;
  counterparty?: { name?: string; iban?: string };
  /** RFC 3339, or a date where the bank tells no more. */
  bookedAt: string;
  /** Why money came back, ISO 20022 return reason, where this entry is a return (pacs.004). */
  returnReason?: string;
};

/** Which order a notification is about. A hint: the status is asked for, never taken from it. */
export type NotificationHint = { bankPaymentId?: string; consentId?: string };

/** What every bank standard is spoken through. No method throws for what a bank or a network does: that is an Outcome. */
export type BankConnector = {
  moneyMovesOn: MoneyMovesOn;
  /** The body to send for an order: pure, and to be stored before it is sent. */
  prepareInitiation(profile: BankProfile, order: InitiationOrder): { body: string };
  /** Starts an order and, where the bank wants that apart, its authorisation. Repeatable with the same key and bytes. */
  initiate(profile: BankProfile, call: InitiationCall): Promise<Outcome<Initiation>>;
  /** Takes what a return brought: checks it, and exchanges a code for a grant. */
  completeRedirect(profile: BankProfile, call: RedirectCall): Promise<Outcome<Completion>>;
  /** `our-submit`: how far the approval is; read with our own credentials, so it answers after any loss. */
  authorisation?(profile: BankProfile, ref: PaymentRef): Promise<Outcome<Authorisation>>;
  /** `our-submit`: the body that moves the money, from the initiation's exact bytes: pure, stored before it is sent. */
  prepareSubmission?(profile: BankProfile, order: { initiationBody: string; consentId: string }): { body: string };
  /** `our-submit`: the call that moves the money. Repeatable with the same key and bytes for 24 hours. */
  submit?(profile: BankProfile, call: SubmissionCall): Promise<Outcome<Submission>>;
  /** How a payment stands. Needs a `bankPaymentId`. */
  status(profile: BankProfile, ref: PaymentRef): Promise<Outcome<PaymentStatus>>;
  /** Absent where the standard knows none. */
  cancel?(profile: BankProfile, ref: PaymentRef): Promise<Outcome<Cancellation>>;
  /** The verified hint of a notification; null when it proves nothing. */
  parseNotification?(
    profile: BankProfile,
    notification: { headers: Readonly<Record<string, string>>; body: string },
  ): Promise<NotificationHint | null>;

  createAccountConsent(profile: BankProfile, order: ConsentOrder): Promise<Outcome<AccountConsent>>;
  /** Takes the return of a person who approved a consent. */
  completeConsent(
    profile: BankProfile,
    call: { consent: ConsentRef; params: Readonly<Record<string, string>>; redirect: RedirectBack; deadlineMs: number },
  ): Promise<Outcome<Completion>>;
  consentStatus(
    profile: BankProfile,
    consent: ConsentRef,
  ): Promise<Outcome<{ state: ConsentState; validUntil?: string }>>;
  revokeConsent(profile: BankProfile, consent: ConsentRef): Promise<Outcome<null>>;
  /** A fresh grant for one that has run out. Absent where grants are not refreshed. */
  refreshGrant?(profile: BankProfile, grant: Grant): Promise<Outcome<Grant>>;
  /** The bank's own id of an account that the consent covers. */
  findAccount(
    profile: BankProfile,
    account: AccountCall & { iban: string; currency: string },
  ): Promise<Outcome<{ resourceId: string }>>;
  balances(profile: BankProfile, call: BalanceCall): Promise<Outcome<BankBalance[]>>;
  transactions(profile: BankProfile, call: TransactionsCall): Promise<Outcome<StatementEntry[]>>;
};
