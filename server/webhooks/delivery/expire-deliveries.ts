import { db } from "../../lib/db";
import { log } from "../../lib/log";
import { CIRCUIT_OPEN_KEEPS_DAYS, PAUSE_KEEPS_DAYS } from "../health/circuit-rules";
import { failOldDeliveries, findStoppedEndpoints, lockStoppedEndpoint, type StoppedEndpoint } from "./expiry-store";

const DAYS = { circuit_open: CIRCUIT_OPEN_KEEPS_DAYS, paused: PAUSE_KEEPS_DAYS };
/** Endpoints read by one statement. */
const PAGE = 100;
/** Deliveries changed by one transaction, which takes a fraction of a second. */
const BATCH = 1_000;
/** Transactions for one endpoint in one run, so that a long queue does not delay the others. */
const MAX_BATCHES = 50;
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

const REASONS = {
  circuit_open: `not delivered within ${CIRCUIT_OPEN_KEEPS_DAYS} days: the endpoint was failing`,
  paused: `not delivered within ${PAUSE_KEEPS_DAYS} days: the endpoint was paused`,
};

/**
 * Fails deliveries that waited too long for a stopped endpoint: 4 days while its circuit is open, 30 days while it is
 * paused, each counted from the later of the due time and the stop. In batches; concurrent workers take different rows.
 */
export async function expireDeliveries(): Promise<void> {
  let after = BEFORE_ALL;
  for (;;) {
    const page = await findStoppedEndpoints(db(), after, DAYS, PAGE);
    for (const stopped of page) {
      // One endpoint that fails must not keep the deliveries of all later ones.
      await expire(stopped).catch((error: unknown) =>
        log().error({ error, endpoint: stopped.endpointKey }, "webhook deliveries not expired"),
      );
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.endpointKey;
  }
}

async function expire(stopped: StoppedEndpoint): Promise<void> {
  const state = stopped.paused ? "paused" : "circuit_open";
  let total = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const count = await db().$transaction(async (tx) => {
      if (!(await lockStoppedEndpoint(tx, stopped, DAYS))) return 0;
      return failOldDeliveries(tx, stopped, { days: DAYS[state], reason: REASONS[state], limit: BATCH });
    });
    total += count;
    if (count < BATCH) break;
  }
  if (total > 0) log().warn({ endpoint: stopped.endpointKey, state, deliveries: total }, "webhook deliveries expired");
}
