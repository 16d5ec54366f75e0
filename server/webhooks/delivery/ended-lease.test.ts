import { beforeEach, describe, expect, it, vi } from "vitest";
import { moveClock, query, stopClock } from "../../test/database";
import { createEvent, deliveryOf, runDue } from "../../test/rows/webhook-events";
import { openLoopback } from "../../test/webhooks/loopback-receivers";
import { ok, shopsOfEachTest } from "../../test/webhooks/webhook-shops";
import { CONCURRENCY_LIMITS, deliverJob } from "../jobs";
import { claimDeliveries } from "./claim-store";
import { prepareDeliveries } from "./prepare-deliveries";
import { readPositions } from "./read-positions";

openLoopback();
const shops = shopsOfEachTest();
let shop: Awaited<ReturnType<typeof shops.receiver>>;
let subject: string;

beforeEach(stopClock);
beforeEach(async () => {
  shop = await shops.receiver(ok);
  await shops.pointAt(shop.url);
  subject = await createEvent(shops.merchantId);
});

const claim = () => claimDeliveries({ limit: 10, limits: CONCURRENCY_LIMITS, leaseS: 25, positions: readPositions() });

/** Another worker sends the delivery after the lease of 25 s, and it is delivered once. */
async function expectSentByAnother(): Promise<void> {
  expect([shop.received.length, await runDue()]).toEqual([0, 0]);
  await moveClock("25 seconds");
  expect(await runDue()).toBe(1);
  expect(shop.received).toHaveLength(1);
  expect((await deliveryOf(subject, shops.merchantId)).delivery).toMatchObject({ status: "delivered", tries: 1 });
}

describe("a claimed delivery", () => {
  it("is not prepared when less than 16 s of its lease are left", async () => {
    const leases = await claim();
    expect(leases).toHaveLength(1);
    await moveClock("9 seconds");
    expect(await prepareDeliveries(leases)).toEqual([]);
    await moveClock("-9 seconds");
    await expectSentByAnother();
  });

  it("is not prepared when another worker has leased it since", async () => {
    const leases = await claim();
    await query("UPDATE webhook_deliveries SET lease_until = lease_until - interval '1 second'");
    expect(await prepareDeliveries(leases)).toEqual([]);
  });

  it("control: is prepared with more than 16 s left", async () => {
    const leases = await claim();
    await moveClock("8 seconds");
    expect(await prepareDeliveries(leases)).toMatchObject([{ kind: "ready", lease: leases[0] }]);
  });
});

describe("a worker that froze after it had prepared a delivery", () => {
  /** Runs what was claimed, so many milliseconds later by the process's monotonic clock. */
  async function runAfter(ms: number): Promise<void> {
    const runs = await deliverJob.claim(10);
    expect(runs).toHaveLength(1);
    const monotonic = performance.now.bind(performance);
    const clock = vi.spyOn(performance, "now").mockImplementation(() => monotonic() + ms);
    try {
      for (const run of runs) await run();
    } finally {
      clock.mockRestore();
    }
  }

  it("sends nothing when less than 16 s of the lease are left, and another worker does", async () => {
    await runAfter(9_000);
    await expectSentByAnother();
  });

  it("control: sends it when more are left", async () => {
    await runAfter(0);
    expect(shop.received).toHaveLength(1);
    expect((await deliveryOf(subject, shops.merchantId)).delivery).toMatchObject({ status: "delivered", tries: 1 });
  });
});
