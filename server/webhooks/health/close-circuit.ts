import { wake } from "../../jobs/leased-rows";
import type { Tx } from "../../lib/db";
import { lockRuns } from "./health-store";
import { saveCircuitClosed } from "./pause-store";

/**
 * Closes the circuit of an endpoint after a person changed it, because the cause of the failures may be fixed: its
 * queue is sent now instead of at the next half-open trial. One more failure opens it again. A pause remains.
 */
export async function closeCircuit(tx: Tx, endpointKey: string): Promise<void> {
  // Also a closed circuit: a failure of the previous URL that is being recorded now may open it.
  await lockRuns(tx, [endpointKey]);
  if (await saveCircuitClosed(tx, endpointKey)) wake(tx, "webhook_deliveries");
}
