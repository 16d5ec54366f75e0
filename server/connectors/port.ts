import type { Money } from "../lib/money/money";
import type { BankBalance, Statement } from "./account-data";
import type { BankProfile } from "./profile-schema";

/**
 * Why a call failed: `rejected` the bank refused for good · `invalid` our request does not fit the bank (configuration) ·
 * `auth` certificate, signature or token · `consent` the consent or its authorisation has ended, or `tokenRefused` ·
 * `not-found` · `rate-limited` · `unavailable` certainly not processed · **`unknown`** perhaps processed: fetch the
 * status · `protocol` the response violates the standard and must not be used.
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

/**
 * `code`: the bank's error code. `detail`: for logs and operators, never for PSUs; contains no secret. `notExchanged`: of a
 * return, whose code was not sent to the bank, so that a true return after it can still be completed. `answer`: the bank
 * answered, and its answer cannot be used. `tokenRefused`: the bank refused the access token of the call's grant. Banks end
 * tokens early, so this says nothing about the consent: refresh the grant, and repeat the call once. `notSent`: certainly no
 * request reached the bank; a bank's 503 is `unavailable` without it. `own`: refused by the guard, or an exception.
 */
export type Failure = {
  ok: false;
  kind: FailureKind;
  code?: string;
  retryAfterS?: number;
  notExchanged?: true;
  answer?: "unreadable" | "too-large";
  tokenRefused?: true;
  notSent?: true;
  own?: true;
  /** The call was about an order or consent, without its PSU's grant: the bank may refuse it until it gets that. */
  mayWantGrant?: true;
  detail: string;
};

export type Outcome<T> = { ok: true; value: T } | Failure;

/**
 * What moves the money: the PSU's authorisation (`psu-sca`, Berlin Group), or our later submission (`our-submit`, UK Open
 * Banking). With `our-submit`, an attempt whose submission is blocked can never pay.
 */
export type MoneyMovesOn = "psu-sca" | "our-submit";

/** The payment order. `endToEndId`: at most 31 characters. Connectors convert `remittance` and names to the bank's character set. */
export type InitiationOrder = {
  endToEndId: string;
  money: Money;
  creditor: { name: string; iban: string };
  scheme: string;
  remittance: string;
  debtorIban?: string;
};

/** The PSU's browser, as sent to the bank. */
export type PsuContext = { ip: string | null; userAgent: string | null; locale: string };

/** The bank's absolute links for later calls, by the bank's names (`status`, `scaStatus` …). */
export type BankLinks = Record<string, string>;

/** How the PSU approves: in the browser at `url`, in the bank's app, or no approval is needed. */
export type NextStep = { kind: "redirect"; url: string } | { kind: "decoupled"; message?: string } | { kind: "none" };

/**
 * Our redirect URI. `uri` is registered and the same for all; `state` identifies the attempt or consent. `secret` never
 * leaves the server: the nonce and the PKCE verifier are derived from it.
 */
export type RedirectBack = { uri: string; state: string; secret: string };

/**
 * The tokens that a bank's authorisation server issued for a PSU's approval. Stored sealed. `expiresAt`: RFC 3339; absent
 * when the bank gave no lifetime. `tokenEndpoint`: where to refresh it; absent: at the profile's token endpoint.
 */
export type Grant = { accessToken: string; refreshToken?: string; expiresAt?: string; tokenEndpoint?: string };

export type InitiationCall = {
  scheme: string;
  /** The exact text of `prepareInitiation`, stored before sending, the same on a retry. */
  body: string;
  /** A uuid, stored before sending, the same on a retry. */
  idempotencyKey: string;
  psu: PsuContext;
  redirect: RedirectBack;
  /** The address for bank notifications; absent when the bank cannot reach this installation. */
  notificationUri?: string;
};

/**
 * An initiated payment. `bankPaymentId` is null where the payment is created by a later submission (`our-submit`); then
 * `consentId` identifies the order. `status`: the raw ISO 20022 code, unknown ones included.
 */
export type Initiation = {
  bankPaymentId: string | null;
  consentId: string | null;
  status: string;
  links: BankLinks;
  next: NextStep;
};

/** A payment at the bank. With `psu` the PSU is present; without, the call is background work. */
export type PaymentRef = {
  scheme: string;
  bankPaymentId: string | null;
  consentId: string | null;
  links: BankLinks;
  grant?: Grant;
  psu?: PsuContext;
};

/** The parameters of a PSU's return that are read (OAuth 2.0, OpenID Connect, JARM; NextGenPSD2 1.3.11 section 7.6). */
export const RETURN_PARAMS = [
  "state",
  "code",
  "id_token",
  "response",
  "error",
  "error_description",
  "iss",
  "confirmationCode",
  "authenticationCode",
] as const;

/** The PSU's return, with its parameters from the query, the fragment or a signed response. */
export type RedirectCall = {
  ref: PaymentRef;
  params: Readonly<Record<string, string>>;
  redirect: RedirectBack;
  /** The payment was cancelled: reads the return, but sends nothing that would let the payment proceed. */
  unwanted?: boolean;
};

/**
 * The result of a return: `granted` with a grant · `denied` by the PSU or the bank · `nothing` it proves nothing (the usual
 * case of `psu-sca`): fetch the status.
 */
export type Completion = { kind: "granted"; grant: Grant } | { kind: "denied"; reason: string } | { kind: "nothing" };

/** The state of a payment's authorisation, for `our-submit`. */
export type Authorisation = { state: "awaiting" | "authorised" | "consumed" | "rejected" };

