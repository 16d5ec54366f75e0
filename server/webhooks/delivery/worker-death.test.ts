import type { ServerResponse } from "node:http";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Child, startChild } from "../../../verification/drills/child";
import type { WorkerAnswer, WorkerOrder } from "../../../verification/drills/processes/fleet";
import { startWorker } from "../../jobs/worker";
import { db } from "../../lib/db";
import { moveClock, query, stopClock } from "../../test/database";
import { bundledProgram } from "../../test/processes/program";
import { createEvents } from "../../test/rows/webhook-events";
import { until } from "../../test/until";
import { shopsOfEachTest } from "../../test/webhooks/webhook-shops";
import { deliverJob, webhookJobs } from "../jobs";
import { findGoneWorkers } from "./claim-store";
import { freeDeliveries } from "./free-deliveries";

vi.stubEnv("WEBHOOK_ALLOW_CIDRS", "127.0.0.1/32:1-65535");
const CALLS = 10;
const shops = shopsOfEachTest();
const held: ServerResponse[] = [];
let program: string;
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
  child = startChild(program);
  await child.ask({ kind: "start", clockMs: 0 });
  await until(() => held.length === CALLS);
});
afterEach(async () => {
  child.kill();
  await child.close();
});

const claimed = async () => (await deliverJob.claim(100)).length;
const row = (sql: string) => query(async (client) => (await client.query(sql)).rows);
const deliveries = () => row("SELECT status, tries, count(*)::int FROM webhook_deliveries GROUP BY 1, 2");
const gone = () => findGoneWorkers(db(), null);

describe("a worker killed during its calls", () => {
  it("leaves them to another, which repeats them long before the leases end", async () => {
    const [lease] = await row("SELECT min(lease_until) AS until FROM webhook_deliveries");
    shop.answer = (response) => response.end("thanks");
    child.kill();
    const other = await startWorker(webhookJobs);
    await until(() => shop.received.length === 2 * CALLS);
    const [{ early }] = await query(
      async (client) => (await client.query("SELECT app_now() < $1 AS early", [lease.until])).rows,
    );
    await other.stop();
    expect(early).toBe(true);
    expect(new Set(shop.received.map((call) => call.headers["x-event-id"])).size).toBe(CALLS);
    expect(await deliveries()).toEqual([{ status: "delivered", tries: 1, count: CALLS }]);
  });

  it("is missing twice before its leases are freed; control: otherwise they end later", async () => {
    child.kill();
    await until(async () => (await gone()).length === 1);
    expect(await claimed()).toBe(0);
    await freeDeliveries();
    expect(await claimed()).toBe(0);
    await freeDeliveries();
    expect(await claimed()).toBe(CALLS);
    expect(await claimed()).toBe(0);
    await moveClock("30 seconds");
    expect(await claimed()).toBe(CALLS);
  });
});

describe("a live worker", () => {
  // Leases do not end during the test.
  beforeEach(stopClock);

  it("keeps its leases, however often the job runs", async () => {
    for (let look = 0; look < 3; look += 1) await freeDeliveries();
    expect(await claimed()).toBe(0);
  });

  it("that loses its connection is missing once and back before the second time", async () => {
    const connections = "pg_stat_activity WHERE application_name = 'bankside worker' AND datname = current_database()";
    // PostgreSQL may not have noticed yet that the worker of the previous test was killed.
    await until(async () => (await row(`SELECT pid FROM ${connections}`)).length === 1);
    expect(await row(`SELECT pg_terminate_backend(pid) FROM ${connections}`)).toHaveLength(1);
    await freeDeliveries();
    await until(async () => (await gone()).length === 0);
    await freeDeliveries();
    expect(await claimed()).toBe(0);
  });

  it("that is stopped finishes its calls and records them", async () => {
    const stopped = child.ask({ kind: "stop" });
    for (let look = 0; look < 3; look += 1) await freeDeliveries();
    expect(await claimed()).toBe(0);
    for (const response of held) response.end("thanks");
    await stopped;
    expect(await deliveries()).toEqual([{ status: "delivered", tries: 1, count: CALLS }]);
    expect(shop.received).toHaveLength(CALLS);
  });
});
