import { beforeEach, describe, expect, it } from "vitest";
import { createUser } from "../../identity/users/create-user";
import { createMerchant } from "../../merchants/create-merchant";
import { moveClock, query, stopClock } from "../../test/database";
import { ctx } from "../../test/rows/fixtures";
import { createEvent, runDue } from "../../test/rows/webhook-events";
import { ok, shopsOfEachTest, status } from "../../test/webhooks/webhook-shops";
import { listHealth } from "./list-health";
import { notifyEndpointHealth } from "./notify-endpoint-health";
import { pauseEndpoint, resumeEndpoint } from "./pause-endpoint";

const shops = shopsOfEachTest();
const EVENTS = 30;
const named = { endpoints: ["orders"] };
const orders = () => ({ merchantId: shops.merchantId, name: "orders" });

beforeEach(() => query("DELETE FROM mails"));

const mails = async () => (await query<{ recipient: string; subject: string }>("SELECT * FROM mails ORDER BY id")).rows;
const health = async () =>
  (await listHealth(ctx, { merchantId: shops.merchantId })).find(({ name }) => name === "orders");
const deliveries = async (where: string) => {
  const sql = `SELECT count(*)::int AS count FROM webhook_deliveries WHERE ${where}`;
  return (await query<{ count: number }>(sql)).rows[0]?.count;
};

/** A failing endpoint with a backlog, and the merchant's people. */
async function brokenShop() {
  const shop = await shops.receiver(status(503));
  await shops.endpoint({ name: "orders", url: shop.url });
  const { merchantId } = shops;
  await createUser(ctx, { email: `dev-${merchantId}@acme.example`, name: "Dev", role: "developer", merchantId });
  await createUser(ctx, { email: `fin-${merchantId}@acme.example`, name: "Fin", role: "finance", merchantId });
  for (let index = 0; index < EVENTS; index += 1) await createEvent(merchantId, named);
  return shop;
}

/** Gives one waiting delivery priority. */
async function askForOne(): Promise<void> {
  const one = "SELECT id FROM webhook_deliveries WHERE status = 'waiting' AND due_at <= app_now() ORDER BY id LIMIT 1";
  await query(`UPDATE webhook_deliveries SET priority = TRUE WHERE id = (${one})`);
}

/** Runs due deliveries until none is left. */
async function drain(): Promise<void> {
  while ((await runDue()) > 0);
}

/** Fails now and again after a minute, until the circuit opens. */
async function untilCircuitOpens(): Promise<void> {
  await runDue();
  await moveClock("61 seconds");
  for (let round = 0; round < 20 && (await health())?.state !== "circuit_open"; round += 1) await runDue();
}

describe("an endpoint that fails for over a minute", () => {
  it("opens its circuit at the 20th failure, is tried by one delivery, then gets all, with one mail about each", async () => {
    await stopClock();
    const shop = await brokenShop();
    await untilCircuitOpens();
    expect(shop.received).toHaveLength(20);
    expect(await health()).toMatchObject({ state: "circuit_open", failures: 20 });
    await notifyEndpointHealth();
    await notifyEndpointHealth();
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
    await notifyEndpointHealth();
    await notifyEndpointHealth();
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      expect.stringContaining("have been failing since"),
      expect.stringContaining("working again since"),
    ]);
  });

  it("accepts new payments while its circuit is open, and a resend is attempted", async () => {
    const shop = await brokenShop();
    await untilCircuitOpens();
    await createEvent(shops.merchantId, named);
    expect(await deliveries("status = 'waiting'")).toBe(EVENTS + 1);
    await askForOne();
    expect([await runDue(), await runDue()]).toEqual([1, 0]);
    expect(shop.received).toHaveLength(21);
  });

  it("control: without the circuit it is called far more often", async () => {
    const callsInHalfAnHour = async (hasCircuit: boolean) => {
      shops.merchantId = (await createMerchant(ctx, { brandName: "Acme" })).id;
      const shop = await brokenShop();
      await untilCircuitOpens();
      for (let minute = 0; minute < 30; minute += 1) {
        const open = "UPDATE webhook_health SET circuit_opened_at = NULL, trial_at = NULL WHERE merchant_id = $1";
        if (!hasCircuit) await query(open, [shops.merchantId]);
        await moveClock("1 minute");
        await runDue();
      }
      await pauseEndpoint(ctx, orders());
      return shop.received.length;
    };
    expect(await callsInHalfAnHour(true)).toBeLessThanOrEqual(20 + 7);
    expect(await callsInHalfAnHour(false)).toBeGreaterThanOrEqual(20 + 25);
  });
});

describe("an endpoint that a person paused", () => {
  it("gets only priority deliveries, and all others once resumed", async () => {
    const shop = await shops.receiver(ok);
    await shops.endpoint({ name: "orders", url: shop.url });
    await pauseEndpoint(ctx, orders());
    for (let index = 0; index < 5; index += 1) await createEvent(shops.merchantId, named);
    await moveClock("1 day");
    expect(await runDue()).toBe(0);
    await askForOne();
    expect([await runDue(), await runDue()]).toEqual([1, 0]);
    expect(await deliveries("status = 'waiting'")).toBe(4);
    await resumeEndpoint(ctx, orders());
    await drain();
    expect(shop.received).toHaveLength(5);
    expect(await deliveries("status = 'delivered'")).toBe(5);
  });
});

describe("a failing endpoint that a person resumes", () => {
  it("gets one delivery at once, then all others", async () => {
    const shop = await brokenShop();
    await untilCircuitOpens();
    await resumeEndpoint(ctx, orders());
    expect([await runDue(), await runDue()]).toEqual([1, 0]);
    expect(await health()).toMatchObject({ state: "circuit_open", failures: 21 });
    shop.answer = ok;
    await resumeEndpoint(ctx, orders());
    expect(await runDue()).toBe(1);
    expect(await health()).toMatchObject({ state: "healthy" });
    expect(await runDue()).toBeGreaterThan(1);
  });
});
