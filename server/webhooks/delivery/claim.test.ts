import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { claimDue } from "../../jobs/leased-rows";
import { systemCtx } from "../../lib/context";
import { closeDb, db, Prisma } from "../../lib/db";
import type { Run } from "../../lib/job";
import { createMerchant } from "../../merchants/create-merchant";
import { moveClock, query, stopClock } from "../../test/database";
import { createEvent, createEvents } from "../../test/rows/webhook-events";
import { startReceiver } from "../../test/webhooks/receiver";
import { createEndpoint } from "../endpoints/create-endpoint";
import { setWebhookUrl } from "../endpoints/set-webhook-url";
import { CONCURRENCY_LIMITS, deliverJob } from "../jobs";

vi.stubEnv("WEBHOOK_ALLOW_CIDRS", "127.0.0.1/32:1-65535");
const ctx = systemCtx("test");
let shop: Awaited<ReturnType<typeof startReceiver>>;

// Calls in flight do not age, however long a test takes.
beforeEach(stopClock);
beforeEach(async () => {
  await query("DELETE FROM webhook_delivery_attempts; DELETE FROM webhook_deliveries; DELETE FROM webhook_events");
  shop = await startReceiver((response) => response.end());
});
afterEach(() => {
  shop.close();
});
afterAll(closeDb);

async function merchantWithUrl(): Promise<string> {
  const { id } = await createMerchant(ctx, { brandName: "Acme" });
  await setWebhookUrl(ctx, { webhook_url: shop.url, merchant_id: id });
  return id;
}

const claim = (limit = 100): Promise<Run[]> => deliverJob.claim(limit);
const count = async (sql: string) => Number((await query(sql)).rows[0]?.count);
const delivered = () => count("SELECT count(*) FROM webhook_deliveries WHERE status = 'delivered'");
const tries = () => count("SELECT count(*) FROM webhook_delivery_attempts");

