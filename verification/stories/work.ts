import { RECOVERY_AFTER_S } from "../../server/payments/requests/rules";
import { NOTHING } from "../../server/payments/settlement/decision-parts";
import { exchangeCode } from "./bank";
import { endCall, recordCall } from "./calls";
import { consentOf, fetchBankStatus } from "./fetch-bank-status";
import type { Flow } from "./flow";
import { callBank } from "./initiate";
import { call, pause } from "./process";
import { factsOf, settle } from "./settle";
import { carryOutStops } from "./stop";
import { recoverSubmission, submitPayment } from "./submit";
import { type Attempt, attemptOf, type Return, type World } from "./world";

// Mirrors payments/bank-calls/poll-attempt.ts, end-by-time.ts, accept-return.ts and complete-return.ts.

const LEASE_S = 60;
const TOKEN_TIMEOUT_S = 10;
const RETURN_VALID_FOR_S = 30 * 60;

/** Mirrors claimAttempts: due and not leased. */
export function attemptsDue({ attempts, nowS }: World): Attempt[] {
  return attempts.filter(
    ({ facts, dueAtS, leaseUntilS }) => !facts.closed && dueAtS <= nowS && (leaseUntilS ?? 0) <= nowS,
  );
}

/** Polls one of them, under a lease. */
export function* poll(world: World, attempt: Attempt): Flow {
  const lease = world.nowS + LEASE_S;
  attempt.leaseUntilS = lease;
  yield* pause();
  const seen = { ...attempt };
  if (seen.facts.closed) return;
  if (!endByTime(world, attempt)) yield* nextStep(world, seen);
  yield* carryOutStops(world, attempt);
  if (attempt.leaseUntilS === lease) attempt.leaseUntilS = null;
}

function* nextStep(world: World, seen: Attempt): Flow {
  const attempt = attemptOf(world, seen.facts.id);
  switch (world.rules.nextStepOf(seen.facts.state)) {
    case "initiate":
      return yield* callBank(world, attempt, "recovery");
    case "submit":
      return yield* submitPayment(world, attempt);
    case "recover":
      return yield* recoverSubmission(world, seen);
    case "fetch_status":
      return yield* fetchBankStatus(world, attempt);
  }
}

function endByTime(world: World, attempt: Attempt): boolean {
  const tick = { kind: "tick" } as const;
  if (world.rules.decide({ ...factsOf(world, attempt), concurrent: null }, tick) === NOTHING) return false;
  return settle(world, attempt, tick).attempt !== null;
}

/** A customer's browser returns from the bank. */
export function* acceptReturn(world: World, { attemptId, brought }: Return): Flow {
  const attempt = attemptOf(world, attemptId);
  const returnedForS = attempt.returnedAtS === null ? null : world.nowS - attempt.returnedAtS;
  if ((returnedForS ?? 0) > RETURN_VALID_FOR_S) return;
  if (attempt.returnedAtS === null) Object.assign(attempt, { returnedAtS: world.nowS, polls: 0 });
  yield* pause();
  if (attempt.facts.final || endByTime(world, attempt)) return;
  if (attempt.facts.state === "AWAITING_AUTH") yield* completeReturn(world, attempt, brought);
  yield* pause();
  if (attempt.facts.final) return;
  if (attempt.facts.state === "AUTHORISED") return yield* submitPayment(world, attempt);
  const canFetch =
    attempt.bankPaymentId !== null || (attempt.consentId !== null && attempt.facts.state === "AWAITING_AUTH");
  if (canFetch && returnedForS !== 0) yield* fetchBankStatus(world, attempt);
}

function* completeReturn(world: World, attempt: Attempt, brought: Return["brought"]): Flow {
  // With Berlin Group a plain return is only a hint.
  if (brought === "nothing") return;
  // Under the same locks as blocking the submission.
  if (!world.rules.mayCompleteReturn({ ...factsOf(world, attempt), concurrent: null })) return;
  const key = `${attempt.facts.id} ${brought}`;
  const before = attempt.calls.find((noted) => noted.operation === "complete-return" && noted.key === key);
  if (before && !world.rules.hadNoEffect(before)) return;
  const noted = recordCall(world, attempt, { operation: "complete-return", key, timeoutS: TOKEN_TIMEOUT_S });
  const consent = consentOf(world, attempt);
  const about = { operation: "exchange", attemptId: attempt.facts.id, timeoutS: TOKEN_TIMEOUT_S, isKnown: () => true };
  const outcome = yield* call(about, () => exchangeCode(consent, brought));
  if (!outcome.ok) return endCall(noted, outcome.kind);
  const end = { call: noted, outcome: "ok" } as const;
  if (outcome.value.kind === "denied") {
    settle(world, attempt, { kind: "denied", reason: outcome.value.reason }, { call: end });
  } else {
    settle(world, attempt, { kind: "granted" }, { data: { hasGrant: true }, call: end, dueInS: RECOVERY_AFTER_S });
  }
}
