import { bankMoves, pass, takeStatementIn } from "./acts";
import { attemptsOf, broken, debitsOf, isHonest } from "./invariants";
import { finishAll, start } from "./process";
import { endOverdue } from "./settle";
import { attemptsDue, poll } from "./work";
import { type Attempt, newId, type PaymentRequest, type World } from "./world";

/** Rounds without faults: first the product alone, then banks end every open payment, then days pass. */
const ROUNDS = 22;
const BANKS_MOVE_FROM = 2;
const APPROVALS_END_FROM = 6;
const DAYS_FROM = 12;
const ROUND_S = 1800;
const DAYS_S = 36 * 3600;

/** Runs a story to its end without further faults, with all remaining acts. */
export function comeToRest(world: World): void {
  world.faults = { call: 0, crash: 0 };
  world.told.push("from here on nothing goes wrong");
  for (let round = 0; round < ROUNDS; round += 1) {
    finishAll(world);
    while (world.statement.length > 0) takeStatementIn(world);
    endOverdue(world);
    for (const due of attemptsDue(world)) start(world, newId(world, "poll "), poll(world, due));
    finishAll(world);
    world.check();
    if (round >= BANKS_MOVE_FROM) for (const payment of world.payments) bankMoves(world, payment, true);
    if (round >= APPROVALS_END_FROM) endApprovals(world);
    world.check();
    pass(world, round < DAYS_FROM ? ROUND_S : DAYS_S);
  }
  checkRest(world);
}

function endApprovals({ payments, consents }: World): void {
  for (const payment of payments) if (payment.status === "RCVD") payment.status = "RJCT";
  for (const consent of consents) if (consent.state !== "consumed") consent.state = "rejected";
}

/** The invariants of a finished story. */
function checkRest(world: World): void {
  for (const attempt of world.attempts) {
    if (attempt.facts.closed || isForPerson(world, attempt)) continue;
    broken(`everything ends: ${attempt.facts.id} is ${attempt.facts.state}`);
  }
  for (const request of world.requests) checkEnd(world, request);
}

/**
 * Cases that no poll can end: an order with a lost answer at a bank that may ask the customer by itself, and a
 * submission with a lost answer until the bank has deleted its key. They stay pending, among the exceptions; a credit
 * ends them.
 */
function isForPerson(world: World, { facts }: Attempt): boolean {
  const isTold = world.exceptions.some(({ kind, attemptId }) => kind === "unresolved" && attemptId === facts.id);
  return (facts.state === "INIT_UNKNOWN" || facts.state === "SUBMIT_UNKNOWN") && isTold;
}

function checkEnd(world: World, request: PaymentRequest): void {
  const debits = debitsOf(world, request);
  const kept = debits.filter(({ returned }) => !returned);
  const { status, reversedMinor, amountMinor } = request.facts;
  if (status === "pending" && !attemptsOf(world, request).some((attempt) => isForPerson(world, attempt))) {
    broken(`everything ends: ${request.id} is pending`);
  }
  const noted = world.exceptions.filter(({ kind, requestId }) => requestId === request.id && isAboutMoney(kind));
  if (kept.length > 0 && status !== "completed" && noted.length === 0)
    broken(`what is paid is completed: ${request.id}`);
  // Each debit is recorded once; a debit that its bank reversed before it became visible does not count.
  const seen = noted.length + (status === "completed" ? 1 : 0);
  if (kept.length > seen) broken(`no debit stays unseen: ${request.id} has ${kept.length}, ${seen} are seen`);
  if (status === "completed" && debits.length === 0) broken(`nothing is completed without a debit: ${request.id}`);
  if (!isHonest(world)) return;
  if (noted.length > 0) broken(`honest banks give no person work: ${request.id}`);
  if (status === "completed" && reversedMinor !== (kept.length > 0 ? 0n : amountMinor)) {
    broken(`what went back is told: ${request.id}`);
  }
}

function isAboutMoney(kind: string): boolean {
  return ["amount_differs", "second_debit", "link_paid_twice", "paid_after_end"].includes(kind);
}
