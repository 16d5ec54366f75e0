import { log } from "../../server/lib/log";
import { deleteExpired } from "./expiry-store";

const EVERY_MS = 3_600_000;
let dueMs = 0;

/**
 * Deletes expired rows, at most once an hour per process. Nothing runs in this bank between calls, so each new order
 * calls it. A failure never refuses the order.
 */
export async function deleteExpiredSometimes(): Promise<void> {
  const nowMs = performance.now();
  if (nowMs < dueMs) return;
  dueMs = nowMs + EVERY_MS;
  try {
    if (await deleteExpired()) dueMs = nowMs;
  } catch (error) {
    log().warn({ error }, "the simulated bank could not delete expired rows");
  }
}
