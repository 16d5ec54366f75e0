import { cancelOrder } from "./bank";
import { endCall, recordCall } from "./calls";
import { fetchBankStatus, paymentOf } from "./fetch-bank-status";
import type { Flow } from "./flow";
import { call, pause } from "./process";
import { endRequest, settle } from "./settle";
import { type Attempt, attemptOf, type PaymentRequest, readFacts, requestOf, type World } from "./world";

// Mirrors payments/bank-calls/stop-attempt.ts and cancel-payment.ts.

const STATUS_TIMEOUT_S = 5;

/** `seen` is the row as read before. */
export function* stopAttempt(world: World, seen: Attempt, forChange: boolean): Flow {
  const attempt = attemptOf(world, seen.facts.id);
  const { moneyMovesOn, state } = seen.facts;
  if (moneyMovesOn === "our-submit") {
    settle(world, attempt, { kind: "stop", why: forChange ? "change" : "cancellation" });
    return;
  }
  if (state !== "AWAITING_AUTH" || !attempt.bank.cancel) return;
  const change = forChange ? requestBankChange(attempt) : null;
  const noted = recordCall(world, attempt, { operation: "cancel", key: attempt.key, timeoutS: STATUS_TIMEOUT_S });
  const payment = paymentOf(world, attempt);
  const about = { operation: "cancel", attemptId: attempt.facts.id, timeoutS: STATUS_TIMEOUT_S, isKnown: () => true };
  const outcome = yield* call(about, () => cancelOrder(payment));
  if (outcome.ok) {
    const isoStatus = outcome.value.status ?? "CANC";
    settle(world, attempt, { kind: "reported", isoStatus }, { call: { call: noted, outcome: "ok" } });
  } else {
    endCall(noted, outcome.kind);
    yield* pause();
    yield* fetchBankStatus(world, attempt);
  }
  yield* pause();
  if (change?.isFirst && world.rules.surelyNotCancelled(outcome)) withdrawBankChange(attempt, change);
}

type BankChange = { number: number; isFirst: boolean };

/** Mirrors payments/attempts/bank-change-store.ts. */
function requestBankChange(attempt: Attempt): BankChange {
  const isFirst = !attempt.facts.changeRequested;
  attempt.bankChanges += 1;
  attempt.facts = { ...attempt.facts, changeRequested: true };
  return { number: attempt.bankChanges, isFirst };
}

function withdrawBankChange(attempt: Attempt, { number }: BankChange): void {
  if (attempt.bankChanges !== number || attempt.facts.final) return;
  attempt.facts = { ...attempt.facts, changeRequested: false };
}

/** A shopper, or the merchant, cancels. */
export function* cancelPayment(world: World, request: PaymentRequest): Flow {
  const { status, liveAttemptId } = readFacts(world, request);
  if (status !== "pending") return;
  if (!liveAttemptId) return endRequest(request, "cancelled");
  request.facts = { ...request.facts, cancelRequested: true };
  const decision = settle(world, attemptOf(world, liveAttemptId), { kind: "stop", why: "cancellation" });
  yield* pause();
  if (decision.attempt === null) yield* carryOutCancellation(world, request);
}

/** Mirrors carryOutStops. */
export function* carryOutStops(world: World, attempt: Attempt): Flow {
  const { stopRequested, final } = attempt.facts;
  if (stopRequested && !final) yield* stopAttempt(world, { ...attempt }, false);
  yield* carryOutCancellation(world, requestOf(world, attempt.requestId));
}

function* carryOutCancellation(world: World, request: PaymentRequest): Flow {
  const { cancelRequested, liveAttemptId } = request.facts;
  if (!cancelRequested || !liveAttemptId) return;
  yield* stopAttempt(world, { ...attemptOf(world, liveAttemptId) }, false);
}
