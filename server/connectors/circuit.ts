import { db } from "../lib/db";
import { log } from "../lib/log";
import { shortCache } from "../lib/short-cache";
import {
  type Admission,
  admit,
  type Change,
  changeAfter,
  type EndedCall,
  isQuestion,
  type Operation,
  type Standing,
  type Verdict,
} from "./circuit-rules";
import { claimProbe, findStanding, lockHealth, writeHealth } from "./health-store";
import type { Failure, Outcome } from "./port";
import type { BankProfile } from "./profile-schema";

/** Longer than the slowest call. A probe whose process died holds up the next one for so long. */
const PROBE_LEASE_S = 60;

const HEALTHY: Standing = {
  isOpen: false,
  failures: 0,
  openings: 0,
  failingForS: null,
  failingMerchantId: null,
  isFailingForSeveral: false,
  mayAsk: true,
  mayCall: true,
};

const standings = shortCache<Standing>();

function standingOf(profile: BankProfile): Promise<Standing | null> {
  return standings.find(keyOf(profile), async () => (await findStanding(db(), profile)) ?? HEALTHY);
}

function keyOf({ id, environment }: BankProfile): string {
  return `${environment} ${id}`;
}

/** Whether the circuit would let a call through now; nothing is claimed. */
export async function wouldAdmit(profile: BankProfile, operation: Operation, isScenario: boolean): Promise<boolean> {
  return admit(operation, (await standingOf(profile)) ?? HEALTHY, isScenario) !== "refuse";
}

/** Whether a call may go to its bank; a probe is claimed, one at a time over all processes. */
export async function enterCircuit(
  profile: BankProfile,
  operation: Operation,
  isScenario: boolean,
): Promise<Admission> {
  const admission = admit(operation, (await standingOf(profile)) ?? HEALTHY, isScenario);
  if (admission !== "probe") return admission;
  const claimed = await claimProbe(db(), profile, { asks: isQuestion(operation), leaseS: PROBE_LEASE_S });
  standings.forget(keyOf(profile));
  return claimed ? "probe" : "refuse";
}

/**
 * Takes in what came of a call. Written only when it changes something: a bank that answers costs no write. Never throws:
 * the outcome of a call that moved money must not be lost over the bookkeeping.
 */
export async function noteOutcome(
  profile: BankProfile,
  call: EndedCall & { outcome: Outcome<unknown> },
): Promise<void> {
  try {
    const before = (await standingOf(profile)) ?? HEALTHY;
    if (!call.isProbe && changeAfter(before, call, 0) === null) return;
    const change = await db().$transaction(async (tx) => {
      const current = await lockHealth(tx, profile);
      const next = changeAfter(current, call, Math.random());
      if (next) await writeHealth(tx, profile, next, call.outcome.ok ? null : call.outcome.kind);
      return next && { ...next, wasOpen: current.isOpen };
    });
    standings.forget(keyOf(profile));
    if (change) report(profile, change, call);
  } catch (error) {
    log().error({ error, bank: profile.id }, "the health of a bank could not be written");
  }
}

function report(
  profile: BankProfile,
  change: Change & { wasOpen: boolean },
  { verdict, outcome }: { verdict: Verdict; outcome: Outcome<unknown> },
): void {
  const about = { bank: profile.id, environment: profile.environment, failures: change.failures };
  if (change.wasOpen && !change.isOpen) log().info(about, "a bank answers again");
  if (!change.isOpen || outcome.ok) return;
  const why = { ...about, ...reasonOf(outcome), pause_s: Math.round(change.pauseS ?? 0) };
  if (verdict === "refused") {
    log().error({ ...why, alert: true }, "a bank refuses our certificate, key or client: it is left alone for a while");
  } else if (!change.wasOpen) {
    log().error(why, "a bank does not answer: it is left alone for a while");
  } else {
    log().warn(why, "a bank does not answer yet");
  }
}

function reasonOf({ kind, code, detail }: Failure): Record<string, string> {
  return { kind, ...(code === undefined ? {} : { bank_code: code }), detail };
}
