import { beforeEach, describe, expect, it } from "vitest";
import { now } from "../../lib/clock";
import { db } from "../../lib/db";
import { moveClock, query, untilLocksWait } from "../../test/database";
import { ctx } from "../../test/rows/fixtures";
import { createEvent, runDue } from "../../test/rows/webhook-events";
import { ok, shopsOfEachTest, status } from "../../test/webhooks/webhook-shops";
import { addIncrements, deleteOldHours, findCurrentUrls } from "../health/health-store";
import { pauseEndpoint, resumeEndpoint } from "../health/pause-endpoint";
import { findEndpointRef } from "../health/pause-store";
import { updateEndpointHealth } from "../health/update-endpoint-health";
import { expireDeliveries } from "./expire-deliveries";

const shops = shopsOfEachTest();
const orders = () => ({ merchantId: shops.merchantId, name: "orders" });
const event = () => createEvent(shops.merchantId, { endpoints: ["orders"] });

beforeEach(async () => {
  await query("DELETE FROM webhook_health");
  await shops.endpoint({ name: "orders" });
});

/** Counts deliveries by status and reason. */
async function stand(): Promise<Record<string, number>> {
  const sql = "SELECT COALESCE(reason, status) AS how, count(*)::int AS count FROM webhook_deliveries GROUP BY 1";
  const { rows } = await query<{ how: string; count: number }>(sql);
  return Object.fromEntries(rows.map(({ how, count }) => [how, count]));
}

const CIRCUIT = "not delivered within 4 days: the endpoint was failing";
const PERSON = "not delivered within 30 days: the endpoint was paused";

/** Opens the circuit: twenty failures over more than a minute. */
async function openCircuit(): Promise<void> {
  const { merchantId } = shops;
  const endpointKey = (await findEndpointRef(db(), merchantId, "orders"))?.id ?? "";
  const url = (await findCurrentUrls(db(), [endpointKey])).get(endpointKey);
  const failure = { endpointKey, merchantId, url, ok: false, error: "status 500", durationMs: 9, hadHealth: false };
  const note = (count: number) =>
    db().$transaction((tx) => updateEndpointHealth(tx, Array(count).fill({ ...failure, at: now() })));
  await note(1);
  await moveClock("61 seconds");
  await note(19);
}

describe("a delivery that waits while the circuit is open", () => {
  it("fails four days after it was due; later ones keep waiting", async () => {
    await openCircuit();
    await event();
    await moveClock("3 days");
    await event();
    await expireDeliveries();
    expect(await stand()).toEqual({ waiting: 2 });
    await moveClock("25 hours");
    await expireDeliveries();
    expect(await stand()).toEqual({ waiting: 1, [CIRCUIT]: 1 });
    const [done] = await db().webhookDelivery.findMany({ where: { status: "failed" } });
    expect(done).toMatchObject({ tries: 0, doneAt: expect.any(Date) });
  });

  it("fails four days after the opening if it was due before", async () => {
    await event();
    await moveClock("5 days");
    await openCircuit();
    await expireDeliveries();
    expect(await stand()).toEqual({ waiting: 1 });
    await moveClock("97 hours");
    await expireDeliveries();
    expect(await stand()).toEqual({ [CIRCUIT]: 1 });
  });

  it("keeps waiting when the endpoint is paused while the job runs", async () => {
    await openCircuit();
    await event();
    await moveClock("5 days");
    const expired = await db().$transaction(async (tx) => {
      await tx.$executeRaw`UPDATE webhook_health SET paused_at = app_now()`;
      const running = expireDeliveries();
      await untilLocksWait(1);
      return { running };
    });
    await expired.running;
    expect(await stand()).toEqual({ waiting: 1 });
  });

  it("does not fail while it is leased or has priority", async () => {
    await openCircuit();
    await event();
    await event();
    await moveClock("5 days");
    const sql = `WITH two AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM webhook_deliveries)
      UPDATE webhook_deliveries d SET priority = n = 1,
        lease_until = CASE WHEN n = 2 THEN app_now() + interval '20 seconds' END FROM two WHERE two.id = d.id`;
    await query(sql);
    await expireDeliveries();
    expect(await stand()).toEqual({ waiting: 2 });
  });

  it("control: waits without end when the job does not run", async () => {
    await openCircuit();
    await event();
    await moveClock("40 days");
    expect(await stand()).toEqual({ waiting: 1 });
  });
});

