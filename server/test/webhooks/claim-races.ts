import { env } from "../../lib/config/env";
import { createMerchant } from "../../merchants/create-merchant";
import { createEndpoint } from "../../webhooks/endpoints/create-endpoint";
import { CONCURRENCY_LIMITS, deliverJob } from "../../webhooks/jobs";
import { blockTable } from "../block-table";
import { moveClock, query } from "../database";
import { ctx } from "../rows/fixtures";
import { createEvent } from "../rows/webhook-events";
import { until } from "../until";

/** Due deliveries at each of a few endpoints, and endpoints with one delivery each: more than the limits. */
const BACKLOG = 20;
const MANY = 45;
/** An event can name at most ten endpoints. */
const NAMES_OF_AN_EVENT = 10;

/**
 * A concurrency limit, deliveries that reach it, and the calls in flight that two claims would have without the lock.
 */
export type ClaimRace = { limit: string; prepare(): Promise<ClaimedMerchant>; allowed: number; withoutLock: number };

type ClaimedMerchant = { id: string; endpoints: string[] };

async function newMerchant(endpoints: number): Promise<ClaimedMerchant> {
  const { id } = await createMerchant(ctx, { brandName: "Acme" });
  const names = Array.from({ length: endpoints }, (_, index) => `endpoint-${index}`);
  for (const name of names) await createEndpoint(ctx, { merchantId: id, name, url: "http://127.0.0.1:9/hook" });
  return { id, endpoints: names };
}

/** First attempts: several at each endpoint when there are few endpoints, one at each when there are many. */
async function recordEvents({ id, endpoints }: ClaimedMerchant): Promise<void> {
  const events = endpoints.length === MANY ? 1 : BACKLOG;
  for (let from = 0; from < endpoints.length; from += NAMES_OF_AN_EVENT) {
    const named = endpoints.slice(from, from + NAMES_OF_AN_EVENT);
    for (let event = 0; event < events; event += 1) await createEvent(id, { endpoints: named });
  }
}

/** A merchant whose deliveries are all retries: a claim takes first attempts before them. */
async function withRetries(endpoints: number): Promise<ClaimedMerchant> {
  const merchant = await newMerchant(endpoints);
  await recordEvents(merchant);
  await query("UPDATE webhook_deliveries SET tries = 1");
  return merchant;
}

async function withHealth(columns: string, values: string): Promise<ClaimedMerchant> {
  const merchant = await withRetries(1);
  const sql = `INSERT INTO webhook_health (endpoint_key, merchant_id, failing_since, ${columns})
    SELECT id, merchant_id, app_now(), ${values} FROM webhook_endpoints WHERE merchant_id = $1`;
  await query(sql, [merchant.id]);
  return merchant;
}

export const ENDPOINT_RACE: ClaimRace = {
  limit: "an endpoint's 16 calls",
  prepare: () => withRetries(1),
  allowed: CONCURRENCY_LIMITS.perEndpoint,
  withoutLock: 2 * CONCURRENCY_LIMITS.perEndpoint,
};

export const CLAIM_RACES: ClaimRace[] = [
  ENDPOINT_RACE,
  {
    limit: "a slow endpoint's 4 calls, of which one is in flight",
    async prepare() {
      const merchant = await withRetries(1);
      await deliverJob.claim(1);
      await moveClock("3 seconds");
      return merchant;
    },
    allowed: CONCURRENCY_LIMITS.perSlowEndpoint,
    withoutLock: 2 * CONCURRENCY_LIMITS.perSlowEndpoint - 1,
  },
  {
    limit: "a failing endpoint's one call",
    prepare: () => withHealth("failures", "3"),
    allowed: CONCURRENCY_LIMITS.perFailingEndpoint,
    withoutLock: 2 * CONCURRENCY_LIMITS.perFailingEndpoint,
  },
  {
    limit: "an open circuit's one trial",
    prepare: () => withHealth("failures, circuit_opened_at, trial_at", "20, app_now(), app_now()"),
    allowed: 1,
    withoutLock: 2,
  },
  {
    limit: "a merchant's 40 calls, each its endpoint's first",
    prepare: () => withRetries(MANY),
    allowed: CONCURRENCY_LIMITS.perMerchant,
    withoutLock: 2 * CONCURRENCY_LIMITS.perMerchant,
  },
  {
    limit: "a merchant's 20 calls where two endpoints have a backlog",
    prepare: () => withRetries(2),
    allowed: CONCURRENCY_LIMITS.perMerchant - CONCURRENCY_LIMITS.reservedForFirstCalls,
    withoutLock: 2 * (CONCURRENCY_LIMITS.perMerchant - CONCURRENCY_LIMITS.reservedForFirstCalls),
  },
];

const countRows = async (sql: string) =>
  (await query<{ n: number }>(`SELECT count(*)::int AS n FROM ${sql}`)).rows[0]?.n;

/** Transactions that wait for an advisory lock: the claims' lock, or the blocked table. */
const WAITING = `pg_locks WHERE locktype = 'advisory' AND NOT granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/**
 * Two claims. The second begins after the first has taken its leases but before it commits, and after first attempts
 * were recorded that rank before the first claim's deliveries. Returns the number of deliveries of each, and of those
 * in flight. `firstLimit`: the limit of the first claim.
 */
export async function claimTwiceAtOnce({ prepare }: ClaimRace, firstLimit = 100) {
  const merchant = await prepare();
  const before = await countRows("webhook_deliveries WHERE lease_until > app_now()");
  const block = await blockTable(env().migrationUrl, "webhook_deliveries", "commit", "UPDATE");
  const claims = [deliverJob.claim(firstLimit)];
  try {
    await block.waiting(1);
    await recordEvents(merchant);
    claims.push(deliverJob.claim(100));
    await until(async () => (await countRows(WAITING)) === 2);
  } finally {
    // Also where a claim gave up, so that the tests after it don't wait for the lock.
    await block.release();
  }
  const taken = (await Promise.all(claims)).map(({ length }) => length);
  const inFlight = await countRows("webhook_deliveries WHERE lease_until > app_now()");
  return { before, taken, inFlight };
}
