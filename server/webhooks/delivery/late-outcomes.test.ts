import type { ServerResponse } from "node:http";
import { beforeEach, describe, expect, it } from "vitest";
import { env } from "../../lib/config/env";
import { blockTable } from "../../test/block-table";
import { moveClock, query, untilLocksWait } from "../../test/database";
import { ctx } from "../../test/rows/fixtures";
import { createEvent, deliveriesOf, runDue } from "../../test/rows/webhook-events";
import { until } from "../../test/until";
import { openLoopback } from "../../test/webhooks/loopback-receivers";
import { ok, shopsOfEachTest } from "../../test/webhooks/webhook-shops";
import { editEndpoint } from "../endpoints/edit-endpoint";
import { pauseEndpoint } from "../health/pause-endpoint";
import { resendDelivery } from "../log/resend-delivery";
import { expireDeliveries } from "./expire-deliveries";

openLoopback();
const shops = shopsOfEachTest();
let shop: Awaited<ReturnType<typeof shops.receiver>>;
let subject: string;
let failLate: () => Promise<void>;

/** A call is in flight. `failLate` answers it with 500 and waits until its outcome was written or dropped. */
beforeEach(async () => {
  const held: ServerResponse[] = [];
  shop = await shops.receiver((response) => held.push(response));
  await shops.endpoint({ name: "orders", url: shop.url });
  subject = await createEvent(shops.merchantId, { endpoints: ["orders"] });
  const run = runDue();
  await until(() => held.length === 1);
  failLate = async () => {
    held[0]?.writeHead(500).end();
    await run;
  };
});

const deliveries = () => deliveriesOf(subject, shops.merchantId);

describe("a failure that arrives after the lease has ended", () => {
  it("control: is written while the delivery is as it was", async () => {
    await moveClock("30 seconds");
    await failLate();
    expect(await deliveries()).toMatchObject([{ status: "waiting", tries: 1, reason: "status 500" }]);
    expect(await runDue()).toBe(0);
  });

  it("leaves a delivery failed that expired meanwhile", async () => {
    await pauseEndpoint(ctx, { merchantId: shops.merchantId, name: "orders" });
    await moveClock("31 days");
    await expireDeliveries();
    const expired = { status: "failed", tries: 0, reason: expect.stringMatching(/^not delivered within 30 days/) };
    expect(await deliveries()).toMatchObject([expired]);
    await failLate();
    expect(await deliveries()).toMatchObject([expired]);
  });

  it("leaves a delivery due that a person resent meanwhile", async () => {
    await moveClock("30 seconds");
    const [before] = await deliveries();
    const id = before?.id ?? "";
    expect(await resendDelivery(ctx, { merchantId: shops.merchantId, id })).toEqual({ id, how: "brought_forward" });
    await failLate();
    shop.answer = ok;
    expect(await runDue()).toBe(1);
    expect(await deliveries()).toMatchObject([{ id, status: "delivered", tries: 1 }]);
    expect(shop.received).toHaveLength(2);
  });

  it("leaves a finished delivery as it is, although its lease was not removed", async () => {
    await query("UPDATE webhook_deliveries SET status = 'failed', reason = 'another cause', done_at = app_now()");
    await failLate();
    expect(await deliveries()).toMatchObject([{ status: "failed", tries: 0, reason: "another cause", attempts: [] }]);
  });
});

describe("a late failure of an endpoint whose circuit a change has closed", () => {
  const orders = () => ({ merchantId: shops.merchantId, name: "orders" });
  const health = async () => (await query("SELECT failures, circuit_opened_at FROM webhook_health")).rows;

  beforeEach(async () => {
    await query(`
      DELETE FROM webhook_health;
      INSERT INTO webhook_health (endpoint_key, merchant_id, failures, failing_since, circuit_opened_at, trial_at)
      SELECT id, merchant_id, 20, app_now() - interval '2 minutes', app_now(), app_now() + interval '30 seconds'
      FROM webhook_endpoints WHERE merchant_id = '${shops.merchantId}'`);
  });

  it("does not open it again when it came from the previous URL", async () => {
    const next = await shops.receiver(ok);
    await editEndpoint(ctx, { ...orders(), url: next.url });
    await failLate();
    expect(await health()).toEqual([{ failures: 20, circuit_opened_at: null }]);
    expect(await deliveries()).toMatchObject([{ status: "waiting", tries: 1, attempts: [{ url: shop.url }] }]);
    await moveClock("10 seconds");
    expect(await runDue()).toBe(1);
    expect([shop.received.length, next.received.length]).toEqual([1, 1]);
  });

  it("leaves the new URL's circuit closed when it would open it and is being recorded during the change", async () => {
    await query("UPDATE webhook_health SET failures = 19, circuit_opened_at = NULL, trial_at = NULL");
    const next = await shops.receiver(ok);
    const recording = await blockTable(env().migrationUrl, "webhook_health", "insert", "UPDATE");
    const failing = failLate();
    await recording.waiting(1);
    const editing = editEndpoint(ctx, { ...orders(), url: next.url });
    await Promise.race([untilLocksWait(2), editing]);
    await recording.release();
    await Promise.all([failing, editing]);
    expect(await health()).toEqual([{ failures: 20, circuit_opened_at: null }]);
  });

  it("control: opens it again when the URL is the same", async () => {
    await editEndpoint(ctx, { ...orders(), signed: false });
    expect(await health()).toEqual([{ failures: 20, circuit_opened_at: null }]);
    await failLate();
    expect(await health()).toEqual([{ failures: 21, circuit_opened_at: expect.any(Date) }]);
  });
});
