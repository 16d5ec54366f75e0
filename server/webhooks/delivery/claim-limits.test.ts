import { beforeEach, describe, expect, it } from "vitest";
import { closeDb } from "../../lib/db";
import { query, stopClock } from "../../test/database";
import { createEvent, createEvents } from "../../test/rows/webhook-events";
import { CLAIM_RACES, claimTwiceAtOnce, ENDPOINT_RACE } from "../../test/webhooks/claim-races";
import { shopsOfEachTest } from "../../test/webhooks/webhook-shops";
import { CONCURRENCY_LIMITS, deliverJob } from "../jobs";

const shops = shopsOfEachTest();
const RACES = CLAIM_RACES.map((race) => [race.limit, race] as const);
// Calls in flight do not age, however long a test takes.
beforeEach(stopClock);

const claim = async (limit = 100) => (await deliverJob.claim(limit)).length;
const inFlight = async () => {
  const sql = "SELECT count(lease_until)::int AS n FROM webhook_deliveries";
  return (await query<{ n: number }>(sql)).rows[0]?.n;
};
const endLeases = () => query("UPDATE webhook_deliveries SET lease_until = NULL");

describe("two concurrent claims", () => {
  it.each(RACES)("keep %s, when first attempts come between them", async (_, race) => {
    const { before = 0, taken, inFlight: calls } = await claimTwiceAtOnce(race);
    expect({ taken, calls }).toEqual({ taken: [race.allowed - before, 0], calls: race.allowed });
  });

  it("fill the limit together: the second waits for the first and takes the rest", async () => {
    const { taken, inFlight: calls } = await claimTwiceAtOnce(ENDPOINT_RACE, 5);
    expect({ taken, calls }).toEqual({
      taken: [5, CONCURRENCY_LIMITS.perEndpoint - 5],
      calls: CONCURRENCY_LIMITS.perEndpoint,
    });
  });
});

describe("many concurrent claims", () => {
  it("fill an endpoint's concurrency limit and never exceed it, while new first attempts go ahead of retries", async () => {
    await shops.pointAt("http://127.0.0.1:9/hook");
    await createEvents(shops.merchantId, 40);
    await query("UPDATE webhook_deliveries SET tries = 1");
    const rounds: number[] = [];
    for (let round = 0; round < 40; round += 1) {
      const record = createEvent(shops.merchantId);
      const atOnce = await Promise.all(Array.from({ length: 8 }, () => claim(3)));
      await record;
      const rest = await claim();
      rounds.push(atOnce.reduce((sum, taken) => sum + taken, rest));
      expect(await inFlight()).toBe(CONCURRENCY_LIMITS.perEndpoint);
      await endLeases();
    }
    expect(rounds).toEqual(rounds.map(() => CONCURRENCY_LIMITS.perEndpoint));
  });
});

describe("a claim of deliveries that are due at the same moment", () => {
  it("fills an endpoint's concurrency limit under a query plan that sorts", async () => {
    const sql = `DO $$ BEGIN
      EXECUTE format('ALTER DATABASE %I SET enable_indexscan = off', current_database());
      EXECUTE format('ALTER DATABASE %I SET enable_bitmapscan = off', current_database()); END $$`;
    await query(sql);
    // Only new connections get the setting.
    await closeDb();
    await shops.pointAt("http://127.0.0.1:9/hook");
    await createEvents(shops.merchantId, 40);
    expect(await claim()).toBe(CONCURRENCY_LIMITS.perEndpoint);
  });
});
