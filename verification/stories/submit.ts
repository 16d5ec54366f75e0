import type { Failure } from "../../server/connectors/port";
import { RECOVERY_AFTER_S, SUBMISSION_OVER_AFTER_S } from "../../server/payments/requests/rules";
import { takeSubmission } from "./bank";
import { endCall, recordCall } from "./calls";
import { consentOf, readApproval } from "./fetch-bank-status";
import type { Flow } from "./flow";
import { call, pause } from "./process";
import { factsOf, postpone, recordException, settle } from "./settle";
import { type Attempt, attemptOf, type Call, newId, type World } from "./world";

// Mirrors payments/bank-calls/submit-payment.ts.

const SUBMIT_TIMEOUT_S = 15;

export function* submitPayment(world: World, attempt: Attempt): Flow {
  yield* pause();
  const data = { submissionKey: newId(world, "K") };
  const decision = settle(world, attempt, { kind: "submit_begun" }, { data, dueInS: RECOVERY_AFTER_S });
  if (decision.attempt?.to !== "SUBMITTING") return;
  yield* pause();
  yield* send(world, { ...attempt }, { isRepeat: false, approval: "authorised" });
}

export function* recoverSubmission(world: World, seen: Attempt): Flow {
  const attempt = attemptOf(world, seen.facts.id);
  const last = attempt.calls.findLast(({ operation }) => operation === "submit");
  if (last && world.rules.isUnderWay(last)) return postpone(world, attempt, RECOVERY_AFTER_S);
  if (seen.facts.state === "SUBMITTING" && last && world.rules.isWithoutResult(last)) {
    settle(world, attempt, { kind: "submit_unknown" });
  }
  yield* pause();
  const state = yield* readApproval(world, attempt, !last || world.nowS - last.startedAtS >= SUBMISSION_OVER_AFTER_S);
  if (state !== "authorised" && state !== "consumed") return;
  const submittedForS = seen.submittedAtS === null ? null : world.nowS - seen.submittedAtS;
  if (world.rules.mayRepeatSubmission(submittedForS)) {
    return yield* send(world, seen, { isRepeat: last !== undefined, approval: state });
  }
  recordException(world, attempt, "submission_unknown");
  postpone(world, attempt);
}

type SendOptions = { isRepeat: boolean; approval: "authorised" | "consumed" };

function* send(world: World, seen: Attempt, { isRepeat, approval }: SendOptions): Flow {
  const attempt = attemptOf(world, seen.facts.id);
  const committed = seen.submissionKey;
  if (committed === null) throw new Error(`${seen.facts.id} has nothing to submit.`);
  const key = isRepeat ? world.rules.keyToRepeatWith(committed) : committed;
  const last = attempt.calls.findLast(({ operation }) => operation === "submit");
  const { final, state } = attempt.facts;
  const submittable = { final, state, unwanted: world.rules.isUnwanted(factsOf(world, attempt)) };
  if (!world.rules.maySendSubmission(submittable, last, approval)) return postpone(world, attempt, RECOVERY_AFTER_S);
  const noted = recordCall(world, attempt, { operation: "submit", key: committed, timeoutS: SUBMIT_TIMEOUT_S });
  const { tries } = noted;
  const consent = consentOf(world, attempt);
  const isKnown = () => world.payments.some((payment) => payment.bank === attempt.bank && payment.key === key);
  const about = { operation: "submit", attemptId: attempt.facts.id, timeoutS: SUBMIT_TIMEOUT_S, isKnown };
  const outcome = yield* call(about, () => takeSubmission(world, consent, key));
  if (!outcome.ok) return yield* commitFailure(world, attempt, { noted, tries, failure: outcome });
  const { orderId: bankPaymentId, status: isoStatus } = outcome.value;
  const end = { call: noted, outcome: "ok" } as const;
  settle(world, attempt, { kind: "submit_accepted", isoStatus }, { data: { bankPaymentId }, call: end });
}

type Failed = { noted: Call; tries: number; failure: Failure };

function* commitFailure(world: World, attempt: Attempt, { noted, tries, failure: { kind } }: Failed): Flow {
  const follows = world.rules.afterFailedSubmission(kind, tries);
  const end = { call: noted, outcome: kind };
  if (follows === "later") {
    endCall(noted, kind);
    postpone(world, attempt);
    yield* pause();
    if (world.rules.isUnwanted(factsOf(world, attempt))) settle(world, attempt, { kind: "stop", why: "cancellation" });
    return;
  }
  if (follows === "unknown") {
    settle(world, attempt, { kind: "submit_unknown" }, { call: end });
    if (kind === "protocol") recordException(world, attempt, "protocol");
    return;
  }
  const certain = follows === "refused" || (yield* readApproval(world, attempt, false)) === "authorised";
  const ours = kind === "invalid" || kind === "auth";
  settle(world, attempt, { kind: "submit_refused", code: kind, certain, ours }, { call: end });
}
