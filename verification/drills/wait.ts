import { setTimeout as sleep } from "node:timers/promises";

const LOOK_EVERY_MS = 200;

/** Polls until `holds` returns true. @throws Error when that takes longer than `withinMs`: the drill is stuck */
export async function until(what: string, withinMs: number, holds: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + withinMs; !(await holds()); await sleep(LOOK_EVERY_MS)) {
    if (Date.now() > deadline) throw new Error(`The drill waits in vain: ${what}.`);
  }
}
