import { elapsedMs } from "../../lib/clock";
import { log } from "../../lib/log";
import { withoutSlot } from "../../lib/request-slot";
import { whyUnusable } from "../keys/key-material";
import type { BankConnector, Failure, Outcome } from "../port";
import type { BankProfile } from "../profile-schema";
import { boundFailure, boundTexts } from "./bound-texts";
import { enterCircuit, recordOutcome, wouldAdmit } from "./circuit";
import { isReturn, type Operation, verdictOf } from "./circuit-rules";
import { takeLane } from "./lanes";

/** The longest wait for a lane, unless the call's deadline is shorter. */
const LANE_WAIT_MS = 5_000;
/** Longer for a return, whose authorisation code expires soon and cannot be repeated. */
const RETURN_LANE_WAIT_MS = 8_000;

const ALERT_EVERY_MS = 3_600_000;
/** The last alert about each bank that cannot be called. */
const alerted = new Map<string, { detail: string; atMs: number }>();

/** For whom a bank is called. */
export type BankCaller = {
  /** The merchant of the payment or account; null for the operator's test of a connection. */
  merchantId: string | null;
  /** The call makes a simulated bank fail on purpose, so its failure does not count. */
  isScenario: boolean;
};

/** A call that is about no merchant's payment or account. */
export const NO_MERCHANT: BankCaller = { merchantId: null, isScenario: false };

type Call<C, T> = (profile: BankProfile, input: C) => Promise<Outcome<T>>;

/**
 * A connector with its bank's guard: at most the profile's `concurrency` of calls at once, shared fairly between merchants;
 * no call while the circuit is open or a certificate has expired. Refused calls return `unavailable`: nothing was sent.
 * Answers have texts that can be stored.
 */
export function guarded(connector: BankConnector, caller: BankCaller): BankConnector {
  const guard = <C extends object, T>(operation: Operation, call: Call<C, T>): Call<C, T> => {
    // Releases the caller's request slot meanwhile: a slow bank must not block the caller's other requests.
    return (profile, input) => withoutSlot(() => throughGuard({ profile, operation, caller }, input, call));
  };
  const { authorisation, submit, cancel, refreshGrant } = connector;
  return {
    ...connector,
    initiate: guard("initiate", connector.initiate),
    completeRedirect: guard("completeRedirect", connector.completeRedirect),
    ...(authorisation ? { authorisation: guard("authorisation", authorisation) } : {}),
    ...(submit ? { submit: guard("submit", submit) } : {}),
    status: guard("status", connector.status),
    ...(cancel ? { cancel: guard("cancel", cancel) } : {}),
    createAccountConsent: guard("createAccountConsent", connector.createAccountConsent),
    completeConsent: guard("completeConsent", connector.completeConsent),
    consentStatus: guard("consentStatus", connector.consentStatus),
    revokeConsent: guard("revokeConsent", connector.revokeConsent),
    ...(refreshGrant ? { refreshGrant: guard("refreshGrant", refreshGrant) } : {}),
    findAccount: guard("findAccount", connector.findAccount),
    balances: guard("balances", connector.balances),
    transactions: guard("transactions", connector.transactions),
  };
}

async function throughGuard<C extends object, T>(
  { profile, operation, caller }: { profile: BankProfile; operation: Operation; caller: BankCaller },
  input: C,
  call: Call<C, T>,
): Promise<Outcome<T>> {
  const unusable = whyUnusable(profile);
  if (unusable !== null) {
    alertUnusable(profile, unusable);
    return notSent(unusable);
  }
  if (!(await wouldAdmit(profile, operation, caller.isScenario))) return CIRCUIT_OPEN;
  const startedMs = performance.now();
  const laneWaitMs = isReturn(operation) ? RETURN_LANE_WAIT_MS : LANE_WAIT_MS;
  const releaseLane = await takeLane({
    bank: `${profile.environment} ${profile.id}`,
    merchant: caller.merchantId ?? "",
    limit: profile.concurrency,
    waitMs: Math.min(laneWaitMs, deadlineOf(input) ?? laneWaitMs),
  });
  if (!releaseLane) return notSent("All lanes to the bank are in use.");
  try {
    // Checked again: the circuit may have opened while this call waited.
    const admission = await enterCircuit(profile, operation, caller.isScenario);
    if (admission === "refuse") return CIRCUIT_OPEN;
    const called = await outcomeOf(profile, withDeadlineLeft(input, performance.now() - startedMs), call);
    const outcome = bounded(operation, called);
    const verdict = called === CONNECTOR_FAILED ? "nothing" : verdictOf(operation, outcome, carriesGrant(input));
    // A scenario's intended failure does not count; a response does, because it proves that the bank responds.
    if (!caller.isScenario || verdict === "alive")
      await recordOutcome(profile, { verdict, isTrial: admission === "trial", merchantId: caller.merchantId, outcome });
    return outcome;
  } finally {
    releaseLane();
  }
}

const CONNECTOR_FAILED: Failure = { ok: false, kind: "unknown", own: true, detail: "The connector failed." };

/** An exception is a fault of ours, and the bank may have the call: without an outcome the payment would stay as it is. */
async function outcomeOf<C, T>(profile: BankProfile, input: C, call: Call<C, T>): Promise<Outcome<T>> {
  try {
    return await call(profile, input);
  } catch (err) {
    log().error({ bank: profile.id, err, alert: true }, "a connector failed");
    return CONNECTOR_FAILED;
  }
}

/** One alert for each bank and hour, or when the reason changes: polls alone would repeat it every few seconds. */
function alertUnusable({ id, environment }: BankProfile, detail: string): void {
  const bank = `${environment} ${id}`;
  const before = alerted.get(bank);
  if (before?.detail === detail && elapsedMs() - before.atMs < ALERT_EVERY_MS) return;
  alerted.set(bank, { detail, atMs: elapsedMs() });
  log().error({ bank: id, detail, alert: true }, "a bank cannot be called");
}

/** The texts of a statement's many entries are cut where they are stored (reconciliation/fetch-statement.ts). */
function bounded<T>(operation: Operation, outcome: Outcome<T>): Outcome<T> {
  if (operation !== "transactions") return boundTexts(outcome);
  return outcome.ok ? outcome : boundFailure(outcome);
}

const CIRCUIT_OPEN = notSent("The bank's circuit is open after failed calls.");

function notSent(detail: string): Failure {
  return { ok: false, kind: "unavailable", notSent: true, own: true, detail };
}

function deadlineOf(input: object): number | null {
  return "deadlineMs" in input && typeof input.deadlineMs === "number" ? input.deadlineMs : null;
}

/** The wait for a lane counts against the call's deadline. */
function withDeadlineLeft<C extends object>(input: C, spentMs: number): C {
  const deadlineMs = deadlineOf(input);
  return deadlineMs === null ? input : { ...input, deadlineMs: Math.max(1, Math.round(deadlineMs - spentMs)) };
}

/** Whether the call carries a PSU's grant: itself, in its payment, or in its consent. */
function carriesGrant(input: object): boolean {
  const holders: unknown[] = [input, "ref" in input ? input.ref : null, "consent" in input ? input.consent : null];
  return holders.some((holder) => {
    if (typeof holder !== "object" || holder === null) return false;
    // The input of refreshGrant is the grant itself.
    return ("grant" in holder && holder.grant !== undefined) || "accessToken" in holder;
  });
}
