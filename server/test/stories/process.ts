import type { Failure, FailureKind, Outcome } from "../../connectors/port";
import type { World } from "./world";

/** For so long a process that lives can stand between two steps (GRACE_S of payments/note-call.ts). */
const PAUSE_S = 10;
/** A shopper's press waits so long for another's answer (WAIT_MS of payments/initiate-payment.ts). */
const WAIT_S = 60;
const MAX_ROUNDS = 100;

export type CallStep = {
  kind: "call";
  operation: string;
  attemptId: string;
  timeoutS: number;
  /** The bank knows the key already, so that it does not refuse the order itself. */
  isKnown: () => boolean;
  send: () => void;
};

/** Where a process can be overtaken, or die: between two commits, waiting for another, or in a call. */
export type Step = { kind: "pause" } | { kind: "wait"; until: () => boolean } | CallStep;

/** A piece of the product's code. What it is resumed with is how a call failed; null: the answer arrived. */
export type Flow<T = void> = Generator<Step, T, Failure | null>;

export type Process = { name: string; flow: Flow; step: Step; sent: boolean; waitedS: number };

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

/** The process is gone with all that it knew; a call that was sent arrives all the same. */
export function kill(world: World, process: Process): void {
  const { step, sent, name } = process;
  if (step.kind === "call" && !sent && world.random.chance(0.5)) step.send();
  world.told.push(`${name} dies${step.kind === "call" ? ` calling ${step.operation}` : ""}`);
  world.processes = world.processes.filter((other) => other !== process);
}

/** Takes a process one step further. False: it waits for another. */
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

/** Lets time pass for the processes: whoever lives is done with what cannot take so long. */
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

/** Runs everything that is under way to its end. */
export function finishAll(world: World): void {
  letPass(world, WAIT_S + 1);
}

const failed = (kind: FailureKind): Failure => ({ ok: false, kind, detail: "" });

/** Before the bank has it: no connection, too many questions, lost on its way, or a no of the bank's front door. */
function faultOfRequest(world: World, step: CallStep): Failure | null {
  if (!world.random.chance(world.faults.call)) return null;
  const kind = world.random.pick(["unknown", "unavailable", "rate-limited", "auth", "invalid", "rejected"] as const);
  return kind === "rejected" && step.isKnown() ? failed("unavailable") : failed(kind);
}

/** After the bank has carried it out: the answer is lost, a 5xx, or nothing that can be read. */
function faultOfAnswer(world: World, { operation }: CallStep): Failure | null {
  if (operation === "initiate" && world.losses > 0) {
    world.losses -= 1;
    return failed("unknown");
  }
  if (!world.random.chance(world.faults.call)) return null;
  return failed(world.random.pick(["unknown", "unknown", "protocol"] as const));
}
