import { describe, expect, it } from "vitest";
import { moveClock, query } from "../../test/database";
import { ctx } from "../../test/rows/fixtures";
import { createEvent, deliveryOf, runDue } from "../../test/rows/webhook-events";
import { openLoopback } from "../../test/webhooks/loopback-receivers";
import { ok, shopsOfEachTest, status } from "../../test/webhooks/webhook-shops";
import { generateWebhookSecret } from "../secrets/change-secrets";

openLoopback();
const shops = shopsOfEachTest();

describe("a failing delivery", () => {
  it("is attempted ten times by the schedule, then fails, each attempt recorded with its response", async () => {
    const shop = await shops.receiver(status(500));
    await shops.pointAt(shop.url);
    const subject = await createEvent(shops.merchantId);
    const moves = ["0 s", "6 s", "6 min", "36 min", "3 h", "6 h", "12 h", "17 h", "24 h", "29 h"];
    for (const [index, move] of moves.entries()) {
      await moveClock(move);
      expect(await runDue(), `try ${index + 1}`).toBe(1);
      expect(await runDue(), `nothing right after try ${index + 1}`).toBe(0);
    }
    const { delivery, tries } = await deliveryOf(subject, shops.merchantId);
    expect(delivery).toMatchObject({ status: "failed", tries: 10, reason: "status 500" });
    expect(tries.map((one) => one.number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(tries.map((one) => one.nextTryAt === null)).toEqual([...Array<boolean>(9).fill(false), true]);
    await moveClock("30 days");
    expect(await runDue()).toBe(0);
    expect(new Set(shop.received.map((call) => call.headers["x-event-id"])).size).toBe(1);
    expect(shop.received).toHaveLength(10);
  });

  it("stops at 410", async () => {
    const shop = await shops.receiver(status(410));
    await shops.pointAt(shop.url);
    const subject = await createEvent(shops.merchantId);
    await runDue();
    expect((await deliveryOf(subject, shops.merchantId)).delivery).toMatchObject({
      status: "failed",
      tries: 1,
      reason: expect.stringContaining("410"),
    });
    await moveClock("4 days");
    expect(await runDue()).toBe(0);
  });

  it("records a redirect and does not follow it", async () => {
    const inner = await shops.receiver(ok);
    const shop = await shops.receiver(status(307, { location: inner.url }));
    await shops.pointAt(shop.url);
    const subject = await createEvent(shops.merchantId);
    await runDue();
    const { delivery, tries } = await deliveryOf(subject, shops.merchantId);
    expect(delivery).toMatchObject({ status: "waiting", reason: "redirect (307), not followed" });
    expect(tries[0]).toMatchObject({ status: 307, responseHeaders: { location: inner.url } });
    expect(inner.received).toHaveLength(0);
  });

  it("waits as long as Retry-After says", async () => {
    const shop = await shops.receiver(status(503, { "retry-after": "3600" }));
    await shops.pointAt(shop.url);
    await createEvent(shops.merchantId);
    await runDue();
    await moveClock("59 minutes");
    expect(await runDue()).toBe(0);
    await moveClock("2 minutes");
    expect(await runDue()).toBe(1);
  });

  it("is not sent to an address that the guard refuses now, and records that", async () => {
    const shop = await shops.receiver(ok);
    await shops.pointAt(shop.url);
    const subject = await createEvent(shops.merchantId);
    const inside = "http://10.0.0.1/hook";
    await query("UPDATE webhook_defaults SET url = $1 WHERE merchant_id = $2", [inside, shops.merchantId]);
    await runDue();
    const { tries } = await deliveryOf(subject, shops.merchantId);
    expect(tries).toMatchObject([
      { status: null, url: inside, error: "the address points to a private or reserved network" },
    ]);
  });

  it("is not sent unsigned when its secret cannot be decrypted", async () => {
    const shop = await shops.receiver(ok);
    await shops.pointAt(shop.url);
    await generateWebhookSecret(ctx, { merchant_id: shops.merchantId });
    const subject = await createEvent(shops.merchantId);
    const sql = "UPDATE webhook_defaults SET secret_sealed = '\\x00' WHERE merchant_id = $1";
    await query(sql, [shops.merchantId]);
    await runDue();
    expect(shop.received).toHaveLength(0);
    expect((await deliveryOf(subject, shops.merchantId)).delivery).toMatchObject({
      status: "waiting",
      reason: "the signing secret cannot be decrypted",
    });
    // Nothing was sent, so nothing counts against the receiver.
    for (const table of ["webhook_health", "webhook_endpoint_stats_increments"])
      expect((await query(`SELECT 1 FROM ${table} WHERE endpoint_key = $1`, [shops.merchantId])).rowCount).toBe(0);
  });
});
