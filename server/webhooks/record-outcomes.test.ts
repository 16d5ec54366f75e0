import { describe, expect, it } from "vitest";
import { env } from "../lib/env";
import { createMerchant } from "../merchants/create-merchant";
import { moveClock, query } from "../test/database";
import { ctx } from "../test/fixtures";
import { closeGate } from "../test/gate";
import { openLoopback } from "../test/loopback-receivers";
import { until } from "../test/until";
import { deliveryOf, happen, happenOften } from "../test/webhook-events";
import { ok, shopsOfEachTest, status } from "../test/webhook-shops";
import { deliverJob } from "./jobs";
import { setWebhookUrl } from "./set-webhook-url";

openLoopback();
const shops = shopsOfEachTest();

const number = (sql: string) => query(async (client) => Number((await client.query(sql)).rows[0]?.n));
/** Each transaction that recorded tries, and how many. */
const commits = () => number("SELECT count(DISTINCT xmin::text)::int AS n FROM webhook_delivery_attempts");
const tries = () => number("SELECT count(*)::int AS n FROM webhook_delivery_attempts");
const inHand = () => number("SELECT count(lease_until)::int AS n FROM webhook_deliveries");

describe("outcomes", () => {
  it("of tries that end together are committed together, and each run ends with its commit", async () => {
    const answers: (() => void)[] = [];
    const shop = await shops.receiver((response) => {
      answers.push(() => response.end("thanks"));
    });
    await shops.pointAt(shop.url);
    await happenOften(shops.merchantId, 12);
    const gate = await closeGate(env().migrationUrl, "webhook_delivery_attempts", "commit");
    let ended = 0;
    const runs = (await deliverJob.claim(100)).map((run) =>
      run().then(() => {
        ended += 1;
      }),
    );
    await until(() => answers.length === 12);
    for (const answer of answers) answer();
    await gate.waiting(1);
    expect(ended).toBe(0);
    await gate.open();
    await Promise.all(runs);
    expect(await tries()).toBe(12);
    // The first may have been alone; the others waited for it.
    expect(await commits()).toBeLessThanOrEqual(3);
    expect(await inHand()).toBe(0);
  });

  it("are recorded without the one among them that cannot be, whose lease ends", async () => {
    const shop = await shops.receiver(ok);
    await shops.pointAt(shop.url);
    const subjects = await Promise.all(Array.from({ length: 6 }, () => happen(shops.merchantId)));
    const poisoned = subjects[2] ?? "";
    const { delivery } = await deliveryOf(poisoned, shops.merchantId);
    await query((client) =>
      client.query(
        `ALTER TABLE webhook_delivery_attempts ADD CONSTRAINT poisoned CHECK (delivery_id <> '${delivery.id}')`,
      ),
    );
    const results = await Promise.allSettled((await deliverJob.claim(100)).map((run) => run()));
    await query((client) => client.query("ALTER TABLE webhook_delivery_attempts DROP CONSTRAINT poisoned"));
    expect(results.filter((one) => one.status === "rejected")).toHaveLength(1);
    expect(await number("SELECT count(*)::int AS n FROM webhook_deliveries WHERE status = 'delivered'")).toBe(5);
    expect([await tries(), await inHand()]).toEqual([5, 1]);
    await moveClock("30 seconds");
    for (const run of await deliverJob.claim(100)) await run();
    expect((await deliveryOf(poisoned, shops.merchantId)).delivery).toMatchObject({ status: "delivered", tries: 1 });
    expect(shop.received).toHaveLength(7);
  });

  it("outlive the loss of the connection that commits them: no call is made again", async () => {
    const shop = await shops.receiver(ok);
    await shops.pointAt(shop.url);
    await happenOften(shops.merchantId, 3);
    const gate = await closeGate(env().migrationUrl, "webhook_delivery_attempts", "commit");
    const runs = (await deliverJob.claim(10)).map((run) => run());
    await gate.waiting(1);
    const lost = `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    expect((await query((client) => client.query(lost))).rows).toHaveLength(1);
    await gate.open();
    await Promise.all(runs);
    expect([await tries(), await inHand(), shop.received.length]).toEqual([3, 0, 3]);
  });

  it("whose answer cannot be stored are recorded without it, so that the call is not made again for ever", async () => {
    const shop = await shops.receiver((response) => response.end("poison"));
    await shops.pointAt(shop.url);
    const subject = await happen(shops.merchantId);
    const check = "ADD CONSTRAINT poisoned CHECK (response_body <> 'poison')";
    await query((client) => client.query(`ALTER TABLE webhook_delivery_attempts ${check}`));
    for (const run of await deliverJob.claim(1)) await run();
    await query((client) => client.query("ALTER TABLE webhook_delivery_attempts DROP CONSTRAINT poisoned"));
    const { delivery } = await deliveryOf(subject, shops.merchantId);
    expect(delivery).toMatchObject({ status: "delivered", tries: 1, attempts: [{ status: 200, responseBody: null }] });
  });

  it("say how long each part of the call took, and where it went", async () => {
    const shop = await shops.receiver(status(500));
    await shops.pointAt(shop.url);
    const subject = await happen(shops.merchantId);
    for (const run of await deliverJob.claim(1)) await run();
    const [attempt] = (await deliveryOf(subject, shops.merchantId)).tries;
    expect(attempt).toMatchObject({
      remoteAddress: "127.0.0.1",
      timings: { nameMs: null, connectMs: expect.any(Number), tlsMs: null, waitMs: expect.any(Number) },
    });
  });
});

describe("deliveries that are prepared together", () => {
  it("go out although one of them cannot be prepared", async () => {
    const shop = await shops.receiver(ok);
    await shops.pointAt(shop.url);
    const { id: otherId } = await createMerchant(ctx, { brandName: "Other" });
    await setWebhookUrl(ctx, { webhook_url: shop.url, merchant_id: otherId });
    await query((client) =>
      client.query("UPDATE webhook_defaults SET secret_sealed = '\\x00' WHERE merchant_id = $1", [otherId]),
    );
    await happen(shops.merchantId);
    const subject = await happen(otherId);
    await happen(shops.merchantId);
    for (const run of await deliverJob.claim(10)) await run();
    expect(shop.received).toHaveLength(2);
    expect((await deliveryOf(subject, otherId)).delivery).toMatchObject({ status: "waiting", tries: 1 });
  });
});
