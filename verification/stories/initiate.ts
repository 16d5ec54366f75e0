import type { Outcome } from "../../server/connectors/port";
import { wasStarted } from "../../server/payments/attempts/attempt-facts-of";
import { RECOVERY_AFTER_S } from "../../server/payments/requests/rules";
import { knowsKey, type Ordered, takeOrder } from "./bank";
import { endCall, recordCall } from "./calls";
import type { Flow } from "./flow";
import { call, pause } from "./process";
import { postpone, settle } from "./settle";
import { carryOutStops, stopAttempt } from "./stop";
import {
  type Attempt,
  attemptOf,
  type Bank,
  isLinkClosed,
  newId,
  newRequest,
  type PaymentRequest,
  readFacts,
  requestOf,
  type World,
} from "./world";

// Mirrors payments/links/request-of-link.ts, initiate-payment.ts, begin-attempt.ts and call-bank.ts.

const INITIATE_TIMEOUT_S = 30;

/** A customer chooses a bank, having seen an amount. */
export function* press(world: World, request: PaymentRequest, bank: Bank, seenMinor: bigint | null): Flow {
  const seen = readFacts(world, request);
  const { liveAttemptId } = seen;
  if (liveAttemptId && request.bank === bank) return yield* showAnswer(world, liveAttemptId);
  if (isClosed(world, request)) return;
  const wanted = { amountMinor: seen.amountMinor, seenAmountMinor: seenMinor };
  yield* pause();
  if (liveAttemptId) {
    // Mirrors releaseLiveAttempt.
    if (request.expiresAtS <= world.nowS && !request.linkId) return;
    yield* stopAttempt(world, attemptOf(world, liveAttemptId), true);
    const current = readFacts(world, request);
    if (current.status !== "pending" || current.liveAttemptId) return;
    yield* pause();
  }
  const attempt = begin(world, request, bank, wanted);
  if (!attempt) {
    const current = readFacts(world, request).liveAttemptId;
    if (current && request.bank === bank) yield* showAnswer(world, current);
    return;
  }
  yield* pause();
  yield* callBank(world, attempt, "initiation");
  yield* carryOutStops(world, attempt);
  yield* showAnswer(world, attempt.facts.id);
}

/** The request for a bank choice on a link: one that may still pay, else one that can be started, else a new one. */
export function requestOfLink(world: World, linkId: string, amountMinor: bigint): PaymentRequest | null {
  const existing = openOfLink(world, linkId);
  const isOver = isLinkClosed(world, linkId);
  if (existing && (existing.facts.liveAttemptId || !isOver)) return existing;
  return isOver ? null : newRequest(world, linkId, amountMinor);
}

/** Mirrors findOpenRequestOfLink. */
export function openOfLink(world: World, linkId: string): PaymentRequest | null {
  const open = world.requests.filter(
    ({ linkId: of, facts, expiresAtS }) =>
      of === linkId && facts.status === "pending" && (facts.liveAttemptId !== null || expiresAtS > world.nowS),
  );
  return open.find(({ facts }) => facts.liveAttemptId !== null) ?? open.at(-1) ?? null;
}

/** Mirrors refuseClosed. */
function isClosed(world: World, request: PaymentRequest): boolean {
  const { status, cancelRequested } = readFacts(world, request);
  return isLinkClosed(world, request.linkId) || status !== "pending" || cancelRequested;
}

type Wanted = { amountMinor: bigint; seenAmountMinor: bigint | null };

/** Mirrors commitAttempt: one transaction, under the locks of link and request. */
function begin(world: World, request: PaymentRequest, bank: Bank, wanted: Wanted): Attempt | null {
  const { status, liveAttemptId, cancelRequested, amountMinor } = readFacts(world, request);
  const { linkId } = request;
  const link = linkId !== null && {
    isActive: !isLinkClosed(world, linkId),
    hasLiveAttempt: openOfLink(world, linkId)?.facts.liveAttemptId != null,
  };
  const room = { status, hasLiveAttempt: liveAttemptId !== null, cancelRequested, amountMinor, link: link || null };
  if (world.rules.refusalToBegin(room, wanted)) return null;
  const attempt = newAttempt(world, request, { bank, amountMinor: wanted.amountMinor });
  world.attempts.push(attempt);
  world.told.push(`${attempt.facts.id} of ${request.id} begins at ${bank.name}`);
  request.bank = bank;
  request.facts = { ...request.facts, liveAttemptId: attempt.facts.id };
  return attempt;
}

