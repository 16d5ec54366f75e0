import { wake } from "../jobs/leased-rows";
import type { Tx } from "../lib/db";
import { updateClosed } from "./hold-store";

/**
 * Closes the circuit breaker of a destination that a person just changed: what made it fail may be gone, so its queue is
 * tried at once instead of at the next probe. One more failure opens it again. A person's pause stays.
 */
export async function closeBreaker(tx: Tx, destinationId: string): Promise<void> {
  if (await updateClosed(tx, destinationId)) await wake(tx);
}
