import { randomUUID } from "node:crypto";
import { test } from "@playwright/test";

/** Kinds of preparation, whose times a run's report adds up. */
type Kind = "prepare" | "sign in" | "start product" | "axe";

/**
 * Runs work as a step of the current test and annotates the test with its milliseconds and a unique id: a report omits the
 * steps of hooks and repeats their annotations at every test of the file. Outside of a test it only runs the work.
 */
export async function step<T>(kind: Kind, work: () => T | Promise<T>): Promise<T> {
  if (!isInTest()) return work();
  const begin = performance.now();
  const result = await test.step(kind, async () => work());
  const ms = Math.round(performance.now() - begin);
  test.info().annotations.push({ type: kind, description: `${ms} ms (${randomUUID()})` });
  return result;
}

function isInTest(): boolean {
  try {
    test.info();
    return true;
  } catch {
    return false;
  }
}
