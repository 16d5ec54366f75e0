import { db } from "../../lib/db";
import { log } from "../../lib/log";
import { shortCache } from "../../lib/short-cache";
import type { Outcome } from "../port";
import type { BankProfile } from "../profile-schema";
import {
  type Admission,
  admit,
  type CircuitChange,
  type CircuitState,
  circuitAfter,
  type EndedCall,
  isRead,
  type Operation,
  type Verdict,
} from "./circuit-rules";
import { claimTrial, findCircuitState, lockHealth, writeHealth } from "./health-store";

/** Longer than the slowest call. After this time a trial whose process died no longer blocks the next one. */
const TRIAL_LEASE_S = 60;

const HEALTHY: CircuitState = {
  isOpen: false,
  failures: 0,
  openings: 0,
  failingForS: null,
  failingMerchantId: null,
  isFailingForSeveral: false,
  mayRead: true,
  mayCall: true,
};

const circuitStates = shortCache<CircuitState>();

function circuitStateOf(profile: BankProfile): Promise<CircuitState | null> {
  return circuitStates.find(keyOf(profile), async () => (await findCircuitState(db(), profile)) ?? HEALTHY);
}

function keyOf({ id, environment }: BankProfile): string {
  return `${environment} ${id}`;
}

/** Whether the circuit would admit a call now, without claiming the trial. */
export async function wouldAdmit(profile: BankProfile, operation: Operation, isScenario: boolean): Promise<boolean> {
  return admit(operation, (await circuitStateOf(profile)) ?? HEALTHY, isScenario) !== "refuse";
}

/** Whether a call may be sent; claims the trial, one at a time over all processes. */
export async function enterCircuit(
  profile: BankProfile,
  operation: Operation,
  isScenario: boolean,
): Promise<Admission> {
  const admission = admit(operation, (await circuitStateOf(profile)) ?? HEALTHY, isScenario);
  if (admission !== "trial") return admission;
  const claimed = await claimTrial(db(), profile, { isRead: isRead(operation), leaseS: TRIAL_LEASE_S });
  circuitStates.forget(keyOf(profile));
  return claimed ? "trial" : "refuse";
}

/**
 * Records a call's outcome in the circuit. Writes only changes, so a bank that responds costs no write. Never throws: the
 * outcome of a call that moved money must reach the caller.
 */
export async function recordOutcome(
  profile: BankProfile,
  call: EndedCall & { outcome: Outcome<unknown> },
): Promise<void> {
  try {
    const before = (await circuitStateOf(profile)) ?? HEALTHY;
    if (!call.isTrial && circuitAfter(before, call, 0) === null) return;
    const change = await db().$transaction(async (tx) => {
      const current = await lockHealth(tx, profile);
      const next = circuitAfter(current, call, Math.random());
      if (next) await writeHealth(tx, profile, next, call.outcome.ok ? null : call.outcome.kind);
      return next && { ...next, wasOpen: current.isOpen };
    });
    circuitStates.forget(keyOf(profile));
    if (change) report(profile, change, call);
  } catch (error) {
    log().error({ error, bank: profile.id }, "a bank's circuit state could not be stored");
  }
}

function report(
  profile: BankProfile,
  change: CircuitChange & { wasOpen: boolean },
  { verdict, outcome }: { verdict: Verdict; outcome: Outcome<unknown> },
): void {
  const about = { bank: profile.id, environment: profile.environment, failures: change.failures };
  if (change.wasOpen && !change.isOpen) log().info(about, "circuit closed: the bank responds again");
  if (!change.isOpen || outcome.ok) return;
  const { kind, code, detail } = outcome;
  const why = { ...about, kind, bank_code: code, detail, open_for_s: Math.round(change.openForS ?? 0) };
  if (verdict === "refused") {
    log().error({ ...why, alert: true }, "circuit open: the bank refuses our certificate, key or client");
  } else if (!change.wasOpen) {
    log().error(why, "circuit open: the bank does not respond");
  } else {
    log().warn(why, "circuit still open: the bank does not respond");
  }
}
