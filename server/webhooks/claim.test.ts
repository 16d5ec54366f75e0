import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { systemCtx } from "../lib/context";
import { closeDb } from "../lib/db";
import type { Run } from "../lib/job";
import { createMerchant } from "../merchants/create-merchant";
import { moveClock, query } from "../test/database";
import { startReceiver } from "../test/receiver";
import { happenOften } from "../test/webhook-events";
import { webhookJobs } from "./jobs";
import { setWebhookUrl } from "./set-webhook-url";

vi.stubEnv("WEBHOOK_ALLOW_CIDRS", "127.0.0.1/32");
const ctx = systemCtx("test");
let shop: Awaited<ReturnType<typeof startReceiver>>;

beforeEach(async () => {
  await query((client) =>
    client.query("DELETE FROM webhook_delivery_attempts; DELETE FROM webhook_deliveries; DELETE FROM webhook_events"),
  );
  shop = await startReceiver((response) => response.end());
});
afterEach(() => {
  shop.close();
});
afterAll(closeDb);

async function merchantWithUrl(url = shop.url): Promise<string> {
  const { id } = await createMerchant(ctx, { brandName: "Acme" });
  await setWebhookUrl(ctx, { webhook_url: url, merchant_id: id });
  return id;
}

const claim = async (limit = 100): Promise<Run[]> =>
  (await Promise.all(webhookJobs.map((job) => job.claim(limit)))).flat();
const count = (sql: string) => query(async (client) => Number((await client.query(sql)).rows[0]?.count));
const delivered = () => count("SELECT count(*) FROM webhook_deliveries WHERE status = 'delivered'");
const tries = () => count("SELECT count(*) FROM webhook_delivery_attempts");

describe("a claim", () => {
  it("gives each row to one of many workers that ask at once", async () => {
    const merchants = await Promise.all(Array.from({ length: 8 }, () => merchantWithUrl()));
    for (const merchant of merchants) await happenOften(merchant, 4);
    const rounds: number[] = [];
    for (let round = 0; round < 20 && (await delivered()) < 32; round++) {
      const runs = (await Promise.all(Array.from({ length: 6 }, () => claim(7)))).flat();
      rounds.push(runs.length);
      await Promise.all(runs.map((run) => run()));
    }
    expect(rounds.reduce((sum, runs) => sum + runs, 0)).toBe(32);
    expect(shop.received).toHaveLength(32);
    expect(new Set(shop.received.map((call) => call.headers["x-event-id"])).size).toBe(32);
    expect(await tries()).toBe(32);
  });

  it("TWIN: gives a row twice when nothing is leased, so the test above bites", async () => {
    await happenOften(await merchantWithUrl(), 1);
    const first = await claim();
    await query((client) => client.query("UPDATE webhook_deliveries SET lease_until = NULL"));
    const second = await claim();
    expect([first.length, second.length]).toEqual([1, 1]);
  });

  it("takes no more than the limit, the longest due first", async () => {
    const merchant = await merchantWithUrl();
    await happenOften(merchant, 3);
    await query((client) =>
      client.query(`UPDATE webhook_deliveries SET due_at = due_at - make_interval(mins => n::int)
        FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM webhook_deliveries) numbered WHERE numbered.id = webhook_deliveries.id`),
    );
    expect(await claim(1)).toHaveLength(1);
    const sql =
      "SELECT count(*) FROM webhook_deliveries d WHERE lease_until IS NOT NULL AND due_at = (SELECT min(due_at) FROM webhook_deliveries)";
    expect(await count(sql)).toBe(1);
  });

  it("leaves places for others when one receiver has a backlog", async () => {
    const [busy, quiet] = [await merchantWithUrl(), await merchantWithUrl()];
    await happenOften(busy, 12);
    await happenOften(quiet, 1);
    expect(await claim(6)).toHaveLength(5);
    expect(
      await count(`SELECT count(*) FROM webhook_deliveries WHERE lease_until IS NOT NULL AND merchant_id = '${quiet}'`),
    ).toBe(1);
    expect(await claim(6)).toHaveLength(0);
  });
});

describe("a worker that was killed", () => {
  it("loses its rows to the next when the lease ends, within 30 seconds", async () => {
    await happenOften(await merchantWithUrl(), 1);
    expect(await claim()).toHaveLength(1);
    await moveClock("20 seconds");
    expect(await claim()).toHaveLength(0);
    await moveClock("10 seconds");
    const [run] = await claim();
    await run?.();
    expect(shop.received).toHaveLength(1);
    expect(await delivered()).toBe(1);
  });

  it("writes no outcome when it comes back after another has taken the row", async () => {
    await happenOften(await merchantWithUrl(), 1);
    const [late] = await claim();
    await moveClock("30 seconds");
    const [next] = await claim();
    await late?.();
    expect(await tries()).toBe(0);
    await next?.();
    expect(await tries()).toBe(1);
    expect(await delivered()).toBe(1);
    expect(new Set(shop.received.map((call) => call.headers["x-event-id"])).size).toBe(1);
  });

  it("counts the call that nobody recorded as no try: the event is sent again", async () => {
    await happenOften(await merchantWithUrl(), 1);
    await claim();
    await moveClock("30 seconds");
    const [again] = await claim();
    await again?.();
    expect(await count("SELECT tries AS count FROM webhook_deliveries")).toBe(1);
  });
});
