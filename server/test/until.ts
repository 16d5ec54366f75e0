import { setTimeout as pause } from "node:timers/promises";

const ASK_EVERY_MS = 20;

/**
 * Waits until it is so. It has no bound of its own: after a machine stood still, a timer is served before the answers
 * that came meanwhile, and would end what is about to be so. What never comes ends with the timeout of the test.
 */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(ASK_EVERY_MS);
}
