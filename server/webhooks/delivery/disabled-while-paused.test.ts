import { beforeEach, describe, expect, it } from "vitest";
import { query } from "../../test/database";
import { ctx } from "../../test/rows/fixtures";
import { createEvent, deliveryOf, runDue } from "../../test/rows/webhook-events";
import { ok, shopsOfEachTest } from "../../test/webhooks/webhook-shops";
import { switchEndpoint } from "../endpoints/switch-endpoint";
import { pauseEndpoint, resumeEndpoint } from "../health/pause-endpoint";
import { CONCURRENCY_LIMITS } from "../jobs";
import { claimDeliveries } from "./claim-store";
import { deliver } from "./deliver";
import { prepareDeliveries } from "./prepare-deliveries";
import { readPositions } from "./read-positions";

const shops = shopsOfEachTest();
let shop: Awaited<ReturnType<typeof shops.receiver>>;
let subject: string;

const orders = () => ({ merchantId: shops.merchantId, name: "orders" });
const switchTo = (to: "disabled" | "enabled") => switchEndpoint(ctx, { ...orders(), to });
const outcome = async () => (await deliveryOf(subject, shops.merchantId)).delivery;
const UNSENT = { status: "failed", reason: "the endpoint is disabled", tries: 0, attempts: [] };

/** The circuit of the endpoint is open; the next half-open trial is due in 30 s. */
const openCircuit = () =>
  query(
    `INSERT INTO webhook_health (endpoint_key, merchant_id, failures, failing_since, circuit_opened_at, trial_at)
       SELECT id, merchant_id, 20, app_now(), app_now(), app_now() + interval '30 seconds'
       FROM webhook_endpoints WHERE merchant_id = $1 AND name = 'orders'`,
    [shops.merchantId],
  );

beforeEach(async () => {
  shop = await shops.receiver(ok);
  await shops.endpoint({ name: "orders", url: shop.url });
  subject = await createEvent(shops.merchantId, { endpoints: ["orders"] });
});

describe("a waiting delivery of a disabled endpoint fails at once without a call", () => {
  it.each([
    ["although it is paused", () => pauseEndpoint(ctx, orders())],
    ["although its circuit is open", openCircuit],
  ])("%s", async (_, stop) => {
    await stop();
    expect(await runDue()).toBe(0);
    await switchTo("disabled");
    expect(await runDue()).toBe(1);
    expect(await outcome()).toMatchObject(UNSENT);
    expect(shop.received).toHaveLength(0);
  });
});

describe("a paused endpoint that was disabled and enabled again", () => {
  it("stays paused until it is resumed", async () => {
    await pauseEndpoint(ctx, orders());
    await switchTo("disabled");
    await switchTo("enabled");
    expect(await runDue()).toBe(0);
    await resumeEndpoint(ctx, orders());
    expect(await runDue()).toBe(1);
    expect(await outcome()).toMatchObject({ status: "delivered", tries: 1 });
  });

  it("is not called by a worker that leased its delivery while it was disabled", async () => {
    await pauseEndpoint(ctx, orders());
    await switchTo("disabled");
    const leases = await claimDeliveries({
      limit: 10,
      limits: CONCURRENCY_LIMITS,
      leaseS: 25,
      positions: readPositions(),
    });
    expect(leases).toHaveLength(1);
    await switchTo("enabled");
    for (const prepared of await prepareDeliveries(leases)) await deliver(prepared);
    expect(shop.received).toHaveLength(0);
    expect(await outcome()).toMatchObject({ status: "waiting", tries: 0 });
  });
});
