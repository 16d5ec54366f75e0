import { beforeEach, describe, expect, it, vi } from "vitest";
import { createMerchant } from "../merchants/create-merchant";
import { moveClock, query, stopClock } from "../test/database";
import { ctx } from "../test/fixtures";
import { deliveryOf, happen, happenOften } from "../test/webhook-events";
import { ok, shopsOfEachTest, status } from "../test/webhook-shops";
import { claimDeliveries } from "./claim-store";
import { deliverJob, PLACES } from "./jobs";
import { setWebhookUrl } from "./set-webhook-url";

vi.stubEnv("WEBHOOK_ALLOW_CIDRS", "127.0.0.1/32:1-65535");
const shops = shopsOfEachTest();
// A call in hand stays as young as it is, however long a test takes.
beforeEach(stopClock);

const claimed = async (limit = 100) => (await deliverJob.claim(limit)).length;
const byHand = (subject: string) =>
  query((client) =>
    client.query(
      "UPDATE webhook_deliveries SET by_hand = true WHERE event_id IN (SELECT id FROM webhook_events WHERE subject_id = $1)",
      [subject],
    ),
  );
/** Takes everything out of hand again. */
const giveBack = () => query((client) => client.query("UPDATE webhook_deliveries SET lease_until = NULL"));

/** The health of the merchant's default URL. */
async function health(given: { failures?: number; paused?: boolean; probeIn?: string; held?: boolean }): Promise<void> {
  const { failures = 20, paused = false, probeIn = "30 seconds", held = false } = given;
  await query((client) =>
    client.query(
      `INSERT INTO webhook_health (destination_id, merchant_id, failures, failing_since, paused_since, probe_at, held_since)
       VALUES ($1, $1, $2, CASE WHEN $2 > 0 THEN app_now() END, CASE WHEN $3 THEN app_now() END,
         CASE WHEN $3 THEN app_now() + $4::interval END, CASE WHEN $5 THEN app_now() END)`,
      [shops.merchantId, failures, paused, probeIn, held],
    ),
  );
}

describe("a destination", () => {
  it.each([
    ["that is healthy has its places", null, PLACES.perDestination],
    ["whose last two tries failed has its places", { failures: 2 }, PLACES.perDestination],
    ["whose last three tries failed has one", { failures: 3 }, 1],
    ["that a person paused has none", { failures: 0, held: true }, 0],
    ["whose breaker is open has none before its probe", { paused: true }, 0],
    ["whose breaker is open has one for its probe", { paused: true, probeIn: "0 seconds" }, 1],
    ["that a person paused has none for a probe either", { paused: true, probeIn: "0 seconds", held: true }, 0],
  ])("%s", async (_, given, places) => {
    await shops.pointAt("http://127.0.0.1:9/hook");
    if (given) await health(given);
    await happenOften(shops.merchantId, 20);
    expect(await claimed()).toBe(places);
    expect(await claimed()).toBe(0);
    const { id: otherId } = await createMerchant(ctx, { brandName: "Other" });
    await setWebhookUrl(ctx, { webhook_url: "http://127.0.0.1:9/hook", merchant_id: otherId });
    await happen(otherId);
    expect(await claimed()).toBe(1);
  });

  it("that keeps a call waiting for two seconds gets a fourth of its places, until that call is over", async () => {
    await shops.pointAt("http://127.0.0.1:9/hook");
    await happenOften(shops.merchantId, 30);
    expect(await claimed(1)).toBe(1);
    await moveClock("3 seconds");
    expect(await claimed()).toBe(PLACES.perSlowDestination - 1);
    await giveBack();
    expect(await claimed()).toBe(PLACES.perDestination);
  });

  it("is probed by one worker of many", async () => {
    await shops.pointAt("http://127.0.0.1:9/hook");
    await health({ paused: true, probeIn: "0 seconds" });
    await happenOften(shops.merchantId, 20);
    expect((await Promise.all(Array.from({ length: 8 }, () => claimed(5)))).reduce((a, b) => a + b)).toBe(1);
  });
});

describe("a merchant's calls that wait for two seconds", () => {
  async function hangingEndpoints(): Promise<void> {
    const names = Array.from({ length: 40 }, (_, index) => `hangs-${index}`);
    for (const name of names) await shops.endpoint({ name, url: "http://127.0.0.1:9/hook" });
    for (let index = 0; index < 40; index += 10) {
      await happen(shops.merchantId, { endpoints: names.slice(index, index + 10) });
    }
    await shops.endpoint({ name: "fresh", url: "http://127.0.0.1:9/hook" });
    expect(await claimed()).toBe(PLACES.perMerchant);
    await happen(shops.merchantId, { endpoints: ["fresh"] });
  }

  it("leave their places to its other endpoints", async () => {
    await hangingEndpoints();
    expect(await claimed()).toBe(0);
    await moveClock("3 seconds");
    expect(await claimed()).toBe(1);
  });

  it("TWIN: keep them when patience is as long as a call", async () => {
    await hangingEndpoints();
    await moveClock("3 seconds");
    const order = { limit: 100, places: { ...PLACES, patienceS: 15 }, leaseS: 25, leasedBy: null };
    expect(await claimDeliveries(order)).toHaveLength(0);
  });
});

describe("a delivery that a person waits for", () => {
  it("goes before everything that is older, and past a pause, a breaker and all places", async () => {
    const shop = await shops.receiver(ok);
    await shops.pointAt(shop.url);
    await happenOften(shops.merchantId, PLACES.perDestination);
    expect(await claimed()).toBe(PLACES.perDestination);
    await health({ paused: true, held: true });
    await happenOften(shops.merchantId, 3);
    const subject = await happen(shops.merchantId);
    await byHand(subject);
    const runs = await deliverJob.claim(2);
    for (const run of runs) await run();
    expect((await deliveryOf(subject, shops.merchantId)).delivery).toMatchObject({ status: "delivered", tries: 1 });
    expect(shop.received).toHaveLength(1);
  });

  it("is one like any other after its first try", async () => {
    await shops.pointAt((await shops.receiver(status(500))).url);
    const subject = await happen(shops.merchantId);
    await byHand(subject);
    for (const run of await deliverJob.claim(10)) await run();
    await query((client) => client.query("UPDATE webhook_health SET held_since = app_now()"));
    await moveClock("10 minutes");
    expect(await claimed()).toBe(0);
    await byHand(subject);
    expect(await claimed()).toBe(1);
  });

  it("leaves half of what is taken to the others, however many there are", async () => {
    await shops.pointAt("http://127.0.0.1:9/hook");
    for (let index = 0; index < 12; index += 1) await byHand(await happen(shops.merchantId));
    const { id: otherId } = await createMerchant(ctx, { brandName: "Other" });
    await setWebhookUrl(ctx, { webhook_url: "http://127.0.0.1:9/hook", merchant_id: otherId });
    await happenOften(otherId, 12);
    expect(await claimed(10)).toBe(10);
    const sql = "SELECT count(lease_until)::int AS n FROM webhook_deliveries WHERE merchant_id = $1";
    const inHandOf = (id: string) => query(async (client) => (await client.query(sql, [id])).rows[0]?.n);
    expect([await inHandOf(shops.merchantId), await inHandOf(otherId)]).toEqual([5, 5]);
  });
});
