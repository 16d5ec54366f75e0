import type { AttemptState } from "../../server/payments/attempts/attempt-states";
import type { PaymentStatus } from "../../server/payments/requests/schema";
import { isUnwanted } from "../../server/payments/settlement/decide-approval";
import { factsOf } from "./settle";
import {
  type Attempt,
  attemptOf,
  type BankPayment,
  isLinkClosed,
  type PaymentRequest,
  readFacts,
  type World,
} from "./world";

/** The state before the last step. */
export type Watch = {
  states: Map<string, AttemptState>;
  statuses: Map<string, PaymentStatus>;
  /** The live attempt of each request. */
  live: Map<string, string | null>;
  /** How often the call that moves the money was made, of attempts that were unwanted and whose approval was not used. */
  unwantedTries: Map<string, number>;
  attempts: number;
  /** Links that allow no further start. */
  closedLinks: ReadonlySet<string>;
};

export const newWatch = (): Watch => ({
  states: new Map(),
  statuses: new Map(),
  live: new Map(),
  unwantedTries: new Map(),
  attempts: 0,
  closedLinks: new Set(),
});

/** Thrown with the violated invariant. */
export function broken(promise: string): never {
  throw new Error(`broken: ${promise}`);
}

/** The invariants after every step. */
export function checkStep(world: World, watch: Watch): void {
  const { payers, underWay, receiving } = world.ledger;
  if (payers + underWay + receiving !== 0n) broken("the sum of the ledger is constant");
  for (const attempt of world.attempts) checkAttempt(world, watch, attempt);
  for (const attempt of world.attempts) checkUnwanted(world, watch, attempt);
  for (const request of world.requests) checkRequest(world, watch, request);
  if (isHonest(world)) checkBegun(world, watch);
  watch.attempts = world.attempts.length;
  watch.closedLinks = new Set(world.links.map(({ id }) => id).filter((id) => isLinkClosed(world, id)));
}

/** Whether every bank acts according to its own answers. */
export function isHonest({ banks }: World): boolean {
  return banks.every(({ isHostile }) => !isHostile);
}

const ORDER: readonly AttemptState[] = [
  ...(["INITIATING", "INIT_UNKNOWN", "AWAITING_AUTH", "AUTHORISED", "SUBMITTING", "SUBMIT_UNKNOWN"] as const),
  ...(["ACCEPTED", "DISPUTED", "EXECUTED", "SETTLED"] as const),
];

function checkAttempt(world: World, { states }: Watch, attempt: Attempt): void {
  const { id, state, submissionBlocked, submitted, final, closed, paid } = attempt.facts;
  const before = states.get(id);
  states.set(id, state);
  if (before && ORDER.indexOf(state) >= 0 && ORDER.indexOf(state) < ORDER.indexOf(before)) {
    broken(`states only move forward: ${id} from ${before} to ${state}`);
  }
  if ((before === "FAILED" || before === "CANCELLED") && before !== state && !paid) {
    broken(`an end is left by money alone: ${id} from ${before} to ${state}`);
  }
  if (submissionBlocked && submitted) broken(`an attempt with a blocked submission is never submitted: ${id}`);
  if (closed && !final) broken(`only what is final is closed: ${id}`);
  if (!submissionBlocked) return;
  if (
    isBeingSubmitted(world, id) ||
    (paymentsOf(world, attempt).length > 0 && attempt.bank.moneyMovesOn === "our-submit")
  ) {
    broken(`an attempt with a blocked submission never reaches the bank: ${id}`);
  }
}

function isBeingSubmitted({ processes }: World, id: string): boolean {
  return processes.some(({ step }) => step.kind === "call" && step.operation === "submit" && step.attemptId === id);
}

/** A payment that is cancelled before the call that moves its money is made, is not sent by it. */
function checkUnwanted(world: World, { unwantedTries }: Watch, attempt: Attempt): void {
  const { id } = attempt.facts;
  const tries = attempt.calls.find(({ operation }) => operation === "submit")?.tries ?? 0;
  const before = unwantedTries.get(id);
  if (before !== undefined && tries > before) broken(`an unwanted payment is not sent: ${id}`);
  const isUsed = world.consents.some((consent) => consent.id === attempt.consentId && consent.state === "consumed");
  if (isUnwanted(factsOf(world, attempt)) && !isUsed) unwantedTries.set(id, tries);
  else unwantedTries.delete(id);
}

const paymentsOf = (world: World, { facts }: Attempt) =>
  world.payments.filter(({ attemptId }) => attemptId === facts.id);
export const attemptsOf = (world: World, { id }: PaymentRequest) =>
  world.attempts.filter(({ requestId }) => requestId === id);

/** The payments of a request that its banks have debited. */
export function debitsOf(world: World, request: PaymentRequest): BankPayment[] {
  const payments = attemptsOf(world, request).flatMap((attempt) => paymentsOf(world, attempt));
  return payments.filter(({ debited }) => debited);
}

/** Whether a bank that acts according to its answers has debited the payment, or can still do so. */
function mayStillPay(world: World, { id, status, bank, debited, returned }: BankPayment): boolean {
  if (debited) return !returned;
  if (status === "RCVD") return bank.decoupled || world.addresses.has(id);
  return status === "PDNG" || status === "ACSP" || status === "BLCK";
}

