import { db } from "../lib/db";
import { type Job, periodicJob } from "../lib/job";
import { log } from "../lib/log";
import { findOldestTransaction } from "./system-store";

/** Longer than any of the product's own and than a dump of a usual database. */
const ALERT_AFTER_S = 10 * 60;
/** When the transaction began that was named last: each is named once by each worker, not every minute. */
let namedSinceMs: number | null = null;

/** Alerts on a transaction that stays open: rows that it can see are kept, so that every claim of due rows gets slower. */
export async function alertOnLongTransaction(afterS = ALERT_AFTER_S): Promise<void> {
  const oldest = await findOldestTransaction(db());
  if (oldest === null || oldest.forS < afterS) {
    namedSinceMs = null;
    return;
  }
  // Not the holder, whose state changes with each of its statements.
  if (namedSinceMs === oldest.since.getTime()) return;
  namedSinceMs = oldest.since.getTime();
  log().error({ holder: oldest.holder, open_for_s: oldest.forS, alert: true }, "a database transaction stays open");
}

export const operatorJobs: Job[] = [periodicJob("operator.long_transaction", alertOnLongTransaction)];
