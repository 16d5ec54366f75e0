import type { AttemptInput, Decision, Facts, RequestChange } from "../../server/payments/attempts/attempt-facts";
import { pollFactsOf } from "../../server/payments/attempts/attempt-facts-of";
import type { PaymentEventType } from "../../server/payments/requests/payment-event";
import { nextPollInS, PAYMENT_TOKEN_TTL_S } from "../../server/payments/requests/rules";
import { NOTHING } from "../../server/payments/settlement/decision-parts";
import { afterDecision } from "../../server/test/rows/after-decision";
import { endCall } from "./calls";
import { type Attempt, attemptOf, type Call, type PaymentRequest, readFacts, requestOf, type World } from "./world";

// Mirrors payments/settlement/settle-payment.ts, write-decision.ts and payments/requests/end-request.ts: one transaction, in the
// same order, with rows in memory. The decisions come from the product's code.

/** Without jitter. */
const MIDDLE = 0.5;

type Kept = Partial<Pick<Attempt, "bankPaymentId" | "consentId" | "isAtBank" | "hasGrant" | "submissionKey">>;
export type Settled = {
  data?: Kept | undefined;
  call?: { call: Call; outcome: Call["outcome"] };
  dueInS?: number | undefined;
};

/** The facts of a decision, as read under the locks. */
export function factsOf(world: World, attempt: Attempt): Facts {
  const request = readFacts(world, requestOf(world, attempt.requestId));
  const { liveAttemptId } = request;
  const concurrent = liveAttemptId && liveAttemptId !== attempt.facts.id ? attemptOf(world, liveAttemptId).facts : null;
  return { request, attempt: attempt.facts, concurrent };
}

export function settle(world: World, attempt: Attempt, input: AttemptInput, options: Settled = {}): Decision {
  const request = requestOf(world, attempt.requestId);
  if (options.call) endCall(options.call.call, options.call.outcome);
  const facts = factsOf(world, attempt);
  const decision = world.rules.decide(facts, withCalls(world, attempt, input));
  if (decision !== NOTHING) world.told.push(`${facts.attempt.id} ${input.kind}: ${inShort(decision)}`);
  const wasSubmitted = attempt.facts.submitted;
  write(world, { request, attempt }, facts, decision);
  if (decision.keep) Object.assign(attempt, options.data);
  if (!wasSubmitted && attempt.facts.submitted) attempt.submittedAtS = world.nowS;
  planNext(world, attempt, input, decision, options.dueInS);
  const concurrent = facts.concurrent && attemptOf(world, facts.concurrent.id);
  if (decision.concurrent === "block" && concurrent) settle(world, concurrent, { kind: "stop", why: "change" });
  const { request: change } = decision;
  if (change?.kind === "end" && change.status === "completed" && request.linkId)
    endRequestsOfLink(world, request.linkId, "link_paid");
  return decision;
}

function withCalls(world: World, { facts, calls }: Attempt, input: AttemptInput): AttemptInput {
  if (input.kind !== "stop" || facts.state !== "SUBMITTING") return input;
  const last = calls.findLast(({ operation }) => operation === "submit");
  return { ...input, unsent: last === undefined || world.rules.hadNoEffect(last) };
}

function inShort({ attempt, request, exceptions }: Decision): string {
  const ended = request?.kind === "end" ? request.status : request?.kind;
  return [attempt?.to, ended, ...exceptions.map(({ kind }) => kind)].filter(Boolean).join(", ") || "kept";
}

type Rows = { request: PaymentRequest; attempt: Attempt };

function write(world: World, { request, attempt }: Rows, facts: Facts, decision: Decision): void {
  const { request: change, initiated, exceptions } = decision;
  const after = afterDecision(facts, decision);
  // Only the job writes a status that follows from the clock alone.
  const status = change?.kind === "end" ? after.request.status : request.facts.status;
  const isFirst = initiated && !request.facts.initiated;
  attempt.facts = after.attempt;
  if (decision.attempt) attempt.polls = 0;
  if (decision.attempt && (decision.attempt.closed || decision.attempt.final)) attempt.hasGrant = false;
  request.facts = { ...after.request, status };
  if (after.concurrent && facts.concurrent && after.concurrent !== facts.concurrent) {
    const concurrent = attemptOf(world, after.concurrent.id);
    const dueAtS = concurrent.facts.state === "INITIATING" ? concurrent.dueAtS : world.nowS;
    Object.assign(concurrent, { facts: after.concurrent, dueAtS, polls: 0 });
  }
  if (isFirst) request.events.push("payment_request.pending");
  if (change) writeChange(world, request, attempt, change);
  for (const { kind } of exceptions) recordException(world, attempt, kind);
}

