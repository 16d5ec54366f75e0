import { log } from "../lib/log";
import { withoutSlot } from "../lib/request-slot";
import { enterCircuit, noteOutcome, wouldAdmit } from "./circuit";
import { isReturn, type Operation, verdictOf } from "./circuit-rules";
import { whyUnusable } from "./key-material";
import { takeLane } from "./lanes";
import type { BankConnector, Failure, Outcome } from "./port";
import type { BankProfile } from "./profile-schema";

/** How long a call waits for a lane to its bank, its own deadline allowing. */
const LANE_WAIT_MS = 5_000;
/** A return brings what dies soon, and cannot be asked for again. Short enough for whoever watches over open calls. */
const RETURN_LANE_WAIT_MS = 8_000;

/** For whom a bank is called. */
export type BankCaller = {
  /** Whose payment or account it is about; null: no merchant's, such as the operator's own test of a connection. */
  merchantId: string | null;
  /** A simulated bank is asked to fail on purpose, which says nothing of it. */
  isScenario: boolean;
};

/** A call that is about no merchant's payment or account. */
export const NO_MERCHANT: BankCaller = { merchantId: null, isScenario: false };

type Call<C, T> = (profile: BankProfile, input: C) => Promise<Outcome<T>>;

/**
 * A connector behind the guard of its bank: so many calls at once as the profile says, by turns between merchants, none to
 * a bank that has stopped answering or does not accept us, none with a certificate that is over. What is refused here was
 * not sent: `unavailable`.
 */
export function guarded(connector: BankConnector, caller: BankCaller): BankConnector {
  const guard = <C extends object, T>(operation: Operation, call: Call<C, T>): Call<C, T> => {
    // Without the caller's slot: a bank that is slow, or has a queue, takes no slot from the caller's other requests.
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
    log().error({ bank: profile.id, operation, detail: unusable, alert: true }, "a bank cannot be called");
    return notSent(unusable);
  }
  if (!(await wouldAdmit(profile, operation, caller.isScenario))) return LEFT_ALONE;
  const startedMs = performance.now();
  const patienceMs = isReturn(operation) ? RETURN_LANE_WAIT_MS : LANE_WAIT_MS;
  const leave = await takeLane({
    bank: `${profile.environment} ${profile.id}`,
    merchant: caller.merchantId ?? "",
    limit: profile.concurrency,
    waitMs: Math.min(patienceMs, deadlineOf(input) ?? patienceMs),
  });
  if (!leave) return notSent("All lanes to the bank are taken.");
  try {
    // Once more: while this call waited, the circuit may have opened.
    const admission = await enterCircuit(profile, operation, caller.isScenario);
    if (admission === "refuse") return LEFT_ALONE;
    const outcome = await call(profile, withDeadlineLeft(input, performance.now() - startedMs));
    const verdict = verdictOf(operation, outcome, carriesGrant(input));
    // A failure that was asked for: only the answers count, which prove that the bank is there.
    if (!caller.isScenario || verdict === "alive")
      await noteOutcome(profile, { verdict, isProbe: admission === "probe", merchantId: caller.merchantId, outcome });
    return outcome;
  } finally {
    leave();
  }
}

const LEFT_ALONE = notSent("The bank is left alone for a while, after calls that it did not answer.");

function notSent(detail: string): Failure {
  return { ok: false, kind: "unavailable", detail };
}

function deadlineOf(input: object): number | null {
  return "deadlineMs" in input && typeof input.deadlineMs === "number" ? input.deadlineMs : null;
}

/** The wait for a lane counts against the call's own deadline, where it has one. */
function withDeadlineLeft<C extends object>(input: C, spentMs: number): C {
  const deadlineMs = deadlineOf(input);
  return deadlineMs === null ? input : { ...input, deadlineMs: Math.max(1, Math.round(deadlineMs - spentMs)) };
}

/** Whether a person's grant is sent along: in the call itself, with its order, or with its consent. */
function carriesGrant(input: object): boolean {
  const holders: unknown[] = [input, "ref" in input ? input.ref : null, "consent" in input ? input.consent : null];
  return holders.some((holder) => {
    if (typeof holder !== "object" || holder === null) return false;
    // A grant that is refreshed is the input itself.
    return ("grant" in holder && holder.grant !== undefined) || "accessToken" in holder;
  });
}
