import { beforeEach, describe, expect, it, vi } from "vitest";
import { now } from "../lib/clock";
import { db } from "../lib/db";
import { moveClock, query } from "../test/database";
import { ctx } from "../test/fixtures";
import { happen, runDue } from "../test/webhook-events";
import { ok, shopsOfEachTest, status } from "../test/webhook-shops";
import { giveUpStopped } from "./give-up-stopped";
import { holdDestination } from "./hold-destination";
import { findDestination } from "./hold-store";
import { noteOutcomes } from "./note-outcomes";
import { resumeDestination } from "./resume-destination";
import { deleteOldHours } from "./sweep-store";

vi.stubEnv("WEBHOOK_ALLOW_CIDRS", "127.0.0.1/32:1-65535");
const shops = shopsOfEachTest();
const orders = () => ({ merchantId: shops.merchantId, name: "orders" });
const event = () => happen(shops.merchantId, { endpoints: ["orders"] });

beforeEach(async () => {
  await query((client) => client.query("DELETE FROM webhook_health"));
  await shops.endpoint({ name: "orders" });
});

/** How many deliveries stand how, and why. */
async function stand(): Promise<Record<string, number>> {
  const sql = "SELECT COALESCE(reason, status) AS how, count(*)::int AS count FROM webhook_deliveries GROUP BY 1";
  const { rows } = await query((client) => client.query<{ how: string; count: number }>(sql));
  return Object.fromEntries(rows.map(({ how, count }) => [how, count]));
}

const BREAKER = "the endpoint was paused after failures, and this waited 4 days";
const PERSON = "somebody paused the endpoint, and this waited 30 days";

/** The breaker opens, by twenty failures over more than a minute. */
async function breakIt(): Promise<void> {
  const { merchantId } = shops;
  const destinationId = (await findDestination(db(), merchantId, "orders"))?.id ?? "";
  const failure = { destinationId, merchantId, ok: false, error: "status 500", durationMs: 9, hadHealth: false };
  const note = (count: number) =>
    db().$transaction((tx) => noteOutcomes(tx, Array(count).fill({ ...failure, at: now() })));
  await note(1);
  await moveClock("61 seconds");
  await note(19);
}

describe("what waits behind the breaker", () => {
  it("is given up four days after it was due, and what came later waits on", async () => {
    await breakIt();
    await event();
    await moveClock("3 days");
    await event();
    await giveUpStopped();
    expect(await stand()).toEqual({ waiting: 2 });
    await moveClock("25 hours");
    await giveUpStopped();
    expect(await stand()).toEqual({ waiting: 1, [BREAKER]: 1 });
    const [done] = await db().webhookDelivery.findMany({ where: { status: "failed" } });
    expect(done).toMatchObject({ tries: 0, doneAt: expect.any(Date) });
  });

  it("has its four days from the opening where it was due before", async () => {
    await event();
    await moveClock("5 days");
    await breakIt();
    await giveUpStopped();
    expect(await stand()).toEqual({ waiting: 1 });
    await moveClock("97 hours");
    await giveUpStopped();
    expect(await stand()).toEqual({ [BREAKER]: 1 });
  });

  it("is not given up where a worker has it in hand, nor where a person waits for it", async () => {
    await breakIt();
    await event();
    await event();
    await moveClock("5 days");
    const sql = `WITH two AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM webhook_deliveries)
      UPDATE webhook_deliveries d SET by_hand = n = 1,
        lease_until = CASE WHEN n = 2 THEN app_now() + interval '20 seconds' END FROM two WHERE two.id = d.id`;
    await query((client) => client.query(sql));
    await giveUpStopped();
    expect(await stand()).toEqual({ waiting: 2 });
  });

  it("TWIN: is kept for ever where nothing is swept", async () => {
    await breakIt();
    await event();
    await moveClock("40 days");
    expect(await stand()).toEqual({ waiting: 1 });
  });
});

describe("what waits behind a person's pause", () => {
  it("is given up after thirty days, also where the breaker is open too", async () => {
    await breakIt();
    await holdDestination(ctx, orders());
    await event();
    await moveClock("29 days");
    await giveUpStopped();
    expect(await stand()).toEqual({ waiting: 1 });
    await moveClock("25 hours");
    await giveUpStopped();
    expect(await stand()).toEqual({ [PERSON]: 1 });
  });

  it("goes out when it is resumed before, however old it is", async () => {
    const shop = await shops.receiver(status(500));
    await query((client) => client.query("UPDATE webhook_endpoints SET url = $1 WHERE name = 'orders'", [shop.url]));
    await breakIt();
    await holdDestination(ctx, orders());
    await event();
    await event();
    await moveClock("20 days");
    await resumeDestination(ctx, orders());
    await runDue();
    await giveUpStopped();
    expect(await stand()).toEqual({ "status 500": 1, waiting: 1 });
    shop.answer = ok;
    await resumeDestination(ctx, orders());
    for (let round = 0; round < 5; round += 1) {
      await moveClock("10 seconds");
      await runDue();
    }
    expect(await stand()).toEqual({ delivered: 2 });
  });

  it("is given up in batches, by two workers at once, each delivery once", async () => {
    await holdDestination(ctx, orders());
    await event();
    const copies = `INSERT INTO webhook_deliveries (id, event_id, merchant_id, endpoint_id, status, due_at, created_at)
      SELECT gen_random_uuid(), event_id, merchant_id, endpoint_id, 'waiting', due_at, created_at
      FROM webhook_deliveries, generate_series(1, 2499)`;
    await query((client) => client.query(copies));
    await moveClock("31 days");
    await Promise.all([giveUpStopped(), giveUpStopped()]);
    await giveUpStopped();
    expect(await stand()).toEqual({ [PERSON]: 2500 });
  });
});

describe("figures", () => {
  it("are forgotten after their days, a bounded number at a time", async () => {
    await breakIt();
    await moveClock("31 days");
    await breakIt();
    expect(await deleteOldHours(db(), 30, 1)).toBe(1);
    await deleteOldHours(db(), 30, 100);
    const kept = await db().webhookHour.findMany({
      where: { hour: { lt: new Date(now().getTime() - 30 * 86_400_000) } },
    });
    expect(kept).toEqual([]);
    expect(await db().webhookHour.count()).toBeGreaterThan(0);
  });
});
