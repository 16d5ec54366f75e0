import { wake } from "../../jobs/leased-rows";
import { isThisProcess } from "../../jobs/worker-id";
import { db } from "../../lib/db";
import { log } from "../../lib/log";
import { findGoneWorkers, freeDeliveriesOf } from "./claim-store";
import { readPositions } from "./read-positions";

let missedBefore: ReadonlySet<string> = new Set();

/**
 * Frees the leases of dead workers. Called about once a second: a worker counts as dead when it is missing twice in a
 * row, because one that only lost its connection is back before the second call. On a busy machine it may not be, so a
 * process never frees its own leases, which would send them twice.
 */
export async function freeDeliveries(): Promise<void> {
  const { inFlight } = readPositions();
  const missing = (await findGoneWorkers(db(), inFlight)).filter((id) => !isThisProcess(id));
  const dead = missing.filter((id) => missedBefore.has(id));
  missedBefore = new Set(missing);
  if (dead.length === 0) return;
  const freed = await db().$transaction(async (tx) => {
    const count = await freeDeliveriesOf(tx, dead, inFlight);
    wake(tx, "webhook_deliveries");
    return count;
  });
  log().warn({ workers: dead, deliveries: freed }, "deliveries of dead workers freed");
}
