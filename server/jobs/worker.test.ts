import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { systemCtx } from "../lib/context";
import { closeDb, db } from "../lib/db";
import { newId } from "../lib/ids";
import { createMerchant } from "../merchants/create-merchant";
import { moveClock, query, stopClock } from "../test/database";
import { createEvents } from "../test/rows/webhook-events";
import { until } from "../test/until";
import { startReceiver } from "../test/webhooks/receiver";
import { setWebhookUrl } from "../webhooks/endpoints/set-webhook-url";
import { webhookJobs } from "../webhooks/jobs";
import { beat, workerIsAlive } from "./heartbeat";
import { DUE_CHANNEL, wake } from "./leased-rows";
import { listen } from "./notify-listener";
import { startWorker, type Worker } from "./worker";

vi.stubEnv("WEBHOOK_ALLOW_CIDRS", "127.0.0.1/32:1-65535");
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

const rows = async (sql: string) => (await query(sql)).rows;

describe("a worker", () => {
  it("sends what was due before it started and what becomes due while it runs, each once", async () => {
    await createEvents(merchantId, 5);
    await start();
    await createEvents(merchantId, 5);
    await until(() => shop.received.length === 10);
    await workers.pop()?.stop();
    expect(new Set(shop.received.map((call) => call.headers["x-event-id"])).size).toBe(10);
    expect(await rows("SELECT DISTINCT status, tries, lease_until FROM webhook_deliveries")).toEqual([
      { status: "delivered", tries: 1, lease_until: null },
    ]);
  });

  it("sends nothing twice beside another worker", async () => {
    await start();
    await start();
    await start();
    await createEvents(merchantId, 40);
    await until(() => new Set(shop.received.map((call) => call.headers["x-event-id"])).size === 40);
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    expect(shop.received).toHaveLength(40);
  });

  it("is alive from its start until 20 s after its last heartbeat or its stop", async () => {
    expect(await workerIsAlive()).toBe(false);
    await start();
    expect(await workerIsAlive()).toBe(true);
    await workers.pop()?.stop();
    expect(await workerIsAlive()).toBe(false);
    // The last heartbeat of a worker that was killed.
    await stopClock();
    await beat(newId());
    await moveClock("19 seconds");
    expect(await workerIsAlive()).toBe(true);
    await moveClock("1 second");
    expect(await workerIsAlive()).toBe(false);
    // The database's clock was set back since: until then it would count as alive.
    await moveClock("-40 seconds");
    expect(await workerIsAlive()).toBe(false);
    await beat(newId(), "web");
    expect(await workerIsAlive()).toBe(false);
  });
});

describe("a notice of a due row", () => {
  it("wakes the jobs of its table only", async () => {
    const claims = { mails: 0, webhook_deliveries: 0 };
    const jobs = (["mails", "webhook_deliveries"] as const).map((table) => ({
      ...{ name: table, table, concurrency: 1 },
      claim: async () => {
        claims[table] += 1;
        return [];
      },
    }));
    workers.push(await startWorker(jobs));
    for (let notice = 0; notice < 50; notice += 1) {
      const before = claims.mails;
      await db().$transaction(async (tx) => wake(tx, "mails"));
      await until(() => claims.mails > before);
    }
    // It polls meanwhile, about once a second.
    expect(claims.webhook_deliveries).toBeLessThan(claims.mails / 2);
  });
});

describe("listening", () => {
  it("receives a notice at its commit, and again after a lost connection", async () => {
    let notices = 0;
    const listener = listen(DUE_CHANNEL, () => {
      notices += 1;
    });
    const notify = () => query(`NOTIFY ${DUE_CHANNEL}`);
    await until(() => notices === 1);
    await notify();
    await until(() => notices === 2);
    await rows(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'bankside worker' AND datname = current_database()",
    );
    await until(() => notices === 3);
    await notify();
    await until(() => notices === 4);
    await listener.stop();
  });
});
