import { db } from "../../lib/db";
import { log } from "../../lib/log";
import { type DeliveryLease, findEarlierStarts, type QueueStart, type ReadPositions } from "./claim-store";

/** Each adds about 15 µs to a claim. */
const MAX_QUEUES = 1_000;
/** A check takes at most a fiftieth of the time, unless it would then be more than a minute away. */
const CHECK_SHARE = 50;
const MAX_CHECK_PAUSE_MS = 60_000;

/** The queues that this process claimed from, the latest last. */
const queues = new Map<string, QueueStart>();
let inFlight: string | null = null;
let nextCheckMs = 0;

const keyOf = ({ merchantId, endpointKey, retry }: QueueStart) => `${merchantId} ${endpointKey} ${retry}`;

/**
 * Where this process's next claim may begin to read. While a session holds an old snapshot, PostgreSQL removes no dead
 * row, and a claim that began at the beginning would read one or two for every delivery since.
 */
export function readPositions(): ReadPositions {
  return { queues: [...queues.values()], inFlight };
}

/** Moves the positions to where a claim found them. */
export function moveReadPositions(leases: readonly DeliveryLease[]): void {
  for (const { next } of leases) {
    if (next === null) continue;
    ({ inFlight } = next);
    const key = keyOf(next.queue);
    queues.delete(key);
    queues.set(key, next.queue);
  }
  for (const key of queues.keys()) {
    if (queues.size <= MAX_QUEUES) break;
    queues.delete(key);
  }
}

/**
 * Moves starts of queues back to waiting deliveries before them. There are none, unless a transaction that made a
 * delivery due was open longer than a start's lag: the delivery is due since the transaction began. Called once a
 * second; where it has to read many dead rows it is made less often, but at least once a minute.
 */
export async function checkReadPositions(): Promise<void> {
  const began = performance.now();
  if (began < nextCheckMs) return;
  const earlier = await findEarlierStarts(db(), [...queues.values()]);
  for (const start of earlier) queues.set(keyOf(start), start);
  if (earlier.length > 0) log().info({ queues: earlier.length }, "deliveries of long transactions found");
  nextCheckMs = began + Math.min((performance.now() - began) * CHECK_SHARE, MAX_CHECK_PAUSE_MS);
}
