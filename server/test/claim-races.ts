import { env } from "../lib/env";
import { createMerchant } from "../merchants/create-merchant";
import { createEndpoint } from "../webhooks/create-endpoint";
import { deliverJob, PLACES } from "../webhooks/jobs";
import { moveClock, query } from "./database";
import { ctx } from "./fixtures";
import { closeGate } from "./gate";
import { until } from "./until";
import { happen } from "./webhook-events";

/** Deliveries due at each of a few endpoints, and endpoints with one delivery each: more than the limits. */
const BACKLOG = 20;
const MANY = 45;
/** An event names ten endpoints at most. */
const NAMES_OF_AN_EVENT = 10;

/** A concurrency limit, deliveries that fill it, and how many calls two claims would have in hand without the lock. */
export type ClaimRace = { limit: string; prepare(): Promise<ClaimedMerchant>; allowed: number; withoutLock: number };

type ClaimedMerchant = { id: string; endpoints: string[] };

async function newMerchant(endpoints: number): Promise<ClaimedMerchant> {
  const { id } = await createMerchant(ctx, { brandName: "Acme" });
  const names = Array.from({ length: endpoints }, (_, index) => `endpoint-${index}`);
  for (const name of names) await createEndpoint(ctx, { merchantId: id, name, url: "http://127.0.0.1:9/hook" });
  return { id, endpoints: names };
}

/** First attempts: a backlog at each endpoint when there are few of them, one at each when there are many. */
async function recordEvents({ id, endpoints }: ClaimedMerchant): Promise<void> {
  const events = endpoints.length === MANY ? 1 : BACKLOG;
  for (let from = 0; from < endpoints.length; from += NAMES_OF_AN_EVENT) {
    const named = endpoints.slice(from, from + NAMES_OF_AN_EVENT);
    for (let event = 0; event < events; event += 1) await happen(id, { endpoints: named });
  }
}

/** A merchant whose deliveries were all tried before: a claim takes first attempts ahead of them. */
async function withRetries(endpoints: number): Promise<ClaimedMerchant> {
  const merchant = await newMerchant(endpoints);
  await recordEvents(merchant);
  await query((client) => client.query("UPDATE webhook_deliveries SET tries = 1"));
  return merchant;
}

async function withHealth(columns: string, values: string): Promise<ClaimedMerchant> {
  const merchant = await withRetries(1);
  const sql = `INSERT INTO webhook_health (destination_id, merchant_id, failing_since, ${columns})
    SELECT id, merchant_id, app_now(), ${values} FROM webhook_endpoints WHERE merchant_id = $1`;
  await query((client) => client.query(sql, [merchant.id]));
  return merchant;
}

export const ENDPOINT_RACE: ClaimRace = {
  limit: "an endpoint's 16 calls",
  prepare: () => withRetries(1),
  allowed: PLACES.perDestination,
  withoutLock: 2 * PLACES.perDestination,
};

export const CLAIM_RACES: ClaimRace[] = [
  ENDPOINT_RACE,
  {
    limit: "a slow endpoint's 4 calls, of which one is in hand",
    async prepare() {
      const merchant = await withRetries(1);
      await deliverJob.claim(1);
      await moveClock("3 seconds");
      return merchant;
    },
    allowed: PLACES.perSlowDestination,
    withoutLock: 2 * PLACES.perSlowDestination - 1,
  },
  {
    limit: "a failing endpoint's one call",
    prepare: () => withHealth("failures", "3"),
    allowed: PLACES.perFailingDestination,
    withoutLock: 2 * PLACES.perFailingDestination,
  },
  {
    limit: "an open circuit's one trial",
    prepare: () => withHealth("failures, paused_since, probe_at", "20, app_now(), app_now()"),
    allowed: 1,
    withoutLock: 2,
  },
  {
    limit: "a merchant's 40 calls, each its endpoint's first",
    prepare: () => withRetries(MANY),
    allowed: PLACES.perMerchant,
    withoutLock: 2 * PLACES.perMerchant,
  },
  {
    limit: "a merchant's 20 calls where two endpoints have a backlog",
    prepare: () => withRetries(2),
    allowed: PLACES.perMerchant - PLACES.forFirstCalls,
    withoutLock: 2 * (PLACES.perMerchant - PLACES.forFirstCalls),
  },
];

const countRows = (sql: string) =>
  query(async (client) => (await client.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${sql}`)).rows[0]?.n);

/** Transactions that wait for an advisory lock: for that of the claims, or at the gate. */
const WAITING = `pg_locks WHERE locktype = 'advisory' AND NOT granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/**
 * Two claims of which the second begins while the first has its leases but has not committed them, after first attempts
 * were recorded that go ahead of what the first has taken. Answers how many deliveries each took, and how many are in hand.
 * `firstLimit`: how many the first may take.
 */
export async function claimTwiceAtOnce({ prepare }: ClaimRace, firstLimit = 100) {
  const merchant = await prepare();
  const before = await countRows("webhook_deliveries WHERE lease_until > app_now()");
  const gate = await closeGate(env().migrationUrl, "webhook_deliveries", "commit", "UPDATE");
  const first = deliverJob.claim(firstLimit);
  await gate.waiting(1);
  await recordEvents(merchant);
  const second = deliverJob.claim(100);
  await until(async () => (await countRows(WAITING)) === 2);
  await gate.open();
  const taken = [(await first).length, (await second).length];
  const inHand = await countRows("webhook_deliveries WHERE lease_until > app_now()");
  return { before, taken, inHand };
}
