import { beforeEach, describe, expect, it } from "vitest";
import { createMerchant } from "../../merchants/create-merchant";
import { moveClock, query, stopClock } from "../../test/database";
import { ctx } from "../../test/rows/fixtures";
import { createEvent, createEvents, deliveryOf } from "../../test/rows/webhook-events";
import { ok, shopsOfEachTest, status } from "../../test/webhooks/webhook-shops";
import { setWebhookUrl } from "../endpoints/set-webhook-url";
import { CONCURRENCY_LIMITS, deliverJob } from "../jobs";
import { claimDeliveries } from "./claim-store";
import { readPositions } from "./read-positions";

const shops = shopsOfEachTest();
// Calls in flight do not age, however long a test takes.
beforeEach(stopClock);

const claimed = async (limit = 100) => (await deliverJob.claim(limit)).length;
const priority = (subject: string) =>
  query(
    "UPDATE webhook_deliveries SET priority = true WHERE event_id IN (SELECT id FROM webhook_events WHERE subject_id = $1)",
    [subject],
  );
/** Ends all leases. */
const giveBack = () => query("UPDATE webhook_deliveries SET lease_until = NULL");

/** The health of the merchant's default URL. */
async function health(given: {
  failures?: number;
  circuitOpen?: boolean;
  trialIn?: string;
  paused?: boolean;
}): Promise<void> {
  const { failures = 20, circuitOpen = false, trialIn = "30 seconds", paused = false } = given;
  await query(
    `INSERT INTO webhook_health (endpoint_key, merchant_id, failures, failing_since, circuit_opened_at, trial_at, paused_at)
       VALUES ($1, $1, $2, CASE WHEN $2 > 0 THEN app_now() END, CASE WHEN $3 THEN app_now() END,
         CASE WHEN $3 THEN app_now() + $4::interval END, CASE WHEN $5 THEN app_now() END)`,
    [shops.merchantId, failures, circuitOpen, trialIn, paused],
  );
}

describe("an endpoint's calls in flight", () => {
  it.each([
    ["are limited per endpoint when it is healthy", null, CONCURRENCY_LIMITS.perEndpoint],
    ["are limited per endpoint when two attempts in a row failed", { failures: 2 }, CONCURRENCY_LIMITS.perEndpoint],
    ["are limited to one when three attempts in a row failed", { failures: 3 }, 1],
    ["are none when it is paused", { failures: 0, paused: true }, 0],
    ["are none while its circuit is open, before the half-open trial", { circuitOpen: true }, 0],
    ["are one when the half-open trial is due", { circuitOpen: true, trialIn: "0 seconds" }, 1],
    [
      "are none when it is paused, although a half-open trial is due",
      { circuitOpen: true, trialIn: "0 seconds", paused: true },
      0,
    ],
  ])("%s", async (_, given, limits) => {
    await shops.pointAt("http://127.0.0.1:9/hook");
    if (given) await health(given);
    await createEvents(shops.merchantId, 20);
    expect(await claimed()).toBe(limits);
    expect(await claimed()).toBe(0);
    const { id: otherId } = await createMerchant(ctx, { brandName: "Other" });
    await setWebhookUrl(ctx, { webhook_url: "http://127.0.0.1:9/hook", merchant_id: otherId });
    await createEvent(otherId);
    expect(await claimed()).toBe(1);
  });

  it("are a quarter while one of them is older than two seconds", async () => {
    await shops.pointAt("http://127.0.0.1:9/hook");
    await createEvents(shops.merchantId, 30);
    expect(await claimed(1)).toBe(1);
    await moveClock("3 seconds");
    expect(await claimed()).toBe(CONCURRENCY_LIMITS.perSlowEndpoint - 1);
    await giveBack();
    expect(await claimed()).toBe(CONCURRENCY_LIMITS.perEndpoint);
  });

  it("are one half-open trial, although many workers claim at once", async () => {
    await shops.pointAt("http://127.0.0.1:9/hook");
    await health({ circuitOpen: true, trialIn: "0 seconds" });
    await createEvents(shops.merchantId, 20);
    expect((await Promise.all(Array.from({ length: 8 }, () => claimed(5)))).reduce((a, b) => a + b)).toBe(1);
  });
});

describe("a merchant's calls older than two seconds", () => {
  async function hangingEndpoints(): Promise<void> {
    const names = Array.from({ length: 40 }, (_, index) => `hangs-${index}`);
    for (const name of names) await shops.endpoint({ name, url: "http://127.0.0.1:9/hook" });
    for (let index = 0; index < 40; index += 10) {
      await createEvent(shops.merchantId, { endpoints: names.slice(index, index + 10) });
    }
    await shops.endpoint({ name: "fresh", url: "http://127.0.0.1:9/hook" });
    expect(await claimed()).toBe(CONCURRENCY_LIMITS.perMerchant);
    await createEvent(shops.merchantId, { endpoints: ["fresh"] });
  }

  it("no longer count against its limit for other endpoints", async () => {
    await hangingEndpoints();
    expect(await claimed()).toBe(0);
    await moveClock("3 seconds");
    expect(await claimed()).toBe(1);
  });

  it("control: count when the threshold is as long as a call", async () => {
    await hangingEndpoints();
    await moveClock("3 seconds");
    const order = {
      limit: 100,
      limits: { ...CONCURRENCY_LIMITS, slowAfterS: 15 },
      leaseS: 25,
      positions: readPositions(),
    };
    expect(await claimDeliveries(order)).toHaveLength(0);
  });
});

describe("a priority delivery", () => {
  it("is claimed before older ones, although its endpoint is paused, its circuit open and every limit reached", async () => {
    const shop = await shops.receiver(ok);
    await shops.pointAt(shop.url);
    await createEvents(shops.merchantId, CONCURRENCY_LIMITS.perEndpoint);
    expect(await claimed()).toBe(CONCURRENCY_LIMITS.perEndpoint);
    await health({ circuitOpen: true, paused: true });
    await createEvents(shops.merchantId, 3);
    const subject = await createEvent(shops.merchantId);
    await priority(subject);
    const runs = await deliverJob.claim(2);
    for (const run of runs) await run();
    expect((await deliveryOf(subject, shops.merchantId)).delivery).toMatchObject({ status: "delivered", tries: 1 });
    expect(shop.received).toHaveLength(1);
  });

  it("loses its priority after one attempt", async () => {
    await shops.pointAt((await shops.receiver(status(500))).url);
    const subject = await createEvent(shops.merchantId);
    await priority(subject);
    for (const run of await deliverJob.claim(10)) await run();
    await query("UPDATE webhook_health SET paused_at = app_now()");
    await moveClock("10 minutes");
    expect(await claimed()).toBe(0);
    await priority(subject);
    expect(await claimed()).toBe(1);
  });

  it("takes at most half of a claim, however many there are", async () => {
    await shops.pointAt("http://127.0.0.1:9/hook");
    for (let index = 0; index < 12; index += 1) await priority(await createEvent(shops.merchantId));
    const { id: otherId } = await createMerchant(ctx, { brandName: "Other" });
    await setWebhookUrl(ctx, { webhook_url: "http://127.0.0.1:9/hook", merchant_id: otherId });
    await createEvents(otherId, 12);
    expect(await claimed(10)).toBe(10);
    const sql = "SELECT count(lease_until)::int AS n FROM webhook_deliveries WHERE merchant_id = $1";
    const inHandOf = async (id: string) => (await query(sql, [id])).rows[0]?.n;
    expect([await inHandOf(shops.merchantId), await inHandOf(otherId)]).toEqual([5, 5]);
  });
});
