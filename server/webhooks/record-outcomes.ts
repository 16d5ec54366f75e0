import { setTimeout as sleep } from "node:timers/promises";
import { createBatcher } from "../lib/batcher";
import { db, isDatabaseUnavailable } from "../lib/db";
import { log } from "../lib/log";
import { type LeavingRow, leaveDeliveries } from "./delivery-store";
import { noteOutcomes, type Outcome } from "./note-outcomes";

/** How long an outcome waits for others to be committed with it. */
const WAIT_MS = 2;
const MAX_OUTCOMES = 250;
/** While the database is away: as long as the leases may last, because an outcome that is lost is a call made twice. */
const RETRIES = 8;
const RETRY_AFTER_MS = 500;

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
    if (isDatabaseUnavailable(error)) throw error;
    log().warn({ error, deliveries: endings.length }, "outcomes are written one by one");
  }
  const results: PromiseSettledResult<boolean>[] = [];
  for (const ending of endings) {
    const [result] = await Promise.allSettled([writeAlone(ending)]);
    results.push(result);
  }
  return results;
}

/** What cannot be written whole is written bare: an outcome that is lost means the same call every 25 s, for ever. */
async function writeAlone(ending: Ending): Promise<boolean> {
  try {
    return (await writeTogether([ending])).size === 1;
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
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
      if (left === 0 || !isDatabaseUnavailable(error)) throw error;
      log().warn({ error, deliveries: endings.length }, "outcomes wait for the database");
      await sleep(RETRY_AFTER_MS);
    }
  }
}

function writeTogether(endings: readonly Ending[]): Promise<Set<string>> {
  return db().$transaction(async (tx) => {
    const rows = endings.map(({ row }) => row);
    const written = new Set(await leaveDeliveries(tx, rows));
    await noteOutcomes(
      tx,
      endings.flatMap(({ row, outcome }) => (outcome && written.has(row.lease.id) ? [outcome] : [])),
    );
    return written;
  });
}
