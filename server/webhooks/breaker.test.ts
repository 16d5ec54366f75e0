import { beforeEach, describe, expect, it, vi } from "vitest";
import { createUser } from "../access/create-user";
import { createMerchant } from "../merchants/create-merchant";
import { moveClock, query, stopClock } from "../test/database";
import { ctx } from "../test/fixtures";
import { happen, runDue } from "../test/webhook-events";
import { ok, shopsOfEachTest, status } from "../test/webhook-shops";
import { holdDestination } from "./hold-destination";
import { listHealth } from "./list-health";
import { resumeDestination } from "./resume-destination";
import { tellOfHealth } from "./tell-of-health";

vi.stubEnv("WEBHOOK_ALLOW_CIDRS", "127.0.0.1/32:1-65535");
const shops = shopsOfEachTest();
const EVENTS = 30;
const named = { endpoints: ["orders"] };
const orders = () => ({ merchantId: shops.merchantId, name: "orders" });

beforeEach(() => query((client) => client.query("DELETE FROM mails")));

const mails = async () =>
  (await query((client) => client.query<{ recipient: string; subject: string }>("SELECT * FROM mails ORDER BY id")))
    .rows;
const health = async () =>
  (await listHealth(ctx, { merchantId: shops.merchantId })).find(({ name }) => name === "orders");
const deliveries = async (where: string) => {
  const sql = `SELECT count(*)::int AS count FROM webhook_deliveries WHERE ${where}`;
  return (await query((client) => client.query<{ count: number }>(sql))).rows[0]?.count;
};

/** An endpoint whose receiver is broken, with a backlog; and the team that looks after it. */
async function brokenShop() {
  const shop = await shops.receiver(status(503));
  await shops.endpoint({ name: "orders", url: shop.url });
  const { merchantId } = shops;
  await createUser(ctx, { email: `dev-${merchantId}@acme.example`, name: "Dev", role: "developer", merchantId });
  await createUser(ctx, { email: `fin-${merchantId}@acme.example`, name: "Fin", role: "finance", merchantId });
  for (let index = 0; index < EVENTS; index += 1) await happen(merchantId, named);
  return shop;
}

/** A person asks for one of the deliveries that wait. */
async function askForOne(): Promise<void> {
  const one = "SELECT id FROM webhook_deliveries WHERE status = 'waiting' AND due_at <= app_now() ORDER BY id LIMIT 1";
  await query((client) => client.query(`UPDATE webhook_deliveries SET by_hand = TRUE WHERE id = (${one})`));
}

/** Runs what is due until nothing is. */
async function drain(): Promise<void> {
  while ((await runDue()) > 0);
}

/** The first failures at once, then more, a minute later: enough to open the breaker. */
async function untilPaused(): Promise<void> {
  await runDue();
  await moveClock("61 seconds");
  for (let round = 0; round < 20 && (await health())?.state !== "paused"; round += 1) await runDue();
}

describe("an endpoint that fails for a minute", () => {
  it("is paused at its 20th failure, is probed by one delivery, and recovers with all, and its people hear of both once", async () => {
    await stopClock();
    const shop = await brokenShop();
    await untilPaused();
    expect(shop.received).toHaveLength(20);
    expect(await health()).toMatchObject({ state: "paused", by: "breaker", failures: 20, disabled: false });
    await tellOfHealth();
    await tellOfHealth();
    expect(await mails()).toEqual([
      expect.objectContaining({
        recipient: `dev-${shops.merchantId}@acme.example`,
        text: expect.stringContaining("503"),
      }),
    ]);
    await moveClock("20 seconds");
    expect(await runDue()).toBe(0);
    await moveClock("17 seconds");
    expect([await runDue(), await runDue()]).toEqual([1, 0]);
    expect(shop.received).toHaveLength(21);
    shop.answer = ok;
    await moveClock("73 seconds");
    expect(await runDue()).toBe(1);
    expect(await health()).toMatchObject({ state: "healthy", failures: 0 });
    await drain();
    await moveClock("7 minutes");
    await drain();
    expect(await deliveries("status = 'delivered'")).toBe(EVENTS);
    await tellOfHealth();
    await tellOfHealth();
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      expect.stringContaining("takes no webhooks since"),
      expect.stringContaining("takes webhooks again since"),
    ]);
  });

  it("takes payments that name it meanwhile, and tries what a person asks for", async () => {
    const shop = await brokenShop();
    await untilPaused();
    await happen(shops.merchantId, named);
    expect(await deliveries("status = 'waiting'")).toBe(EVENTS + 1);
    await askForOne();
    expect([await runDue(), await runDue()]).toEqual([1, 0]);
    expect(shop.received).toHaveLength(21);
  });

  it("TWIN: without the breaker it is called far more often", async () => {
    const callsInHalfAnHour = async (breaker: boolean) => {
      shops.merchantId = (await createMerchant(ctx, { brandName: "Acme" })).id;
      const shop = await brokenShop();
      await untilPaused();
      for (let minute = 0; minute < 30; minute += 1) {
        const open = "UPDATE webhook_health SET paused_since = NULL, probe_at = NULL WHERE merchant_id = $1";
        if (!breaker) await query((client) => client.query(open, [shops.merchantId]));
        await moveClock("1 minute");
        await runDue();
      }
      await holdDestination(ctx, orders());
      return shop.received.length;
    };
    expect(await callsInHalfAnHour(true)).toBeLessThanOrEqual(20 + 7);
    expect(await callsInHalfAnHour(false)).toBeGreaterThanOrEqual(20 + 25);
  });
});

describe("an endpoint that a person paused", () => {
  it("gets nothing but what is asked for by hand, and all of it when it is resumed", async () => {
    const shop = await shops.receiver(ok);
    await shops.endpoint({ name: "orders", url: shop.url });
    await holdDestination(ctx, orders());
    for (let index = 0; index < 5; index += 1) await happen(shops.merchantId, named);
    await moveClock("1 day");
    expect(await runDue()).toBe(0);
    await askForOne();
    expect([await runDue(), await runDue()]).toEqual([1, 0]);
    expect(await deliveries("status = 'waiting'")).toBe(4);
    await resumeDestination(ctx, orders());
    await drain();
    expect(shop.received).toHaveLength(5);
    expect(await deliveries("status = 'delivered'")).toBe(5);
  });
});

describe("an endpoint that failed and was resumed by hand", () => {
  it("is tried at once, one delivery first, and then all of it", async () => {
    const shop = await brokenShop();
    await untilPaused();
    await resumeDestination(ctx, orders());
    expect([await runDue(), await runDue()]).toEqual([1, 0]);
    expect(await health()).toMatchObject({ state: "paused", failures: 21 });
    shop.answer = ok;
    await resumeDestination(ctx, orders());
    expect(await runDue()).toBe(1);
    expect(await health()).toMatchObject({ state: "healthy" });
    expect(await runDue()).toBeGreaterThan(1);
  });
});