const EVENT_OF = {
  completed: "payment_request.succeeded",
  failed: "payment_request.failed",
  cancelled: "payment_request.cancelled",
  expired: "payment_request.expired",
} as const satisfies Record<string, PaymentEventType>;

function writeChange(world: World, request: PaymentRequest, attempt: Attempt, change: RequestChange): void {
  if (change.kind === "release") {
    if (change.renewed && request.linkId) request.expiresAtS = world.nowS + PAYMENT_TOKEN_TTL_S;
    return;
  }
  if (change.kind === "reverse") {
    request.events.push("payment_request.reversed");
    return;
  }
  request.events.push(EVENT_OF[change.status]);
  request.late = change.late;
  const link = world.links.find(({ id }) => id === request.linkId);
  if (change.status !== "completed" || !link) return;
  if (link.isUsed) recordException(world, attempt, "link_paid_twice");
  link.isUsed = true;
}

/** Writes an end without an attempt's part in it. */
export function endRequest(request: PaymentRequest, status: "cancelled" | "failed" | "expired"): void {
  request.facts = { ...request.facts, status, liveAttemptId: null };
  request.events.push(EVENT_OF[status]);
}

/** The job that writes the ends by the clock. */
export function endOverdue(world: World): void {
  for (const request of world.requests) {
    const { status } = readFacts(world, request);
    if (request.facts.status === "pending" && (status === "expired" || status === "failed"))
      endRequest(request, status);
  }
}

/** Mirrors endRequestsOfLink of payments/settlement/settle-payment.ts. */
export function endRequestsOfLink(world: World, linkId: string, why: "link_paid" | "link_cancelled"): void {
  for (const other of world.requests) {
    const { status, liveAttemptId } = other.facts;
    if (other.linkId !== linkId || status !== "pending" || liveAttemptId === null) continue;
    other.facts = { ...other.facts, cancelRequested: true };
    const live = attemptOf(world, liveAttemptId);
    settle(world, live, { kind: "stop", why }, live.facts.state === "AWAITING_AUTH" ? { dueInS: 0 } : {});
  }
  for (const other of world.requests) {
    const isIdle = other.linkId === linkId && other.facts.liveAttemptId === null;
    if (isIdle && readFacts(world, other).status === "pending") endRequest(other, "cancelled");
  }
}

export function recordException(world: World, attempt: Attempt, kind: World["exceptions"][number]["kind"]): void {
  const attemptId = attempt.facts.id;
  const isKnown = world.exceptions.some((exception) => exception.attemptId === attemptId && exception.kind === kind);
  if (!isKnown) world.exceptions.push({ kind, attemptId, requestId: attempt.requestId });
}

function planNext(
  world: World,
  attempt: Attempt,
  input: AttemptInput,
  { attempt: change }: Decision,
  dueInS: number | undefined,
): void {
  if (dueInS !== undefined) {
    schedule(world, attempt, dueInS, 0);
    return;
  }
  if (!change && (input.kind === "tick" || input.kind === "stop" || input.kind === "returned")) return;
  const polls = change ? 0 : attempt.polls + 1;
  schedule(world, attempt, nextPollInS(pollFactsOf(polledOf(world, attempt), polls, change), MIDDLE), polls);
}

function schedule(world: World, attempt: Attempt, inS: number, polls: number): void {
  Object.assign(attempt, { dueAtS: world.nowS + inS, polls });
}

/** Mirrors `postpone` of payments/bank-calls/fetch-bank-status.ts. */
export function postpone(world: World, attempt: Attempt, atLeastS = 0): void {
  const polls = attempt.polls + 1;
  const planned = nextPollInS(pollFactsOf(polledOf(world, attempt), polls), MIDDLE);
  schedule(world, attempt, Math.max(planned, atLeastS), polls);
}

function polledOf(world: World, { facts, returnedAtS, createdAtS }: Attempt) {
  const { state, moneyMovesOn, decoupled, handedOverForS, paid } = facts;
  const stamp = (set: boolean) => (set ? new Date(0) : null);
  const ageS = world.nowS - createdAtS;
  // A decoupled bank of the stories never redirects.
  const plan = { state, moneyMovesOn, decoupled, scaRedirectUrl: null, handedOverForS, ageS };
  return { ...plan, returnedAt: stamp(returnedAtS !== null), paidAt: stamp(paid) };
}
