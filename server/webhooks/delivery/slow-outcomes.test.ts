import pg from "pg";
import { beforeEach, describe, expect, it } from "vitest";
import { env } from "../../lib/config/env";
import { query, stopClock } from "../../test/database";
import { createEvent, createEvents, deliveryOf } from "../../test/rows/webhook-events";
import { until } from "../../test/until";
import { controlTimers } from "../../test/waits";
import { openLoopback } from "../../test/webhooks/loopback-receivers";
import { ok, shopsOfEachTest, status } from "../../test/webhooks/webhook-shops";
import { deliverJob } from "../jobs";

openLoopback();
const WRITE_TIMEOUT_MS = 5_000;
const shops = shopsOfEachTest();
// Leases do not end and no retry is due during the test.
beforeEach(stopClock);

const number = async (sql: string) => Number((await query(sql)).rows[0]?.n);
/** Transactions that are writing a slow attempt now. */
const sleeping = () =>
  number(`SELECT count(*)::int AS n FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event = 'PgSleep'`);
const inFlight = () => number("SELECT count(lease_until)::int AS n FROM webhook_deliveries");

/** Locks the health of the endpoint `name` until the answered function is called. */
async function keepHealthOf(name: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: env().databaseUrl });
  await client.connect();
  await client.query("BEGIN");
  const sql = `SELECT 1 FROM webhook_health WHERE endpoint_key =
    (SELECT id FROM webhook_endpoints WHERE merchant_id = $1 AND name = $2) FOR UPDATE`;
  expect((await client.query(sql, [shops.merchantId, name])).rowCount).toBe(1);
  return () => client.end();
}

/** Makes recording an attempt this slow, until the answered function is called. */
async function slowTries(seconds: number): Promise<() => Promise<unknown>> {
  await query(`
    CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(${seconds}); RETURN NULL; END $$;
    CREATE TRIGGER dawdle AFTER INSERT ON webhook_delivery_attempts FOR EACH ROW EXECUTE FUNCTION dawdle()`);
  return () => query("DROP TRIGGER dawdle ON webhook_delivery_attempts; DROP FUNCTION dawdle()");
}

describe("outcomes that cannot be committed together in time, while the database answers", () => {
  it("are written one by one: one that waits for locked health is written without it and delays no other", async () => {
    const [well, ill] = [await shops.receiver(ok), await shops.receiver(status(500))];
    await shops.endpoint({ name: "well", url: well.url });
    await shops.endpoint({ name: "ill", url: ill.url });
    await createEvent(shops.merchantId, { endpoints: ["ill"] });
    for (const run of await deliverJob.claim(1)) await run();
    const slow = await createEvent(shops.merchantId, { endpoints: ["ill"] });
    const quick = await createEvent(shops.merchantId, { endpoints: ["well"] });
    const end = await keepHealthOf("ill");
    try {
      // The row is still locked here.
      await Promise.all((await deliverJob.claim(10)).map((run) => run()));
      // Within the leases, so nothing was sent twice.
      expect(await deliverJob.claim(10)).toHaveLength(0);
    } finally {
      await end();
    }
    expect((await deliveryOf(slow, shops.merchantId)).delivery).toMatchObject({ status: "waiting", tries: 1 });
    expect((await deliveryOf(quick, shops.merchantId)).delivery).toMatchObject({ status: "delivered", tries: 1 });
    expect([ill.received.length, well.received.length, await inFlight()]).toEqual([2, 1, 0]);
  });

  it("are written one by one when the transaction times out", async () => {
    const shop = await shops.receiver(ok);
    await shops.pointAt(shop.url);
    await createEvents(shops.merchantId, 12);
    const end = await slowTries(0.1);
    // The common transaction exceeds its 5 s; a transaction for one of them does not.
    const limit = controlTimers((ms) => ms === WRITE_TIMEOUT_MS);
    try {
      const runs = (await deliverJob.claim(100)).map((run) => run());
      await until(async () => (await sleeping()) === 1);
      expect(limit.waiting()).toBe(1);
      limit.pass();
      await Promise.all(runs);
    } finally {
      limit.restore();
      await end();
    }
    const tried = "SELECT count(*)::int AS n FROM webhook_delivery_attempts WHERE response_body = 'thanks'";
    expect([await number(tried), await inFlight(), shop.received.length]).toEqual([12, 0, 12]);
  });
});
