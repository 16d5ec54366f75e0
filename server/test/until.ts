import { setTimeout as pause } from "node:timers/promises";

const POLL_EVERY_MS = 20;

/**
 * Polls until the condition holds. It has no time limit: after a machine was suspended, a timer runs before the responses
 * that arrived meanwhile and would fail a condition that is about to hold. The test's own timeout ends the wait.
 */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(POLL_EVERY_MS);
}
