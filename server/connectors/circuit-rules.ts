import type { BankConnector, Failure, Outcome } from "./port";

/** What goes over the network and says what came of it. */
export type Operation = Exclude<
  keyof BankConnector,
  "moneyMovesOn" | "prepareInitiation" | "prepareSubmission" | "parseNotification"
>;

/**
 * `question` changes nothing, and clears up what an unknown outcome left · `return` takes what a person brought back from
 * their bank: perhaps without any call, and never twice · `call` all else.
 */
const PURPOSES: Readonly<Record<Operation, "question" | "return" | "call">> = {
  initiate: "call",
  completeRedirect: "return",
  authorisation: "question",
  submit: "call",
  status: "question",
  cancel: "call",
  createAccountConsent: "call",
  completeConsent: "return",
  consentStatus: "question",
  revokeConsent: "call",
  refreshGrant: "call",
  findAccount: "call",
  balances: "call",
  transactions: "call",
};

/** After so many calls in a row that brought no answer, the bank is left alone for a while. */
export const FAILURES_TO_OPEN = 5;
/** Failures of one merchant's calls alone have to go on for so long: they may be of its own making. */
export const ONE_MERCHANT_S = 120;
const FIRST_PAUSE_S = 30;
const MAX_PAUSE_S = 300;
/** Pauses differ by so much, so that banks that failed together are not tried together. */
const PAUSE_JITTER = 0.2;
/** A question may try the bank after this part of the pause, before anything new is started there. */
const QUESTION_PART = 0.5;

/**
 * The circuit breaker of one connection. `failures` and `openings` in a row. Of those failures: `failingForS` since the
 * first, null before it; `failingMerchantId` whose call that was; `isFailingForSeveral` whether another merchant had one.
 */
export type Health = {
  isOpen: boolean;
  failures: number;
  openings: number;
  failingForS: number | null;
  failingMerchantId: string | null;
  isFailingForSeveral: boolean;
};
/** And how far its pause has come: whether one question, and whether any one call, may try the bank now. */
export type Standing = Health & { mayAsk: boolean; mayCall: boolean };

/** `probe`: the one call that may find out whether an open circuit can be closed; it has to be claimed first. */
export type Admission = "pass" | "probe" | "refuse";

/**
 * Whether a call may go to its bank. Returns always may: a person has approved, and what they bring dies soon. A scenario
 * never is the probe, because its failure says nothing of the bank; after the pause it may go beside the probe.
 */
export function admit(operation: Operation, { isOpen, mayAsk, mayCall }: Standing, isScenario: boolean): Admission {
  if (!isOpen || isReturn(operation)) return "pass";
  if (!mayCall && !(mayAsk && isQuestion(operation))) return "refuse";
  return isScenario ? "pass" : "probe";
}

export function isQuestion(operation: Operation): boolean {
  return PURPOSES[operation] === "question";
}

export function isReturn(operation: Operation): boolean {
  return PURPOSES[operation] === "return";
}

/**
 * What an outcome says of the way to the bank: `alive` it answered · `failed` it did not · `refused` it does not accept
 * our certificate, key or client, so every call is in vain · `nothing`.
 */
export type Verdict = "alive" | "failed" | "refused" | "nothing";

/** `withGrant`: the call carried a person's grant, so a refused token says nothing of our own credentials. */
export function verdictOf(operation: Operation, outcome: Outcome<unknown>, withGrant: boolean): Verdict {
  if (isReturn(operation)) return verdictOfReturn(outcome);
  if (outcome.ok) return "alive";
  if (outcome.kind === "unavailable" || outcome.kind === "unknown") return "failed";
  // Whoever answers so may be something between us and the bank.
  if (outcome.kind === "protocol") return "nothing";
  return outcome.kind === "auth" && isAboutUs(outcome, withGrant) ? "refused" : "alive";
}

/** Only what cannot have been in the browser's parameters counts: those are anybody's to write. */
function verdictOfReturn(outcome: Outcome<unknown>): Verdict {
  if (outcome.ok) return isGranted(outcome.value) ? "alive" : "nothing";
  if (outcome.kind === "auth" && isAboutUs(outcome, true)) return "refused";
  return outcome.kind === "unknown" ? "failed" : "nothing";
}

function isGranted(value: unknown): boolean {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "granted";
}

/** By the bank's own words (NextGenPSD2 1.3.11 §14.11; UK Open Banking 3.1 error codes; RFC 6749 §5.2) where it gives any. */
function isAboutUs({ code = "" }: Failure, withGrant: boolean): boolean {
  if (/^(CERTIFICATE|SIGNATURE)_|^ROLE_INVALID$|[.]Signature[.]|^(invalid|unauthorized)_client$/.test(code))
    return true;
  if (/^(TOKEN|PSU|CORPORATE)_/.test(code)) return false;
  return !withGrant;
}

/** How the circuit is after a call; `pauseS` is null where it is closed. */
export type Change = Omit<Health, "failingForS"> & { pauseS: number | null };

const CLOSED: Change = {
  isOpen: false,
  failures: 0,
  openings: 0,
  failingMerchantId: null,
  isFailingForSeveral: false,
  pauseS: null,
};

/** A call that has ended. `merchantId` null: it was the operator's own question. */
export type EndedCall = { verdict: Verdict; isProbe: boolean; merchantId: string | null };

/** What a call's outcome makes of the circuit, or null: nothing. `random` is from 0 to 1. */
export function changeAfter(health: Health, call: EndedCall, random: number): Change | null {
  const { isOpen, failures, openings } = health;
  const failed = { failures: failures + 1, ...merchantsOf(health, call) };
  const opened = (times: number): Change => {
    return { ...failed, isOpen: true, openings: times, pauseS: pauseS(times, random) };
  };
  if (call.verdict === "alive") return isOpen || failures > 0 ? CLOSED : null;
  if (isOpen) {
    // A call from before the opening tells nothing new; a probe does, and one that learnt nothing leaves room for the next.
    if (!call.isProbe) return null;
    return opened(call.verdict === "nothing" ? openings : openings + 1);
  }
  if (call.verdict === "nothing") return null;
  // A refusal is of our certificate, key or client, which all merchants share.
  if (call.verdict === "refused") return opened(1);
  const isOfTheBank = failed.isFailingForSeveral || (health.failingForS ?? 0) >= ONE_MERCHANT_S;
  if (failed.failures >= FAILURES_TO_OPEN && isOfTheBank) return opened(1);
  return { ...failed, isOpen: false, openings: 0, pauseS: null };
}

function merchantsOf(
  { failingForS, failingMerchantId, isFailingForSeveral }: Health,
  { merchantId }: EndedCall,
): Pick<Health, "failingMerchantId" | "isFailingForSeveral"> {
  // Null also in a row that a process of an earlier version has written: its failures had no merchant.
  if (failingForS === null) return { failingMerchantId: merchantId, isFailingForSeveral: false };
  return { failingMerchantId, isFailingForSeveral: isFailingForSeveral || merchantId !== failingMerchantId };
}

/** Half a minute, doubling to five, give or take a fifth. */
export function pauseS(openings: number, random: number): number {
  const plain = Math.min(MAX_PAUSE_S, FIRST_PAUSE_S * 2 ** Math.max(0, openings - 1));
  return plain * (1 + PAUSE_JITTER * (random * 2 - 1));
}

/** After how many seconds of a pause a question may try the bank. */
export function questionPauseS(pause: number): number {
  return pause * QUESTION_PART;
}
