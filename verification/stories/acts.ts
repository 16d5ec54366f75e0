import { answerOrder, moveOn, payAfterAll } from "./bank";
import { openOfLink, press, requestOfLink } from "./initiate";
import { kill, letPass, start, takeStep } from "./process";
import { endOverdue, endRequestsOfLink, settle } from "./settle";
import { cancelPayment } from "./stop";
import { acceptReturn, attemptsDue, poll } from "./work";
import {
  attemptOf,
  type BankPayment,
  moveClock,
  newId,
  newRequest,
  type PaymentRequest,
  readFacts,
  type World,
} from "./world";

// The possible next acts of every actor. An act without a subject has no effect.

const AMOUNT_MINOR = 2550n;
/** Seconds, short enough that other processes are still in progress. */
const SHORT_S = [1, 1, 3, 5, 20, 50, 50, 130] as const;
/** Past each time limit of the rules: tokens, approvals, idempotency keys, polling, a person's review. */
const LONG_S = [600, 960, 1900, 7200, 90_000, 270_000] as const;
const LONG_TIMES = 0.15;

type Act = (world: World) => void;

/** The relative frequency of each act. */
const ACTS: readonly (readonly [weight: number, act: Act])[] = [
  [60, stepAnyProcess],
  [10, pressBank],
  [14, answerAtBank],
  [18, comeBack],
  [12, work],
  [12, bankMovesOn],
  [8, timePasses],
  [4, takeStatementIn],
  [1, cancel],
  [1, cancelLink],
  [2, updateAmount],
  [2, notify],
  [2, endOverdue],
  [1, approvalRunsOut],
  [6, hostileBankPays],
];
const TOTAL = ACTS.reduce((sum, [weight]) => sum + weight, 0);

export function actOnce(world: World): void {
  let left = world.random.next() * TOTAL;
  for (const [weight, act] of ACTS) {
    left -= weight;
    if (left >= 0) continue;
    act(world);
    return;
  }
}

function stepAnyProcess(world: World): void {
  const process = world.random.any(world.processes);
  if (!process) return;
  if (world.random.chance(world.faults.crash)) kill(world, process);
  else takeStep(world, process);
}

/** In any tab, on a link's page or a request's. */
function pressBank(world: World): void {
  const { random } = world;
  const link = random.any(world.links);
  const own = random.any(world.requests.filter(({ linkId }) => linkId === null));
  const request = link ? requestOfLink(world, link.id, AMOUNT_MINOR) : own;
  if (!request) return;
  const seenMinor = random.chance(0.5) ? request.facts.amountMinor : null;
  const isAgain = request.bank !== null && random.chance(0.85);
  const bank = isAgain ? (request.bank ?? world.banks[0]) : random.pick(world.banks);
  start(world, newId(world, "press "), press(world, request, bank, seenMinor));
}

/** Orders that a customer can answer: at a known URL, or in the bank's app. */
export function openOrders(world: World): { orderId: string; attemptId: string; brings: "code" | "nothing" }[] {
  const payments = world.payments
    .filter(({ id, status, bank }) => status === "RCVD" && (bank.decoupled || world.addresses.has(id)))
    .map(({ id, attemptId }) => ({ orderId: id, attemptId, brings: "nothing" as const }));
  const consents = world.consents
    .filter(({ id, state }) => state === "awaiting" && world.addresses.has(id))
    .map(({ id, attemptId }) => ({ orderId: id, attemptId, brings: "code" as const }));
  return [...payments, ...consents];
}

function answerAtBank(world: World): void {
  const order = world.random.any(openOrders(world));
  if (!order) return;
  const isYes = world.random.chance(0.88);
  answerOrder(world, order.orderId, isYes);
  world.told.push(`the shopper says ${isYes ? "yes" : "no"} to ${order.orderId} of ${order.attemptId}`);
  // Some browsers never return.
  if (world.random.chance(0.2)) return;
  const brought = order.brings === "nothing" ? "nothing" : isYes ? "code" : "denied";
  world.returns.push({ attemptId: order.attemptId, brought });
}

