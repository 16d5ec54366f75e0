import { test } from "@playwright/test";

/** What the support of the journeys spends time on. The report of a run says how long, by these names. */
type Kind = "prepare" | "sign in" | "start product" | "axe";

/** Work of a kind, as a step of the test that runs; outside of a test there is no report. */
export async function step<T>(kind: Kind, work: () => T | Promise<T>): Promise<T> {
  return isInTest() ? test.step(kind, async () => work()) : work();
}

function isInTest(): boolean {
  try {
    test.info();
    return true;
  } catch {
    return false;
  }
}
