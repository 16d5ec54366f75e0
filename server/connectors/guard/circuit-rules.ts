import type { BankConnector, Failure, Outcome } from "../port";

/** The operations of a connector that call the bank. */
export type Operation = Exclude<
  keyof BankConnector,
  "moneyMovesOn" | "prepareInitiation" | "isPlainReturn" | "prepareSubmission" | "parseNotification"
>;

/**
 * `read` changes nothing and can resolve an unknown outcome · `return` completes a PSU's return from the bank, perhaps
 * without any call, and cannot be repeated · `call` all others.
 */
const PURPOSES: Readonly<Record<Operation, "read" | "return" | "call">> = {
  initiate: "call",
  completeRedirect: "return",
  authorisation: "read",
  submit: "call",
  status: "read",
  cancel: "call",
  createAccountConsent: "call",
  completeConsent: "return",
  consentStatus: "read",
  revokeConsent: "call",
  refreshGrant: "call",
  findAccount: "call",
  balances: "call",
  transactions: "call",
};

const ACCOUNT_INFORMATION = new Set<Operation>([
  "createAccountConsent",
  "completeConsent",
  "consentStatus",
  "revokeConsent",
  "findAccount",
  "balances",
  "transactions",
]);

/** Consecutive failed calls after which the circuit opens. */
export const FAILURES_TO_OPEN = 5;
/** When all failures are one merchant's, they must last this long before the circuit opens: the merchant may cause them. */
export const ONE_MERCHANT_S = 120;
const FIRST_OPEN_S = 30;
const MAX_OPEN_S = 300;
/** Spreads the trials of banks that failed together. */
const OPEN_JITTER = 0.2;
/** A read may be the trial after this part of the open period, before new payments are started. */
const READ_PART = 0.5;

/**
 * The circuit breaker of a connection. `failures`, `openings`: consecutive ones. `failingForS`: seconds since the first of
 * these failures; `failingMerchantId`: its merchant; `isFailingForSeveral`: another merchant's call failed too.
 */
export type Health = {
  isOpen: boolean;
  failures: number;
  openings: number;
  failingForS: number | null;
  failingMerchantId: string | null;
  isFailingForSeveral: boolean;
};
/** With the stage of its open period: whether a read, and whether any call, may be the trial now. */
export type CircuitState = Health & { mayRead: boolean; mayCall: boolean };

/** `trial`: the half-open trial, one call that decides whether an open circuit closes; it has to be claimed first. */
export type Admission = "pass" | "trial" | "refuse";

/**
 * Whether a call may be sent to its bank. Returns always may: the PSU has approved, and an authorisation code expires soon.
 * A scenario is never the trial, because its failure is intended; after the open period it may be sent beside the trial.
 */
export function admit(
  operation: Operation,
  { isOpen, mayRead, mayCall }: CircuitState,
  isScenario: boolean,
): Admission {
  if (!isOpen || isReturn(operation)) return "pass";
  if (!mayCall && !(mayRead && isRead(operation))) return "refuse";
  return isScenario ? "pass" : "trial";
}

export function isRead(operation: Operation): boolean {
  return PURPOSES[operation] === "read";
}

export function isReturn(operation: Operation): boolean {
  return PURPOSES[operation] === "return";
}

/**
 * What an outcome says about the connection: `alive` the bank responded · `failed` it did not · `refused` it does not accept
 * our certificate, key or client, so every call would fail · `nothing` it says nothing.
 */
export type Verdict = "alive" | "failed" | "refused" | "nothing";

/** `withGrant`: the call carried a PSU's grant, so a refused token says nothing about our own credentials. */
export function verdictOf(operation: Operation, outcome: Outcome<unknown>, withGrant: boolean): Verdict {
  if (isReturn(operation)) return verdictOfReturn(operation, outcome);
  if (outcome.ok) return "alive";
  // It may be one account's; payments at the bank are not affected.
  if (outcome.answer !== undefined && ACCOUNT_INFORMATION.has(operation)) return "nothing";
  if (outcome.kind === "unavailable" || outcome.kind === "unknown") return "failed";
  // A proxy or gateway may have sent this response.
  if (outcome.kind === "protocol") return "nothing";
  if (outcome.kind !== "auth") return "alive";
  if (isAboutUs(operation, outcome, withGrant)) return "refused";
  if (ACCOUNT_INFORMATION.has(operation)) return "nothing";
  // A 401 without a code may be about our certificate: it must not close a circuit that a refusal opened.
  return outcome.code === undefined ? "nothing" : "alive";
}