describe("a claim", () => {
  it("leases each row to one of many concurrent workers", async () => {
    const merchants = await Promise.all(Array.from({ length: 8 }, () => merchantWithUrl()));
    for (const merchant of merchants) await createEvents(merchant, 4);
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

  it("control: gives a row twice without leases", async () => {
    await createEvents(await merchantWithUrl(), 1);
    const first = await claim();
    await query("UPDATE webhook_deliveries SET lease_until = NULL");
    const second = await claim();
    expect([first.length, second.length]).toEqual([1, 1]);
  });

  it("takes at most the limit, the longest due first", async () => {
    const merchant = await merchantWithUrl();
    await createEvents(merchant, 3);
    await query(`UPDATE webhook_deliveries SET due_at = due_at - make_interval(mins => n::int)
        FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM webhook_deliveries) numbered WHERE numbered.id = webhook_deliveries.id`);
    expect(await claim(1)).toHaveLength(1);
    const sql =
      "SELECT count(*) FROM webhook_deliveries d WHERE lease_until IS NOT NULL AND due_at = (SELECT min(due_at) FROM webhook_deliveries)";
    expect(await count(sql)).toBe(1);
  });

  it("leaves capacity for others when one receiver has a backlog", async () => {
    const [busy, quiet] = [await merchantWithUrl(), await merchantWithUrl()];
    await createEvents(busy, 24);
    await createEvents(quiet, 1);
    expect(await claim(20)).toHaveLength(CONCURRENCY_LIMITS.perEndpoint + 1);
    expect(
      await count(`SELECT count(*) FROM webhook_deliveries WHERE lease_until IS NOT NULL AND merchant_id = '${quiet}'`),
    ).toBe(1);
    expect(await claim(20)).toHaveLength(0);
  });
});

/** A merchant with these endpoints, and this many due events for each. */
async function merchantWithEndpoints(names: string[], events: number): Promise<string> {
  const { id: merchantId } = await createMerchant(ctx, { brandName: "Acme" });
  for (const name of names) await createEndpoint(ctx, { merchantId, name, url: "http://127.0.0.1:9/hook" });
  for (let index = 0; index < events; index += 1) await createEvent(merchantId, { endpoints: names });
  return merchantId;
}

const namesOf = (kind: string, length: number) => Array.from({ length }, (_, index) => `${kind}-${index}`);
/** Claims the oldest rows regardless of the endpoint, as the claim must not. */
const claimByAge = (limit: number) =>
  claimDue(db(), { table: "webhook_deliveries", open: Prisma.sql`status = 'waiting'`, limit, leaseS: 25 });

/** Calls in flight by endpoint name, or grouped by the SQL expression `of`. */
const inFlight = (of = "name") =>
  query(async (client): Promise<Record<string, number>> => {
    const sql = `SELECT ${of} AS name, count(lease_until)::int AS calls FROM webhook_deliveries d
      JOIN webhook_endpoints e ON e.id = d.endpoint_id GROUP BY 1`;
    const { rows } = await client.query<{ name: string; calls: number }>(sql);
    return Object.fromEntries(rows.map(({ name, calls }) => [name, calls]));
  });

describe("a responding endpoint of a merchant with eleven hanging endpoints and a backlog", () => {
  const hanging = namesOf("hangs", 11);

  async function merchantWithBacklog(): Promise<string> {
    const merchantId = await merchantWithEndpoints(hanging.slice(0, 10), 20);
    for (const name of ["hangs-10", "answers"]) {
      await createEndpoint(ctx, { merchantId, name, url: "http://127.0.0.1:9/hook" });
    }
    for (let index = 0; index < 20; index += 1) await createEvent(merchantId, { endpoints: ["hangs-10"] });
    // The clock stands still: what comes next would be as old.
    await moveClock("1 second");
    return merchantId;
  }

  it("gets its first call before any of them gets its second, although theirs are older", async () => {
    await createEvent(await merchantWithBacklog(), { endpoints: ["answers"] });
    expect(await claim(12)).toHaveLength(12);
    expect(await inFlight()).toEqual(Object.fromEntries([...hanging, "answers"].map((name) => [name, 1])));
  });

  it("gets a call while they have all the calls that they can have", async () => {
    const merchantId = await merchantWithBacklog();
    expect(await claim(200)).toHaveLength(20);
    expect(await claim(200)).toHaveLength(0);
    await createEvent(merchantId, { endpoints: ["answers"] });
    expect(await claim(200)).toHaveLength(1);
    expect(await inFlight()).toMatchObject({ answers: 1 });
  });

  it("control: gets no call of the merchant when age decides", async () => {
    await createEvent(await merchantWithBacklog(), { endpoints: ["answers"] });
    expect(await claimByAge(40)).toHaveLength(40);
    expect(await inFlight()).toMatchObject({ answers: 0 });
  });
});

describe("a merchant's event behind five merchants with ten dead endpoints each", () => {
  async function deadMerchants(): Promise<void> {
    for (let merchant = 0; merchant < 5; merchant += 1) {
      await merchantWithEndpoints(namesOf(`dead-${merchant}`, 10), 8);
    }
    await moveClock("1 second");
  }
  const callsByMerchant = () => inFlight("regexp_replace(name, '-[0-9]+$', '')");
  const oneEach = { "dead-0": 1, "dead-1": 1, "dead-2": 1, "dead-3": 1, "dead-4": 1, fresh: 1 };

  it("is claimed before any of them gets its second call, although theirs are older", async () => {
    await deadMerchants();
    await merchantWithEndpoints(["fresh"], 1);
    expect(await claim(6)).toHaveLength(6);
    expect(await callsByMerchant()).toEqual(oneEach);
  });

  it("is claimed by a worker that has claimed all it could of theirs", async () => {
    await deadMerchants();
    const { concurrency } = deliverJob;
    const held = await claim(concurrency);
    await merchantWithEndpoints(["fresh"], 1);
    expect(await claim(concurrency - held.length)).toHaveLength(1);
    expect(await callsByMerchant()).toMatchObject({ "dead-0": 20, "dead-4": 20, fresh: 1 });
  });

  it("control: is not claimed when age decides", async () => {
    await deadMerchants();
    await merchantWithEndpoints(["fresh"], 1);
    expect(await claimByAge(200)).toHaveLength(200);
    expect(await callsByMerchant()).toMatchObject({ fresh: 0 });
  });
});

describe("a claim among many", () => {
  it("takes first attempts before retries that are due longer", async () => {
    await merchantWithEndpoints(["busy"], 8);
    const retried = "UPDATE webhook_deliveries SET tries = 1, due_at = due_at - interval '1 hour'";
    await query(`${retried} WHERE id IN (SELECT id FROM webhook_deliveries ORDER BY id LIMIT 6)`);
    const inHandAfter = async (limit: number) => {
      await claim(limit);
      const sql = "SELECT tries FROM webhook_deliveries WHERE lease_until IS NOT NULL ORDER BY tries";
      return (await query<{ tries: number }>(sql)).rows.map(({ tries }) => tries);
    };
    expect(await inHandAfter(1)).toEqual([0]);
    expect(await inHandAfter(2)).toEqual([0, 0, 1]);
  });
});

describe("a worker that was killed", () => {
  it("loses its rows to another worker when the lease ends, within 30 s", async () => {
    await createEvents(await merchantWithUrl(), 1);
    expect(await claim()).toHaveLength(1);
    await moveClock("20 seconds");
    expect(await claim()).toHaveLength(0);
    await moveClock("10 seconds");
    const [run] = await claim();
    await run?.();
    expect(shop.received).toHaveLength(1);
    expect(await delivered()).toBe(1);
  });

  it("writes no outcome after another worker has leased the row", async () => {
    await createEvents(await merchantWithUrl(), 1);
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

  it("makes an unrecorded call again: it counts as no attempt", async () => {
    await createEvents(await merchantWithUrl(), 1);
    await claim();
    await moveClock("30 seconds");
    const [again] = await claim();
    await again?.();
    expect(await count("SELECT tries AS count FROM webhook_deliveries")).toBe(1);
  });
});