function newAttempt(
  world: World,
  request: PaymentRequest,
  { bank, amountMinor }: Pick<Attempt, "bank" | "amountMinor">,
): Attempt {
  const { moneyMovesOn, finality, decoupled } = bank;
  const flags = { submitted: false, submissionBlocked: false, paid: false, final: false, closed: false };
  const requests = { changeRequested: false, stopRequested: false };
  const ages = { handedOverForS: null, paidForS: null };
  return {
    facts: {
      id: newId(world, "A"),
      state: "INITIATING",
      ...{ moneyMovesOn, finality, decoupled, ...flags, ...requests, ...ages },
    },
    requestId: request.id,
    bank,
    amountMinor,
    key: newId(world, "K"),
    bankPaymentId: null,
    consentId: null,
    isAtBank: false,
    hasGrant: false,
    submissionKey: null,
    createdAtS: world.nowS,
    returnedAtS: null,
    submittedAtS: null,
    dueAtS: world.nowS + RECOVERY_AFTER_S,
    leaseUntilS: null,
    polls: 0,
    bankChanges: 0,
    calls: [],
  };
}

/** Mirrors answerOf: waits for the bank's answer, and shows its address unless the attempt has ended meanwhile. */
function* showAnswer(world: World, attemptId: string): Flow {
  const attempt = attemptOf(world, attemptId);
  yield { kind: "wait", until: () => attempt.facts.state !== "INITIATING" };
  if (attempt.facts.state === "INITIATING" || !wasStarted(attempt.facts)) return;
  const { liveAttemptId, paidAttemptId } = requestOf(world, attempt.requestId).facts;
  if (liveAttemptId !== attemptId && paidAttemptId !== attemptId) return;
  const orderId = attempt.bankPaymentId ?? attempt.consentId;
  if (orderId !== null && attempt.isAtBank && !attempt.bank.decoupled) world.addresses.add(orderId);
}

export function* callBank(world: World, attempt: Attempt, source: "initiation" | "recovery"): Flow {
  const { decoupled, idempotency } = attempt.bank;
  if (attempt.facts.state === "INIT_UNKNOWN") return yield* repeatUnknown(world, attempt);
  if (
    source === "recovery" &&
    world.rules.isRiskyToSendAgain({ decoupled, idempotency, ageS: world.nowS - attempt.createdAtS })
  ) {
    settle(world, attempt, { kind: "start_unknown", code: "unknown" });
    return;
  }
  const first = yield* send(world, attempt, source === "recovery");
  const isFinal = first.outcome.ok || first.outcome.kind !== "unknown" || idempotency === "none";
  commitOutcome(world, attempt, isFinal ? first : yield* send(world, attempt, true));
}

function* repeatUnknown(world: World, attempt: Attempt): Flow {
  const { idempotency } = attempt.bank;
  const ageS = world.nowS - attempt.createdAtS;
  if (!world.rules.mayRepeatInitiation({ idempotency, ageS })) return postpone(world, attempt);
  const sent = yield* send(world, attempt, true);
  if (world.rules.isResultOfFirst(sent.outcome)) return commitOutcome(world, attempt, sent);
  postpone(world, attempt);
}

type Sent = { outcome: Outcome<Ordered>; tries: number };

function* send(world: World, attempt: Attempt, isRepeat: boolean): Flow<Sent> {
  const key = isRepeat ? world.rules.keyToRepeatWith(attempt.key) : attempt.key;
  const noted = { operation: "initiate", key: attempt.key, timeoutS: INITIATE_TIMEOUT_S };
  const { tries } = recordCall(world, attempt, noted);
  const isKnown = () => knowsKey(world, attempt.bank, key);
  const about = { operation: "initiate", attemptId: attempt.facts.id, timeoutS: INITIATE_TIMEOUT_S, isKnown };
  return { outcome: yield* call(about, () => takeOrder(world, attempt, key)), tries };
}

function commitOutcome(world: World, attempt: Attempt, { outcome, tries }: Sent): void {
  const noted = attempt.calls.find(({ operation }) => operation === "initiate");
  if (noted) endCall(noted, outcome.ok ? "ok" : outcome.kind);
  if (!outcome.ok) {
    settle(world, attempt, world.rules.notStarted(outcome, tries));
    return;
  }
  const { orderId, status: isoStatus } = outcome.value;
  const ours = attempt.bank.moneyMovesOn === "our-submit";
  const data = { isAtBank: true, bankPaymentId: ours ? null : orderId, consentId: ours ? orderId : null };
  settle(world, attempt, { kind: "start_accepted", isoStatus }, { data });
}