/** By the bank's redirect, or the back button. */
function comeBack(world: World): void {
  const back = world.random.chance(0.7) ? world.returns.at(-1) : world.random.any(world.returns);
  if (back) start(world, newId(world, "return "), acceptReturn(world, back));
}

function work(world: World): void {
  const due = world.random.any(attemptsDue(world));
  if (due) start(world, newId(world, "poll "), poll(world, due));
}

function bankMovesOn(world: World): void {
  const payment = world.random.any(world.payments);
  if (payment) bankMoves(world, payment, world.random.chance(0.85));
}

export function bankMoves(world: World, payment: BankPayment, isGood: boolean): void {
  const before = payment.status;
  moveOn(world, payment, isGood);
  if (payment.status !== before) world.told.push(`${payment.bank.name}: ${payment.id} is ${payment.status}`);
}

function timePasses(world: World): void {
  pass(world, world.random.chance(LONG_TIMES) ? world.random.pick(LONG_S) : world.random.pick(SHORT_S));
}

export function pass(world: World, seconds: number): void {
  letPass(world, seconds);
  moveClock(world, seconds);
  world.told.push(`${seconds} s pass`);
  world.check();
}

/** Mirrors reconciliation/apply-entry.ts for entries with our reference: each is processed once, in booking order. */
export function takeStatementIn(world: World): void {
  const entry = world.statement.shift();
  if (!entry) return;
  const { kind, attemptId, amountMinor } = entry;
  const input =
    kind === "credit"
      ? ({ kind: "credited", amountMinor, currency: "EUR" } as const)
      : ({ kind: "returned", returnedMinor: amountMinor, reason: null } as const);
  settle(world, attemptOf(world, attemptId), input);
}

function cancel(world: World): void {
  const link = world.random.any(world.links);
  const request: PaymentRequest | null | undefined =
    link && world.random.chance(0.5) ? openOfLink(world, link.id) : world.random.any(world.requests);
  if (request) start(world, newId(world, "cancel "), cancelPayment(world, request));
}

/** Mirrors cancel-link.ts: the merchant withdraws a link. */
function cancelLink(world: World): void {
  const link = world.random.any(world.links);
  if (!link || link.isUsed || link.isCancelled) return;
  link.isCancelled = true;
  world.told.push(`${link.id} is withdrawn`);
  endRequestsOfLink(world, link.id, "link_cancelled");
}

/** Mirrors update-payment-request.ts. */
function updateAmount(world: World): void {
  const request = world.random.any(world.requests);
  if (!request || request.linkId) return;
  const { status, liveAttemptId, initiated, cancelRequested } = readFacts(world, request);
  if (status !== "pending" || liveAttemptId || initiated || cancelRequested) return;
  request.facts = { ...request.facts, amountMinor: request.facts.amountMinor + 100n };
}

const CALLING: readonly string[] = ["INITIATING", "INIT_UNKNOWN", "AUTHORISED", "SUBMITTING", "SUBMIT_UNKNOWN"];

/** Mirrors hintAttempt: a genuine or forged notification. */
function notify(world: World): void {
  const attempt = world.random.any(world.attempts);
  if (!attempt || attempt.facts.closed || CALLING.includes(attempt.facts.state)) return;
  attempt.dueAtS = Math.min(attempt.dueAtS, world.nowS);
}

/** The approval's time limit has passed without an answer. */
function approvalRunsOut(world: World): void {
  const payment = world.random.any(world.payments.filter(({ status }) => status === "RCVD"));
  if (payment) payment.status = "RJCT";
  const consent = world.random.any(
    world.consents.filter(({ state }) => state === "awaiting" || state === "authorised"),
  );
  if (consent && world.random.chance(0.5)) consent.state = "rejected";
}

function hostileBankPays(world: World): void {
  const payment = world.random.any(world.payments.filter(({ bank }) => bank.isHostile));
  if (payment) payAfterAll(world, payment);
}

/** The subject of a story: one or two requests, or a link. */
export function setScene(world: World): void {
  if (world.random.chance(0.3)) world.links.push({ id: newId(world, "L"), isUsed: false, isCancelled: false });
  else newRequest(world, null, AMOUNT_MINOR);
  if (world.random.chance(0.2)) newRequest(world, null, AMOUNT_MINOR);
}