function canPay(world: World, attempt: Attempt): boolean {
  const isAuthorised = world.consents.some(({ id, state }) => id === attempt.consentId && state === "authorised");
  return (
    (isBeingSubmitted(world, attempt.facts.id) && isAuthorised) ||
    paymentsOf(world, attempt).some((payment) => mayStillPay(world, payment))
  );
}

const NEXT: Record<PaymentStatus, readonly PaymentStatus[]> = {
  pending: ["completed", "failed", "cancelled", "expired"],
  completed: [],
  failed: ["completed"],
  cancelled: ["completed"],
  expired: [],
};
const EVENTS = /^(pending )?(succeeded (reversed )*|(failed |cancelled )(succeeded (reversed )*)?|expired )?$/;

/** A cancellation that was sent to change banks. */
function checkBankChange(world: World, wasLive: string | null | undefined, { id, facts }: PaymentRequest): void {
  if (facts.status !== "cancelled" || facts.cancelRequested) return;
  if (world.payments.some(({ attemptId, cancelledByUs }) => attemptId === wasLive && cancelledByUs)) {
    broken(`a change of bank does not cancel the request: ${id}`);
  }
}

function checkRequest(world: World, { statuses, live: wasLive }: Watch, request: PaymentRequest): void {
  const { id, facts, events, late } = request;
  const { status } = readFacts(world, request);
  const before = statuses.get(id) ?? "pending";
  statuses.set(id, status);
  checkBankChange(world, wasLive.get(id), request);
  wasLive.set(id, facts.liveAttemptId);
  if (status !== before && !NEXT[before].includes(status)) broken(`no way from ${before} to ${status}: ${id}`);
  const words = events.map((event) => `${event.replace("payment_request.", "")} `).join("");
  if (!EVENTS.test(words)) broken(`events in an allowed order, each once: ${id} told ${words}`);
  if (words.includes("succeeded") !== (facts.status === "completed")) broken(`completed and told so: ${id}`);
  if (words.includes("pending") !== facts.initiated) broken(`initiated and told so: ${id}`);
  if (facts.status !== "pending" && facts.status !== "completed" && !words.includes(facts.status)) {
    broken(`${facts.status} and told so: ${id}`);
  }
  // It may have expired before the job recorded it.
  if (status !== before && late !== (status === "completed" && before !== "pending"))
    broken(`late after an end: ${id}`);
  if (facts.reversedMinor < 0n || facts.reversedMinor > facts.amountMinor) broken(`never more back than paid: ${id}`);
  if (facts.reversedMinor > 0n !== words.includes("reversed")) broken(`reversed and told so: ${id}`);
  const live = attemptsOf(world, request).filter((attempt) => !attempt.facts.final);
  if (facts.liveAttemptId === null && facts.status !== "completed" && live.length > 0) {
    broken(`what is not final is live: ${live.map((one) => one.facts.id).join(", ")}`);
  }
  if (facts.liveAttemptId && attemptOf(world, facts.liveAttemptId).facts.final) broken(`what is live can pay: ${id}`);
  checkMoney(world, request, status);
}

function checkMoney(world: World, request: PaymentRequest, status: PaymentStatus): void {
  if (world.attempts.length === 0) return;
  const attempts = attemptsOf(world, request);
  const debits = debitsOf(world, request);
  if (!isHonest(world)) return;
  if (debits.some(({ amountMinor }) => amountMinor !== request.facts.amountMinor)) {
    broken(`the amount of the request is debited, and no other: ${request.id}`);
  }
  // A debit does not count if its bank reversed it before any other attempt began.
  if (debits.filter(({ returned }) => !returned).length > 1) broken(`a request is debited at most once: ${request.id}`);
  if (status === "completed" && debits.length === 0) broken(`nothing is completed without a debit: ${request.id}`);
  if (status !== "pending" && status !== "completed" && attempts.some((attempt) => canPay(world, attempt))) {
    broken(`never ${status} while money may move: ${request.id}`);
  }
  if (request.linkId === null) return;
  const ofLink = world.requests.filter(({ linkId }) => linkId === request.linkId);
  const kept = ofLink.flatMap((one) => debitsOf(world, one)).filter(({ returned }) => !returned);
  if (kept.length > 1) broken(`a link is paid at most once: ${request.linkId}`);
}

/** No attempt begins while another of its request, or of its link, may pay; nor on a link that is paid or withdrawn. */
function checkBegun(world: World, { attempts, closedLinks }: Watch): void {
  for (const [index, begun] of world.attempts.entries()) {
    if (index < attempts) continue;
    const request = world.requests.find(({ id }) => id === begun.requestId);
    if (request?.linkId && closedLinks.has(request.linkId)) broken(`none begins on a closed link: ${begun.facts.id}`);
    for (const other of world.attempts.slice(0, index)) {
      const otherRequest = world.requests.find(({ id }) => id === other.requestId);
      const isBeside = request?.linkId ? otherRequest?.linkId === request.linkId : otherRequest === request;
      if (!isBeside) continue;
      if (!other.facts.final) broken(`one live attempt at a time: ${begun.facts.id} beside ${other.facts.id}`);
      if (canPay(world, other)) broken(`none begins while another may pay: ${begun.facts.id} beside ${other.facts.id}`);
    }
  }
}
