import type { ServerResponse } from "node:http";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Child, startChild } from "../../../verification/drills/child";
import type { WorkerAnswer, WorkerOrder } from "../../../verification/drills/processes/fleet";
import { startWorker } from "../../jobs/worker";
import { env } from "../../lib/config/env";
import { moveClock, query, stopClock } from "../../test/database";
import { type DatabaseProxy, startDatabaseProxy } from "../../test/processes/database-proxy";
import { bundledProgram } from "../../test/processes/program";
import { createEvents } from "../../test/rows/webhook-events";
import { until } from "../../test/until";
import { shopsOfEachTest } from "../../test/webhooks/webhook-shops";
import { deliverJob, webhookJobs } from "../jobs";

const CALLS = 10;
const shops = shopsOfEachTest();
const held: ServerResponse[] = [];
let program: string;
let proxy: DatabaseProxy;
let child: Child<WorkerOrder, WorkerAnswer>;
let shop: Awaited<ReturnType<typeof shops.receiver>>;

beforeAll(async () => {
  program = await bundledProgram(new URL("../../../verification/drills/processes/worker-main.ts", import.meta.url));
});
/** A worker in its own process, with ten unanswered calls in flight. */
beforeEach(async () => {
  held.length = 0;
  shop = await shops.receiver((response) => held.push(response));
  await shops.pointAt(shop.url);
  await createEvents(shops.merchantId, CALLS);
  proxy = await startDatabaseProxy(env().databaseUrl);
  child = startChild(program, { DATABASE_URL: proxy.url });
  await child.ask({ kind: "start", clockMs: 0 });
  await until(() => held.length === CALLS);
});
afterEach(async () => {
  child.kill();
  await child.close();
  proxy.close();
});

const claimed = async () => (await deliverJob.claim(100)).length;
const row = async (sql: string) => (await query(sql)).rows;
const deliveries = () => row("SELECT status, tries, count(*)::int FROM webhook_deliveries GROUP BY 1, 2");

/** Another worker, until it has looked for due deliveries several times. */
async function otherWorkerLooks(): Promise<void> {
  let looks = 0;
  const claim = async () => {
    looks += 1;
    return [];
  };
  const other = await startWorker([...webhookJobs, { name: "looks", concurrency: 1, claim }]);
  await until(() => looks > 4);
  await other.stop();
}

describe("a worker killed during its calls", () => {
  it("leaves them to another when their leases end; control: not before", async () => {
    child.kill();
    shop.answer = (response) => response.end("thanks");
    expect(await claimed()).toBe(0);
    await moveClock("30 seconds");
    const other = await startWorker(webhookJobs);
    await until(async () => (await row("SELECT FROM webhook_deliveries WHERE status = 'waiting'")).length === 0);
    await other.stop();
    expect(shop.received).toHaveLength(2 * CALLS);
    expect(new Set(shop.received.map((call) => call.headers["x-event-id"])).size).toBe(CALLS);
    expect(await deliveries()).toEqual([{ status: "delivered", tries: 1, count: CALLS }]);
  });
});

describe("a live worker", () => {
  // Leases do not end during the test.
  beforeEach(stopClock);

  it("whose connections are half-open keeps its leases", async () => {
    proxy.fail("half-open");
    await otherWorkerLooks();
    expect(shop.received).toHaveLength(CALLS);
    proxy.heal();
    for (const response of held) response.end("thanks");
    await until(async () => (await row("SELECT FROM webhook_deliveries WHERE status = 'waiting'")).length === 0);
    expect(shop.received).toHaveLength(CALLS);
    expect(await deliveries()).toEqual([{ status: "delivered", tries: 1, count: CALLS }]);
  });

  it("that is stopped finishes its calls and records them", async () => {
    const stopped = child.ask({ kind: "stop" });
    await otherWorkerLooks();
    for (const response of held) response.end("thanks");
    await stopped;
    expect(await deliveries()).toEqual([{ status: "delivered", tries: 1, count: CALLS }]);
    expect(shop.received).toHaveLength(CALLS);
  });
});
