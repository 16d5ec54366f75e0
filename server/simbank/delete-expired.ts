import { log } from "../lib/log";
import { deleteExpired } from "./expiry-store";

const EVERY_MS = 3_600_000;
let dueMs = 0;

/**
 * Deletes what is over, at most once an hour in a process. Nothing runs in this bank between calls: an order for
 * something new makes room first. An order is never refused because of it.
 */
export async function makeRoomNowAndThen(): Promise<void> {
  const nowMs = performance.now();
  if (nowMs < dueMs) return;
  dueMs = nowMs + EVERY_MS;
  try {
    if (await deleteExpired()) dueMs = nowMs;
  } catch (error) {
    log().warn({ error }, "the simulated bank could not delete what is over");
  }
}