/** Only evidence that is not from the browser's parameters counts, because anyone can write those. */
function verdictOfReturn(operation: Operation, outcome: Outcome<unknown>): Verdict {
  if (outcome.ok) return isGranted(outcome.value) ? "alive" : "nothing";
  if (outcome.kind === "auth" && isAboutUs(operation, outcome, true)) return "refused";
  return outcome.kind === "unknown" ? "failed" : "nothing";
}

function isGranted(value: unknown): boolean {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "granted";
}

/** By the bank's error code, if any (NextGenPSD2 1.3.11 §14.11; UK Open Banking 3.1 error codes; RFC 6749 §5.2). */
function isAboutUs(operation: Operation, { code = "", mayWantGrant }: Failure, withGrant: boolean): boolean {
  if (/^(CERTIFICATE|SIGNATURE)_|[.]Signature[.]|^invalid_client$/.test(code)) return true;
  // An authorisation for payments only has no role, scope or grant type for accounts, so any merchant could cause this.
  if (ACCOUNT_INFORMATION.has(operation)) return false;
  if (/^(ROLE_INVALID|unauthorized_client)$/.test(code)) return true;
  if (/^(TOKEN|PSU|CORPORATE)_/.test(code)) return false;
  return !withGrant && !mayWantGrant;
}

/** The circuit after a call; `openForS` is null when it is closed. */
export type CircuitChange = Omit<Health, "failingForS"> & { openForS: number | null };

const CLOSED: CircuitChange = {
  isOpen: false,
  failures: 0,
  openings: 0,
  failingMerchantId: null,
  isFailingForSeveral: false,
  openForS: null,
};

/** A completed call. `merchantId` null: the operator's own test. */
export type EndedCall = { verdict: Verdict; isTrial: boolean; merchantId: string | null };

/** The circuit after a call's outcome; null when nothing changes. `random`: 0 to 1. */
export function circuitAfter(health: Health, call: EndedCall, random: number): CircuitChange | null {
  const { isOpen, failures, openings } = health;
  const failed = { failures: failures + 1, ...merchantsOf(health, call) };
  const opened = (times: number): CircuitChange => {
    return { ...failed, isOpen: true, openings: times, openForS: openForS(times, random) };
  };
  if (call.verdict === "alive") return isOpen || failures > 0 ? CLOSED : null;
  if (isOpen) {
    // Calls from before the opening do not count. A trial that learned nothing repeats the same open period.
    if (!call.isTrial) return null;
    return opened(call.verdict === "nothing" ? openings : openings + 1);
  }
  if (call.verdict === "nothing") return null;
  // A refusal is about our certificate, key or client, which all merchants share.
  if (call.verdict === "refused") return opened(1);
  const isOfTheBank = failed.isFailingForSeveral || (health.failingForS ?? 0) >= ONE_MERCHANT_S;
  if (failed.failures >= FAILURES_TO_OPEN && isOfTheBank) return opened(1);
  return { ...failed, isOpen: false, openings: 0, openForS: null };
}

function merchantsOf(
  { failingForS, failingMerchantId, isFailingForSeveral }: Health,
  { merchantId }: EndedCall,
): Pick<Health, "failingMerchantId" | "isFailingForSeveral"> {
  // Null also in a row of an earlier version, which stored no merchant.
  if (failingForS === null) return { failingMerchantId: merchantId, isFailingForSeveral: false };
  return { failingMerchantId, isFailingForSeveral: isFailingForSeveral || merchantId !== failingMerchantId };
}

/** The open period: 30 s, doubling to 300 s, ±20 %. */
export function openForS(openings: number, random: number): number {
  const plain = Math.min(MAX_OPEN_S, FIRST_OPEN_S * 2 ** Math.max(0, openings - 1));
  return plain * (1 + OPEN_JITTER * (random * 2 - 1));
}

/** The seconds of an open period after which a read may be the trial. */
export function readAfterS(period: number): number {
  return period * READ_PART;
}
