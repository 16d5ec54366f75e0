import { db } from "../lib/db";
import { log } from "../lib/log";
import { BREAKER_KEEPS_DAYS, HOLD_KEEPS_DAYS } from "./health-rules";
import { failOldDeliveries, findStopped, lockStopped, type StoppedRow } from "./sweep-store";

const DAYS = { breaker: BREAKER_KEEPS_DAYS, person: HOLD_KEEPS_DAYS };
/** Destinations looked at in one statement. */
const PAGE = 100;
/** Deliveries in one transaction: it ends in a fraction of a second. */
const BATCH = 1_000;
/** Transactions for one destination in one run: a long queue leaves time for the others, and for the next run. */
const MAX_BATCHES = 50;
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

const REASONS = {
  breaker: `the endpoint was paused after failures, and this waited ${BREAKER_KEEPS_DAYS} days`,
  person: `somebody paused the endpoint, and this waited ${HOLD_KEEPS_DAYS} days`,
};

/**
 * Gives up what waited too long for a destination that is stopped: four days behind the circuit breaker, thirty behind a
 * person's pause, each counted from when it was due and from when the pause began, whichever is later. In batches; two
 * workers at once take different rows.
 */
export async function giveUpStopped(): Promise<void> {
  let after = BEFORE_ALL;
  for (;;) {
    const page = await findStopped(db(), after, DAYS, PAGE);
    for (const stopped of page) await giveUp(stopped);
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.destinationId;
  }
}

async function giveUp(stopped: StoppedRow): Promise<void> {
  const by = stopped.held ? "person" : "breaker";
  let total = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const count = await db().$transaction(async (tx) => {
      if (!(await lockStopped(tx, stopped))) return 0;
      return failOldDeliveries(tx, stopped, { days: DAYS[by], reason: REASONS[by], limit: BATCH });
    });
    total += count;
    if (count < BATCH) break;
  }
  if (total > 0) log().warn({ destination: stopped.destinationId, by, deliveries: total }, "webhooks given up");
}
