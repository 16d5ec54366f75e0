import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { systemCtx } from "../lib/context";
import { closeDb } from "../lib/db";
import { createMerchant } from "../merchants/create-merchant";
import { moveClock, query } from "../test/database";
import { startReceiver } from "../test/receiver";
import { happenOften } from "../test/webhook-events";
import { webhookJobs } from "../webhooks/jobs";
import { setWebhookUrl } from "../webhooks/set-webhook-url";
import { workerIsAlive } from "./heartbeat";
import { DUE_CHANNEL } from "./leased-rows";
import { listen } from "./listen";
import { startWorker, type Worker } from "./worker";

vi.stubEnv("WEBHOOK_ALLOW_CIDRS", "127.0.0.1/32");
const ctx = systemCtx("test");
const workers: Worker[] = [];
let shop: Awaited<ReturnType<typeof startReceiver>>;
let merchantId = "";

beforeEach(async () => {
  shop = await startReceiver((response) => response.end());
  merchantId = (await createMerchant(ctx, { brandName: "Acme" })).id;
  await setWebhookUrl(ctx, { webhook_url: shop.url, merchant_id: merchantId });
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  shop.close();
});
afterAll(closeDb);

async function start(): Promise<void> {
  workers.push(await startWorker(webhookJobs));
}

const rows = (sql: string) => query(async (client) => (await client.query(sql)).rows);

describe("a worker", () => {
  it("delivers what was waiting before it started, and what happens while it runs, each once", async () => {
    await happenOften(merchantId, 5);
    await start();
    await happenOften(merchantId, 5);
    await vi.waitFor(() => expect(shop.received).toHaveLength(10), { timeout: 10_000 });
    await workers.pop()?.stop();
    expect(new Set(shop.received.map((call) => call.headers["x-event-id"])).size).toBe(10);
    expect(await rows("SELECT DISTINCT status, tries, lease_until FROM webhook_deliveries")).toEqual([
      { status: "delivered", tries: 1, lease_until: null },
    ]);
  });

  it("beside another delivers nothing twice", async () => {
    await start();
    await start();
    await start();
    await happenOften(merchantId, 40);
    await vi.waitFor(() => expect(new Set(shop.received.map((call) => call.headers["x-event-id"])).size).toBe(40), {
      timeout: 15_000,
    });
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    expect(shop.received).toHaveLength(40);
  });

  it("is alive from its start, no more 20 seconds after its last heartbeat, and not after its stop", async () => {
    expect(await workerIsAlive()).toBe(false);
    await start();
    expect(await workerIsAlive()).toBe(true);
    await moveClock("21 seconds");
    expect(await workerIsAlive()).toBe(false);
    await moveClock("-21 seconds");
    expect(await workerIsAlive()).toBe(true);
    await workers.pop()?.stop();
    expect(await workerIsAlive()).toBe(false);
  });
});

describe("listening", () => {
  it("hears a notice at its commit, and again after the connection was lost", async () => {
    let notices = 0;
    const listener = listen(DUE_CHANNEL, () => {
      notices += 1;
    });
    const notify = () => query((client) => client.query(`NOTIFY ${DUE_CHANNEL}`));
    await vi.waitFor(() => expect(notices).toBe(1));
    await notify();
    await vi.waitFor(() => expect(notices).toBe(2));
    await rows(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'bankside worker' AND datname = current_database()",
    );
    await vi.waitFor(() => expect(notices).toBe(3), { timeout: 10_000 });
    await notify();
    await vi.waitFor(() => expect(notices).toBe(4));
    await listener.stop();
  });
});