export type SubmissionCall = {
  ref: PaymentRef;
  /** The exact text of `prepareSubmission`, stored before sending, the same on a retry. */
  body: string;
  idempotencyKey: string;
};
/** `reason`: why the bank rejected the payment immediately, if it says why. */
export type Submission = { bankPaymentId: string; status: string; links: BankLinks; reason?: string };

/** `money`: what was ordered. An answer about another amount is `protocol`. */
export type StatusCall = PaymentRef & { money: Money };

/** The payer, as far as the bank names them. */
export type Debtor = { iban?: string; name?: string };

/** `scaStatus`: fetched only where `status` does not tell whether the PSU has approved. `bankTimestamp`: RFC 3339. */
export type PaymentStatus = {
  status: string;
  reason?: string;
  scaStatus?: string;
  bankTimestamp?: string;
  debtor?: Debtor;
};

/** An order for a consent to read one account. With `psuIp` the PSU is present. */
export type ConsentOrder = {
  iban: string;
  currency: string;
  redirect: RedirectBack;
  deadlineMs: number;
  psuIp?: string;
};

/** Consent states of all standards. `awaiting`: a PSU must approve it. Only a `valid` consent can be used. */
export type ConsentState = "awaiting" | "valid" | "expired" | "rejected" | "revoked";

/** `next` is `none` when the consent needs no approval. */
export type AccountConsent = { consentId: string; state: ConsentState; next: NextStep; links: BankLinks };

export type ConsentRef = { consentId: string; grant?: Grant; links?: BankLinks };

export type AccountCall = ConsentRef & { deadlineMs: number; psuIp?: string };
export type BalanceCall = AccountCall & { resourceId: string; iban: string };
/** RFC 3339. Returns entries booked from `since` to `until` (absent: up to now), as precisely as the bank filters. */
export type TransactionsCall = BalanceCall & { since: string; until?: string };

/** The payment that a bank notification is about. Only a hint: the status is fetched from the bank. */
export type NotificationHint = { bankPaymentId?: string; consentId?: string };

/** The interface of all bank standards. Failures of the bank or the network are Outcomes; no method throws for them. */
export type BankConnector = {
  moneyMovesOn: MoneyMovesOn;
  /** The request body of an order. Pure; the caller stores it before sending. */
  prepareInitiation(profile: BankProfile, order: InitiationOrder): { body: string };
  /** Initiates a payment and starts its authorisation. Can be repeated with the same key and body. */
  initiate(profile: BankProfile, call: InitiationCall): Promise<Outcome<Initiation>>;
  /**
   * Whether a return only brings the customer back: it has no code to exchange, and completing it sends no request. Pure.
   * Absent: no return is plain.
   */
  isPlainReturn?(call: Omit<RedirectCall, "unwanted">): boolean;
  /** Completes a return: verifies it and exchanges its code for a grant. */
  completeRedirect(profile: BankProfile, call: RedirectCall): Promise<Outcome<Completion>>;
  /** `our-submit`: the state of the authorisation. Uses our own credentials, so it works after the grant is lost. */
  authorisation?(profile: BankProfile, ref: PaymentRef): Promise<Outcome<Authorisation>>;
  /** `our-submit`: the body of the submission, from the initiation's exact body. Pure; the caller stores it before sending. */
  prepareSubmission?(profile: BankProfile, order: { initiationBody: string; consentId: string }): { body: string };
  /** `our-submit`: the call that moves the money. Can be repeated with the same key and body for 24 hours. */
  submit?(profile: BankProfile, call: SubmissionCall): Promise<Outcome<Submission>>;
  /** Fetches a payment's status. Needs a `bankPaymentId`. */
  status(profile: BankProfile, call: StatusCall): Promise<Outcome<PaymentStatus>>;
  /**
   * `status` null: cancelled. Else the raw code; the cancellation may still need the PSU's approval. Absent where the
   * standard has no cancellation.
   */
  cancel?(profile: BankProfile, ref: PaymentRef): Promise<Outcome<{ status: string | null }>>;
  /** The hint of a notification with a valid signature; null for any other. */
  parseNotification?(
    profile: BankProfile,
    notification: { headers: Readonly<Record<string, string>>; body: string },
  ): Promise<NotificationHint | null>;

  createAccountConsent(profile: BankProfile, order: ConsentOrder): Promise<Outcome<AccountConsent>>;
  /** Completes a PSU's return from the approval of a consent. */
  completeConsent(
    profile: BankProfile,
    call: { consent: ConsentRef; params: Readonly<Record<string, string>>; redirect: RedirectBack; deadlineMs: number },
  ): Promise<Outcome<Completion>>;
  consentStatus(
    profile: BankProfile,
    consent: ConsentRef,
  ): Promise<Outcome<{ state: ConsentState; validUntil?: string }>>;
  revokeConsent(profile: BankProfile, consent: ConsentRef): Promise<Outcome<null>>;
  /** Refreshes a grant. Absent where the standard has no grants. */
  refreshGrant?(profile: BankProfile, grant: Grant): Promise<Outcome<Grant>>;
  /** The bank's id of an account that the consent covers. */
  findAccount(
    profile: BankProfile,
    account: AccountCall & { iban: string; currency: string },
  ): Promise<Outcome<{ resourceId: string }>>;
  balances(profile: BankProfile, call: BalanceCall): Promise<Outcome<BankBalance[]>>;
  transactions(profile: BankProfile, call: TransactionsCall): Promise<Outcome<Statement>>;
};
