import type { Failure, FailureKind, Outcome } from "../../server/connectors/port";
import type { CallStep, Flow, Process } from "./flow";
import type { World } from "./world";

/** The longest pause of a live process between two steps (GRACE_S of payments/bank-calls/record-call.ts). */
const PAUSE_S = 10;
/** A customer's press waits this long for another one's answer (WAIT_MS of payments/bank-calls/initiate-payment.ts). */
const WAIT_S = 60;
const MAX_ROUNDS = 100;

export function* pause(): Flow {
  yield { kind: "pause" };
}

export function* call<T>(about: Omit<CallStep, "kind" | "send">, answer: () => Outcome<T>): Flow<Outcome<T>> {
  const arrived: Outcome<T>[] = [];
  const failure = yield { ...about, kind: "call", send: () => arrived.push(answer()) };
  const [outcome] = arrived;
  if (failure) return failure;
  if (!outcome) throw new Error("A call was answered before it was sent.");
  return outcome;
}

export function start(world: World, name: string, flow: Flow): void {
  const first = flow.next(null);
  if (!first.done) world.processes.push({ name, flow, step: first.value, sent: false, waitedS: 0 });
}

/** Kills the process with its memory; a call that was sent still arrives. */
export function kill(world: World, process: Process): void {
  const { step, sent, name } = process;
  if (step.kind === "call" && !sent && world.random.chance(0.5)) step.send();
  world.told.push(`${name} dies${step.kind === "call" ? ` calling ${step.operation}` : ""}`);
  world.processes = world.processes.filter((other) => other !== process);
}

/** Runs a process one step further. False: it waits for another. */
export function takeStep(world: World, process: Process): boolean {
  const { step } = process;
  if (step.kind === "wait" && !step.until() && process.waitedS < WAIT_S) return false;
  if (step.kind !== "call") return resume(world, process, null);
  const failure = process.sent ? faultOfAnswer(world, step) : faultOfRequest(world, step);
  if (failure || process.sent) {
    const how = failure ? failure.kind : "answered";
    world.told.push(
      `${process.name}: ${step.operation} of ${step.attemptId} ${how}${process.sent ? "" : ", not sent"}`,
    );
    return resume(world, process, failure);
  }
  step.send();
  process.sent = true;
  return true;
}

function resume(world: World, process: Process, failure: Failure | null): true {
  const next = process.flow.next(failure);
  if (next.done) world.processes = world.processes.filter((other) => other !== process);
  else Object.assign(process, { step: next.value, sent: false, waitedS: 0 });
  return true;
}

/** Moves time for the processes: calls beyond their deadline have ended. */
export function letPass(world: World, seconds: number): void {
  for (const process of world.processes) process.waitedS += seconds;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const late = world.processes.filter(isLate);
    if (late.length === 0) return;
    for (const process of late) {
      if (takeStep(world, process)) process.waitedS += seconds;
      world.check();
    }
  }
  throw new Error(`A process never ends: ${world.processes.map(({ name }) => name).join(", ")}.`);
}

function isLate({ step, waitedS }: Process): boolean {
  return waitedS > (step.kind === "call" ? step.timeoutS : step.kind === "wait" ? WAIT_S : PAUSE_S);
}

/** Runs all processes to their end. */
export function finishAll(world: World): void {
  letPass(world, WAIT_S + 1);
}

const failed = (kind: FailureKind): Failure => ({ ok: false, kind, detail: "" });

/**
 * Failures before the bank processes a call: no connection, rate limit, lost request, or refused by the bank's gateway.
 */
function faultOfRequest(world: World, step: CallStep): Failure | null {
  if (!world.random.chance(world.faults.call)) return null;
  const kind = world.random.pick(["unknown", "unavailable", "rate-limited", "auth", "invalid", "rejected"] as const);
  return kind === "rejected" && step.isKnown() ? failed("unavailable") : failed(kind);
}

/** Failures after the bank has processed a call: a lost answer, a 5xx, or an unreadable answer. */
function faultOfAnswer(world: World, { operation }: CallStep): Failure | null {
  if (operation === "initiate" && world.losses > 0) {
    world.losses -= 1;
    return failed("unknown");
  }
  if (!world.random.chance(world.faults.call)) return null;
  return failed(world.random.pick(["unknown", "unknown", "protocol"] as const));
}
