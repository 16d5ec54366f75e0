import { setTimeout as sleep } from "node:timers/promises";
import { createBatcher } from "../lib/batcher";
import { databaseAnswers, db, isDatabaseUnavailable, isTransactionTimeout, type Tx } from "../lib/db";
import { log } from "../lib/log";
import { type LeavingRow, leaveDeliveries, limitLockWaits } from "./delivery-store";
import { noteOutcomes, type Outcome } from "./note-outcomes";

/** How long an outcome waits for others to be committed with it. */
const WAIT_MS = 2;
const MAX_OUTCOMES = 250;
/** While the database is away: as long as the leases may last, because an outcome that is lost is a call made twice. */
const RETRIES = 8;
const RETRY_AFTER_MS = 500;
/** A lease outlasts the slowest call by ten seconds: together, one by one and bare have to fit in. */
const LOCK_TIMEOUT_MS = 2_000;
const WRITE_TIMEOUT_MS = 5_000;
/** One by one means so many at once: those that wait for the same row let the others past. */
const ALONE_AT_ONCE = 8;

/** How a delivery leaves our hand, and what its try says of the destination; nothing where it was not tried. */
export type Ending = { row: LeavingRow; outcome: Outcome | null };

/**
 * Records the end of a run, together with those that end at the same time: deliveries, tries and the destinations' health
 * in one transaction. Resolves when that has committed. False: another worker has the delivery in hand by now, and
 * nothing was written. One that cannot be written takes no other with it.
 */
export const recordEnding = createBatcher(writeEach, { waitMs: WAIT_MS, maxItems: MAX_OUTCOMES });

async function writeEach(endings: readonly Ending[]): Promise<PromiseSettledResult<boolean>[]> {
  try {
    const written = await writeWhenReached(endings);
    return endings.map(({ row }) => ({ status: "fulfilled", value: written.has(row.lease.id) }));
  } catch (error) {
    if (await isAway(error)) throw error;
    log().warn({ error, deliveries: endings.length }, "outcomes are written one by one");
  }
  const results: PromiseSettledResult<boolean>[] = [];
  for (let next = 0; next < endings.length; next += ALONE_AT_ONCE) {
    results.push(...(await Promise.allSettled(endings.slice(next, next + ALONE_AT_ONCE).map(writeAlone))));
  }
  return results;
}

/** What cannot be written whole is written bare: an outcome that is lost means the same call every 25 s, for ever. */
async function writeAlone(ending: Ending): Promise<boolean> {
  try {
    return (await writeTogether([ending])).size === 1;
  } catch (error) {
    if (await isAway(error)) throw error;
    log().error({ error, delivery: ending.row.lease.id }, "an outcome is written without the answer and its health");
  }
  const { attempt } = ending.row;
  const bare = attempt && { ...attempt, responseHeaders: null, responseBody: null, detail: null };
  return (await writeTogether([{ row: { ...ending.row, attempt: bare }, outcome: null }])).size === 1;
}

async function writeWhenReached(endings: readonly Ending[]): Promise<Set<string>> {
  for (let left = RETRIES; ; left -= 1) {
    try {
      return await writeTogether(endings);
    } catch (error) {
      if (left === 0 || !(await isAway(error))) throw error;
      log().warn({ error, deliveries: endings.length }, "outcomes wait for the database");
      await sleep(RETRY_AFTER_MS);
    }
  }
}

/** Whether the database is away. A transaction that was too slow while it answers is no such thing: it would be again. */
async function isAway(error: unknown): Promise<boolean> {
  return isDatabaseUnavailable(error) && !(isTransactionTimeout(error) && (await databaseAnswers()));
}

function writeTogether(endings: readonly Ending[]): Promise<Set<string>> {
  const write = async (tx: Tx) => {
    await limitLockWaits(tx, LOCK_TIMEOUT_MS);
    const rows = endings.map(({ row }) => row);
    const written = new Set(await leaveDeliveries(tx, rows));
    const outcomes = endings.flatMap(({ row, outcome }) => (outcome && written.has(row.lease.id) ? [outcome] : []));
    await noteOutcomes(tx, outcomes);
    return written;
  };
  return db().$transaction(write, { timeout: WRITE_TIMEOUT_MS });
}
