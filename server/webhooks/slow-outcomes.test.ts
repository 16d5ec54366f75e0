import pg from "pg";
import { beforeEach, describe, expect, it } from "vitest";
import { env } from "../lib/env";
import { query, stopClock } from "../test/database";
import { openLoopback } from "../test/loopback-receivers";
import { until } from "../test/until";
import { holdTimers } from "../test/waits";
import { deliveryOf, happen, happenOften } from "../test/webhook-events";
import { ok, shopsOfEachTest, status } from "../test/webhook-shops";
import { deliverJob } from "./jobs";

openLoopback();
const WRITE_TIMEOUT_MS = 5_000;
const shops = shopsOfEachTest();
// Leases hold, and no next try is due, however long recording takes.
beforeEach(stopClock);

const number = (sql: string) => query(async (client) => Number((await client.query(sql)).rows[0]?.n));
/** Transactions that write a slow try at this moment. */
const sleeping = () =>
  number(`SELECT count(*)::int AS n FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event = 'PgSleep'`);
const inHand = () => number("SELECT count(lease_until)::int AS n FROM webhook_deliveries");

/** Somebody's transaction keeps the health of the endpoint `name` to itself, until it is told to end. */
async function keepHealthOf(name: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: env().databaseUrl });
  await client.connect();
  await client.query("BEGIN");
  const sql = `SELECT 1 FROM webhook_health WHERE destination_id =
    (SELECT id FROM webhook_endpoints WHERE merchant_id = $1 AND name = $2) FOR UPDATE`;
  expect((await client.query(sql, [shops.merchantId, name])).rowCount).toBe(1);
  return () => client.end();
}

/** Each try takes so long to be recorded. Answers what ends that. */
async function slowTries(seconds: number): Promise<() => Promise<unknown>> {
  const run = (sql: string) => query((client) => client.query(sql));
  await run(`
    CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(${seconds}); RETURN NULL; END $$;
    CREATE TRIGGER dawdle AFTER INSERT ON webhook_delivery_attempts FOR EACH ROW EXECUTE FUNCTION dawdle()`);
  return () => run("DROP TRIGGER dawdle ON webhook_delivery_attempts; DROP FUNCTION dawdle()");
}

describe("outcomes that cannot be committed together in time, while the database answers", () => {
  it("are written one by one: who waits for a locked health is recorded without it, and holds up nobody", async () => {
    const [well, ill] = [await shops.receiver(ok), await shops.receiver(status(500))];
    await shops.endpoint({ name: "well", url: well.url });
    await shops.endpoint({ name: "ill", url: ill.url });
    await happen(shops.merchantId, { endpoints: ["ill"] });
    for (const run of await deliverJob.claim(1)) await run();
    const slow = await happen(shops.merchantId, { endpoints: ["ill"] });
    const quick = await happen(shops.merchantId, { endpoints: ["well"] });
    const end = await keepHealthOf("ill");
    try {
      // While the row is still locked: nobody has to let go of it first.
      await Promise.all((await deliverJob.claim(10)).map((run) => run()));
      // Within the leases: nothing was there to be called again.
      expect(await deliverJob.claim(10)).toHaveLength(0);
    } finally {
      await end();
    }
    expect((await deliveryOf(slow, shops.merchantId)).delivery).toMatchObject({ status: "waiting", tries: 1 });
    expect((await deliveryOf(quick, shops.merchantId)).delivery).toMatchObject({ status: "delivered", tries: 1 });
    expect([ill.received.length, well.received.length, await inHand()]).toEqual([2, 1, 0]);
  });

  it("are written one by one when the transaction runs into its limit", async () => {
    const shop = await shops.receiver(ok);
    await shops.pointAt(shop.url);
    await happenOften(shops.merchantId, 12);
    const end = await slowTries(0.1);
    // Their transaction's 5 s are over while it is writing; those that write one of them each have time enough.
    const limit = holdTimers((ms) => ms === WRITE_TIMEOUT_MS);
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
    expect([await number(tried), await inHand(), shop.received.length]).toEqual([12, 0, 12]);
  });
});
