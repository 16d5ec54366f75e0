import { type Random, randomOf } from "../random";
import { bankMoves, openOrders, pass } from "./acts";
import { answerOrder } from "./bank";
import type { Flow } from "./flow";
import { press } from "./initiate";
import { finishAll, start } from "./process";
import { endOverdue } from "./settle";
import { cancelPayment } from "./stop";
import { acceptReturn, attemptsDue, poll } from "./work";
import { type Bank, newId, newRequest, newWorld, type PaymentRequest, readFacts, type World } from "./world";

// Sequential stories, which the real product and the simulated bank can run, too. Only answers to initiations get lost;
// the model chooses the page or the app in which the customer answers.

export type CalmAct =
  | { kind: "press"; bank: number }
  | { kind: "lose" }
  /** At the nth known address (`address`), or in the app of the decoupled bank (null). `back`: the browser returns. */
  | { kind: "answer"; address: number | null; isYes: boolean; back: boolean }
  /** The last return, repeated. */
  | { kind: "return" }
  | { kind: "cancel" }
  /** Time passes, and the due jobs run. */
  | { kind: "pass"; minutes: number };

export type CalmStory = { acts: CalmAct[]; end: { status: string; events: string[]; debits: number } };

/** Enough for an initiation and its one retry. */
export const LOST_ANSWERS = 2;
/** Longer than any pause between two polls in the first hour, and than a simulated bank's approval limit. */
const PAUSE_MIN = 11;
const FEWEST_ACTS = 3;
const MORE_ACTS = 5;
const LAST_PAUSES = 4;
const APPROVAL_LIFETIME_S = 600;

/** The story of a seed at these banks, by the model. */
export function runCalmStory(seed: number, banks: readonly [Bank, ...Bank[]]): CalmStory {
  const random = randomOf(seed);
  const world = newWorld(random, banks);
  const request = newRequest(world, null, 2550n);
  const acts: CalmAct[] = [];
  const count = FEWEST_ACTS + Math.floor(random.next() * MORE_ACTS);
  for (let index = 0; index < count + LAST_PAUSES; index += 1) {
    const act: CalmAct | null = index < count ? nextAct(world, random) : { kind: "pass", minutes: PAUSE_MIN };
    if (act === null) continue;
    acts.push(act);
    play(world, request, act);
  }
  const debits = world.payments.filter(({ debited }) => debited).length;
  return { acts, end: { status: readFacts(world, request).status, events: request.events, debits } };
}

function nextAct(world: World, random: Random): CalmAct | null {
  const bank = Math.floor(random.next() * world.banks.length);
  const wanted = random.pick([
    "press",
    "press",
    "lose",
    "answer",
    "answer",
    "answer",
    "return",
    "cancel",
    "pass",
  ] as const);
  if (wanted === "press" || world.attempts.length === 0) return { kind: "press", bank };
  if (wanted === "lose") return world.losses > 0 ? null : { kind: "lose" };
  if (wanted === "return") return world.returns.length > 0 ? { kind: "return" } : null;
  if (wanted === "cancel") return { kind: "cancel" };
  if (wanted === "pass") return { kind: "pass", minutes: PAUSE_MIN };
  const order = openOrders(world).at(-1);
  if (!order) return null;
  const address = [...world.addresses].indexOf(order.orderId);
  return { kind: "answer", address: address < 0 ? null : address, isYes: random.chance(0.8), back: random.chance(0.7) };
}

function play(world: World, request: PaymentRequest, act: CalmAct): void {
  const run = (flow: Flow) => {
    start(world, newId(world, `${act.kind} `), flow);
    finishAll(world);
  };
  switch (act.kind) {
    case "press":
      run(press(world, request, world.banks[act.bank] ?? world.banks[0], null));
      return;
    case "lose":
      world.losses = LOST_ANSWERS;
      return;
    case "answer":
      answer(world, act, run);
      return;
    case "return": {
      const last = world.returns.at(-1);
      if (last) run(acceptReturn(world, last));
      return;
    }
    case "cancel":
      run(cancelPayment(world, request));
      return;
    case "pass":
      pass(world, act.minutes * 60);
      for (let step = 0; step < 3; step += 1) for (const payment of world.payments) bankMoves(world, payment, true);
      endApprovals(world);
      for (const due of attemptsDue(world)) run(poll(world, due));
      endOverdue(world);
  }
}

function answer(world: World, act: Extract<CalmAct, { kind: "answer" }>, run: (flow: Flow) => void): void {
  const order = openOrders(world).at(-1);
  if (!order) return;
  answerOrder(world, order.orderId, act.isYes);
  if (act.address === null || !act.back) return;
  const brought = order.brings === "nothing" ? "nothing" : act.isYes ? "code" : "denied";
  world.returns.push({ attemptId: order.attemptId, brought });
  run(acceptReturn(world, { attemptId: order.attemptId, brought }));
}

/** A simulated bank's approval limit is ten minutes. */
function endApprovals(world: World): void {
  const bornS = new Map(world.attempts.map(({ facts, createdAtS }) => [facts.id, createdAtS]));
  const isOver = (attemptId: string) => world.nowS - (bornS.get(attemptId) ?? 0) > APPROVAL_LIFETIME_S;
  for (const payment of world.payments) {
    if (payment.status === "RCVD" && isOver(payment.attemptId)) payment.status = "RJCT";
  }
  for (const consent of world.consents) {
    if (consent.state === "awaiting" && isOver(consent.attemptId)) consent.state = "rejected";
  }
}
