import { setTimeout as sleep } from "node:timers/promises";
import { createBatcher } from "../../lib/batcher";
import { db, type Tx } from "../../lib/db";
import { databaseAnswers, isDatabaseUnavailable, isTransactionTimeout } from "../../lib/db-outage";
import { log } from "../../lib/log";
import { type Outcome, updateEndpointHealth } from "../health/update-endpoint-health";
import { limitLockWaits, type OutcomeRow, saveOutcomes } from "./delivery-store";

/** How long an outcome waits for others, to be committed with them. */
const WAIT_MS = 2;
const MAX_OUTCOMES = 250;
/** While the database is unavailable, about as long as a lease: a lost outcome means a repeated call. */
const RETRIES = 8;
const RETRY_AFTER_MS = 500;
/**
 * A lease outlasts the slowest call by 10 s. Writing together, one by one and without the response must fit into that.
 */
const LOCK_TIMEOUT_MS = 2_000;
const WRITE_TIMEOUT_MS = 5_000;
/** Concurrency of writing one by one, so that rows that wait for a lock do not delay the others. */
const ALONE_AT_ONCE = 8;

/** The outcome of a delivery and its effect on the endpoint's health; null: nothing was sent. */
export type DeliveryEnding = { row: OutcomeRow; outcome: Outcome | null };

/**
 * Records an outcome together with those of the same moment: deliveries, attempts and health in one transaction.
 * Resolves after the commit. False: the lease was lost to another worker and nothing was written. An outcome that
 * cannot be written does not affect the others.
 */
export const recordEnding = createBatcher(writeEach, { waitMs: WAIT_MS, maxItems: MAX_OUTCOMES });

async function writeEach(endings: readonly DeliveryEnding[]): Promise<PromiseSettledResult<boolean>[]> {
  try {
    const written = await writeWhenReached(endings);
    return endings.map(({ row }) => ({ status: "fulfilled", value: written.has(row.lease.id) }));
  } catch (error) {
    if (await isDatabaseAway(error)) throw error;
    log().warn({ error, deliveries: endings.length }, "batch of outcomes not written, outcomes are written one by one");
  }
  const results: PromiseSettledResult<boolean>[] = [];
  for (let next = 0; next < endings.length; next += ALONE_AT_ONCE) {
    results.push(...(await Promise.allSettled(endings.slice(next, next + ALONE_AT_ONCE).map(writeAlone))));
  }
  return results;
}

/**
 * If an outcome cannot be written, it is written without the response: a lost outcome would repeat the call every 25 s.
 */
async function writeAlone(ending: DeliveryEnding): Promise<boolean> {
  try {
    return (await writeTogether([ending])).size === 1;
  } catch (error) {
    if (await isDatabaseAway(error)) throw error;
    log().error({ error, delivery: ending.row.lease.id }, "outcome not written, retried without response and health");
  }
  const { attempt } = ending.row;
  const bare = attempt && { ...attempt, responseHeaders: null, responseBody: null, detail: null };
  return (await writeTogether([{ row: { ...ending.row, attempt: bare }, outcome: null }])).size === 1;
}

async function writeWhenReached(endings: readonly DeliveryEnding[]): Promise<Set<string>> {
  for (let left = RETRIES; ; left -= 1) {
    try {
      return await writeTogether(endings);
    } catch (error) {
      if (left === 0 || !(await isDatabaseAway(error))) throw error;
      log().warn({ error, deliveries: endings.length }, "database unavailable, outcomes are retried");
      await sleep(RETRY_AFTER_MS);
    }
  }
}

/**
 * Whether the database is unavailable. A transaction timeout while the database answers does not count, because a retry
 * would time out too.
 */
async function isDatabaseAway(error: unknown): Promise<boolean> {
  return isDatabaseUnavailable(error) && !(isTransactionTimeout(error) && (await databaseAnswers()));
}

function writeTogether(endings: readonly DeliveryEnding[]): Promise<Set<string>> {
  const write = async (tx: Tx) => {
    await limitLockWaits(tx, LOCK_TIMEOUT_MS);
    const rows = endings.map(({ row }) => row);
    const written = new Set(await saveOutcomes(tx, rows));
    const outcomes = endings.flatMap(({ row, outcome }) => (outcome && written.has(row.lease.id) ? [outcome] : []));
    await updateEndpointHealth(tx, outcomes);
    return written;
  };
  return db().$transaction(write, { timeout: WRITE_TIMEOUT_MS });
}
