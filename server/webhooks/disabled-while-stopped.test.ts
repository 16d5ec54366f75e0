import { beforeEach, describe, expect, it, vi } from "vitest";
import { query } from "../test/database";
import { ctx } from "../test/fixtures";
import { deliveryOf, happen, runDue } from "../test/webhook-events";
import { ok, shopsOfEachTest } from "../test/webhook-shops";
import { claimDeliveries } from "./claim-store";
import { deliver } from "./deliver";
import { holdDestination } from "./hold-destination";
import { PLACES } from "./jobs";
import { prepareDeliveries } from "./prepare";
import { resumeDestination } from "./resume-destination";
import { switchEndpoint } from "./switch-endpoint";

vi.stubEnv("WEBHOOK_ALLOW_CIDRS", "127.0.0.1/32:1-65535");
const shops = shopsOfEachTest();
let shop: Awaited<ReturnType<typeof shops.receiver>>;
let subject: string;

const orders = () => ({ merchantId: shops.merchantId, name: "orders" });
const switchTo = (to: "disabled" | "enabled") => switchEndpoint(ctx, { ...orders(), to });
const outcome = async () => (await deliveryOf(subject, shops.merchantId)).delivery;
const UNSENT = { status: "failed", reason: "the endpoint is disabled", tries: 0, attempts: [] };

/** The breaker of the endpoint is open, its next probe half a minute away. */
const openBreaker = () =>
  query((client) =>
    client.query(
      `INSERT INTO webhook_health (destination_id, merchant_id, failures, failing_since, paused_since, probe_at)
       SELECT id, merchant_id, 20, app_now(), app_now(), app_now() + interval '30 seconds'
       FROM webhook_endpoints WHERE merchant_id = $1 AND name = 'orders'`,
      [shops.merchantId],
    ),
  );

beforeEach(async () => {
  shop = await shops.receiver(ok);
  await shops.endpoint({ name: "orders", url: shop.url });
  subject = await happen(shops.merchantId, { endpoints: ["orders"] });
});

describe("what waits for an endpoint that is disabled fails at once, and is not sent", () => {
  it.each([
    ["although a person paused it", () => holdDestination(ctx, orders())],
    ["although its breaker is open", openBreaker],
  ])("%s", async (_, stop) => {
    await stop();
    expect(await runDue()).toBe(0);
    await switchTo("disabled");
    expect(await runDue()).toBe(1);
    expect(await outcome()).toMatchObject(UNSENT);
    expect(shop.received).toHaveLength(0);
  });
});

describe("an endpoint that a person paused, that was disabled and is enabled again", () => {
  it("stays paused until somebody resumes it", async () => {
    await holdDestination(ctx, orders());
    await switchTo("disabled");
    await switchTo("enabled");
    expect(await runDue()).toBe(0);
    await resumeDestination(ctx, orders());
    expect(await runDue()).toBe(1);
    expect(await outcome()).toMatchObject({ status: "delivered", tries: 1 });
  });

  it("is not called by a worker that took its delivery while it was disabled", async () => {
    await holdDestination(ctx, orders());
    await switchTo("disabled");
    const leases = await claimDeliveries({ limit: 10, places: PLACES, leaseS: 25, leasedBy: null });
    expect(leases).toHaveLength(1);
    await switchTo("enabled");
    for (const prepared of await prepareDeliveries(leases)) await deliver(prepared);
    expect(shop.received).toHaveLength(0);
    expect(await outcome()).toMatchObject({ status: "waiting", tries: 0 });
  });
});
