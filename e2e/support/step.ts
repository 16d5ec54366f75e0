import { randomUUID } from "node:crypto";
import { test } from "@playwright/test";

/** What the support of the journeys spends time on. The report of a run says how long, by these names. */
type Kind = "prepare" | "sign in" | "start product" | "axe";

/**
 * Work of a kind, as a step of the test that runs, and noted with its milliseconds and an id of its own: a report leaves out
 * the steps of hooks, and repeats their notes at every test of the file. Outside of a test there is no report.
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
