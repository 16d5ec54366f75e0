import { describe, expect, it } from "vitest";
import { env } from "../../lib/config/env";
import { createMerchant } from "../../merchants/create-merchant";
import { blockTable } from "../../test/block-table";
import { moveClock, query } from "../../test/database";
import { ctx } from "../../test/rows/fixtures";
import { createEvent, createEvents, deliveryOf } from "../../test/rows/webhook-events";
import { until } from "../../test/until";
import { openLoopback } from "../../test/webhooks/loopback-receivers";
import { ok, shopsOfEachTest, status } from "../../test/webhooks/webhook-shops";
import { setWebhookUrl } from "../endpoints/set-webhook-url";
import { deliverJob } from "../jobs";

openLoopback();
const shops = shopsOfEachTest();

const number = async (sql: string) => Number((await query(sql)).rows[0]?.n);
/** The number of attempts recorded by each transaction. */
const commits = () => number("SELECT count(DISTINCT xmin::text)::int AS n FROM webhook_delivery_attempts");
const tries = () => number("SELECT count(*)::int AS n FROM webhook_delivery_attempts");
const inFlight = () => number("SELECT count(lease_until)::int AS n FROM webhook_deliveries");

describe("outcomes", () => {
  it("of attempts that end together are committed together, and each run ends with the commit", async () => {
    const answers: (() => void)[] = [];
    const shop = await shops.receiver((response) => {
      answers.push(() => response.end("thanks"));
    });
    await shops.pointAt(shop.url);
    await createEvents(shops.merchantId, 12);
    const block = await blockTable(env().migrationUrl, "webhook_delivery_attempts", "commit");
    let ended = 0;
    const runs = (await deliverJob.claim(100)).map((run) =>
      run().then(() => {
        ended += 1;
      }),
    );
    await until(() => answers.length === 12);
    for (const answer of answers) answer();
    await block.waiting(1);
    expect(ended).toBe(0);
    await block.release();
    await Promise.all(runs);
    expect(await tries()).toBe(12);
    // The first may have been alone; the others were batched.
    expect(await commits()).toBeLessThanOrEqual(3);
    expect(await inFlight()).toBe(0);
  });

  it("are recorded except one that cannot be, whose lease expires", async () => {
    const shop = await shops.receiver(ok);
    await shops.pointAt(shop.url);
    const subjects = await Promise.all(Array.from({ length: 6 }, () => createEvent(shops.merchantId)));
    const poisoned = subjects[2] ?? "";
    const { delivery } = await deliveryOf(poisoned, shops.merchantId);
    await query(
      `ALTER TABLE webhook_delivery_attempts ADD CONSTRAINT poisoned CHECK (delivery_id <> '${delivery.id}')`,
    );
    const results = await Promise.allSettled((await deliverJob.claim(100)).map((run) => run()));
    await query("ALTER TABLE webhook_delivery_attempts DROP CONSTRAINT poisoned");
    expect(results.filter((one) => one.status === "rejected")).toHaveLength(1);
    expect(await number("SELECT count(*)::int AS n FROM webhook_deliveries WHERE status = 'delivered'")).toBe(5);
    expect([await tries(), await inFlight()]).toEqual([5, 1]);
    await moveClock("30 seconds");
    for (const run of await deliverJob.claim(100)) await run();
    expect((await deliveryOf(poisoned, shops.merchantId)).delivery).toMatchObject({ status: "delivered", tries: 1 });
    expect(shop.received).toHaveLength(7);
  });

  it("survive a lost database connection: no call is repeated", async () => {
    const shop = await shops.receiver(ok);
    await shops.pointAt(shop.url);
    await createEvents(shops.merchantId, 3);
    const block = await blockTable(env().migrationUrl, "webhook_delivery_attempts", "commit");
    const runs = (await deliverJob.claim(10)).map((run) => run());
    await block.waiting(1);
    const lost = `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    expect((await query(lost)).rows).toHaveLength(1);
    await block.release();
    await Promise.all(runs);
    expect([await tries(), await inFlight(), shop.received.length]).toEqual([3, 0, 3]);
  });

  it("with a response that cannot be stored are recorded without it, so that the call is not repeated", async () => {
    const shop = await shops.receiver((response) => response.end("poison"));
    await shops.pointAt(shop.url);
    const subject = await createEvent(shops.merchantId);
    const check = "ADD CONSTRAINT poisoned CHECK (response_body <> 'poison')";
    await query(`ALTER TABLE webhook_delivery_attempts ${check}`);
    for (const run of await deliverJob.claim(1)) await run();
    await query("ALTER TABLE webhook_delivery_attempts DROP CONSTRAINT poisoned");
    const { delivery } = await deliveryOf(subject, shops.merchantId);
    expect(delivery).toMatchObject({ status: "delivered", tries: 1, attempts: [{ status: 200, responseBody: null }] });
  });

  it("contain the timings of the call and its address", async () => {
    const shop = await shops.receiver(status(500));
    await shops.pointAt(shop.url);
    const subject = await createEvent(shops.merchantId);
    for (const run of await deliverJob.claim(1)) await run();
    const [attempt] = (await deliveryOf(subject, shops.merchantId)).tries;
    expect(attempt).toMatchObject({
      remoteAddress: "127.0.0.1",
      timings: { nameMs: null, connectMs: expect.any(Number), tlsMs: null, waitMs: expect.any(Number) },
    });
  });
});

describe("deliveries prepared together", () => {
  it("are sent although one of them cannot be prepared", async () => {
    const shop = await shops.receiver(ok);
    await shops.pointAt(shop.url);
    const { id: otherId } = await createMerchant(ctx, { brandName: "Other" });
    await setWebhookUrl(ctx, { webhook_url: shop.url, merchant_id: otherId });
    await query("UPDATE webhook_defaults SET secret_sealed = '\\x00' WHERE merchant_id = $1", [otherId]);
    await createEvent(shops.merchantId);
    const subject = await createEvent(otherId);
    await createEvent(shops.merchantId);
    for (const run of await deliverJob.claim(10)) await run();
    expect(shop.received).toHaveLength(2);
    expect((await deliveryOf(subject, otherId)).delivery).toMatchObject({ status: "waiting", tries: 1 });
  });
});