describe("a delivery that waits while the endpoint is paused", () => {
  it("fails after thirty days, also when the circuit is open too", async () => {
    await openCircuit();
    await pauseEndpoint(ctx, orders());
    await event();
    await moveClock("29 days");
    await expireDeliveries();
    expect(await stand()).toEqual({ waiting: 1 });
    await moveClock("25 hours");
    await expireDeliveries();
    expect(await stand()).toEqual({ [PERSON]: 1 });
  });

  it("is sent when the endpoint is resumed, however old it is", async () => {
    const shop = await shops.receiver(status(500));
    await query("UPDATE webhook_endpoints SET url = $1 WHERE name = 'orders'", [shop.url]);
    await openCircuit();
    await pauseEndpoint(ctx, orders());
    await event();
    await event();
    await moveClock("20 days");
    await resumeEndpoint(ctx, orders());
    await runDue();
    await expireDeliveries();
    expect(await stand()).toEqual({ "status 500": 1, waiting: 1 });
    shop.answer = ok;
    await resumeEndpoint(ctx, orders());
    for (let round = 0; round < 5; round += 1) {
      await moveClock("10 seconds");
      await runDue();
    }
    expect(await stand()).toEqual({ delivered: 2 });
  });

  it("waits thirty days more when the endpoint is resumed and paused again while the job runs", async () => {
    await pauseEndpoint(ctx, orders());
    await event();
    await moveClock("31 days");
    const expired = await db().$transaction(async (tx) => {
      await tx.$executeRaw`UPDATE webhook_health SET paused_at = app_now()`;
      const running = expireDeliveries();
      await untilLocksWait(1);
      return { running };
    });
    await expired.running;
    expect(await stand()).toEqual({ waiting: 1 });
  });

  it("fails although the deliveries of an endpoint before it cannot be changed", async () => {
    await shops.endpoint({ name: "refunds" });
    const names = ["orders", "refunds"];
    for (const name of names) await pauseEndpoint(ctx, { ...orders(), name });
    await createEvent(shops.merchantId, { endpoints: names });
    await moveClock("31 days");
    const refs = await Promise.all(names.map((name) => findEndpointRef(db(), shops.merchantId, name)));
    const [first] = refs.map((ref) => ref?.id ?? "").sort();
    await query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE ON webhook_deliveries FOR EACH ROW
        WHEN (NEW.endpoint_id = '${first}') EXECUTE FUNCTION refuse()`);
    await expireDeliveries();
    await query("DROP FUNCTION refuse CASCADE");
    expect(await stand()).toEqual({ waiting: 1, [PERSON]: 1 });
  });

  it("fails once, in batches of two concurrent workers", async () => {
    await pauseEndpoint(ctx, orders());
    await event();
    const copies = `INSERT INTO webhook_deliveries (id, event_id, merchant_id, endpoint_id, status, due_at, created_at)
      SELECT gen_random_uuid(), event_id, merchant_id, endpoint_id, 'waiting', due_at, created_at
      FROM webhook_deliveries, generate_series(1, 2499)`;
    await query(copies);
    await moveClock("31 days");
    await Promise.all([expireDeliveries(), expireDeliveries()]);
    await expireDeliveries();
    expect(await stand()).toEqual({ [PERSON]: 2500 });
  });
});

describe("hourly rows", () => {
  it("are deleted after 30 days, a limited number at a time", async () => {
    await openCircuit();
    await moveClock("31 days");
    await openCircuit();
    await addIncrements(db());
    expect(await deleteOldHours(db(), 30, 1)).toBe(1);
    await deleteOldHours(db(), 30, 100);
    const kept = await db().webhookEndpointHourlyStats.findMany({
      where: { hour: { lt: new Date(now().getTime() - 30 * 86_400_000) } },
    });
    expect(kept).toEqual([]);
    expect(await db().webhookEndpointHourlyStats.count()).toBeGreaterThan(0);
  });
});
