import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { setClockOffset } from "../../lib/clock";
import { env } from "../../lib/config/env";
import { closeDb, db } from "../../lib/db";
import { blockTable } from "../../test/block-table";
import { call } from "../../test/client";
import { type DatabaseProxy, startDatabaseProxy } from "../../test/processes/database-proxy";
import { newTenant, type Tenant } from "../../test/rows/fixtures";
import { until } from "../../test/until";
import { controlTimers } from "../../test/waits";

const body = { order: { amount: 2550, currency: "EUR" } };
/** Longer than callers and merchants are cached. */
const FORGOTTEN_MS = 1_000;
const STEP_MS = 20;
/** The product's timeouts for the database: for a connection, for a transaction, for a statement. */
const LIMITS_MS = [10_000, 15_000, 17_000];

const directly = process.env["DATABASE_URL"] ?? "";
let proxy: DatabaseProxy;
let tenant: Tenant;

beforeAll(async () => {
  proxy = await startDatabaseProxy(directly);
  process.env["DATABASE_URL"] = proxy.url;
});
beforeEach(async () => {
  tenant = await newTenant();
});
afterEach(async () => {
  setClockOffset(0);
  proxy.heal();
  await reached();
});
afterAll(async () => {
  await closeDb();
  proxy.close();
});

/** The pool detects closed connections one by one, by using them. */
async function reached(): Promise<void> {
  while (!(await db().$queryRaw`SELECT 1`.catch(() => null))) await sleep(STEP_MS);
}

const send = (key: string | null = "k1") =>
  call("createPaymentLink", body, { token: tenant.token, headers: key === null ? {} : { "idempotency-key": key } });

/** The tenant's links and stored answers. */
async function traces(): Promise<{ links: number; answers: number }> {
  const client = new pg.Client({ connectionString: directly });
  await client.connect();
  const count = async (table: string) => {
    const sql = `SELECT count(*)::int AS n FROM ${table} WHERE merchant_id = $1`;
    return (await client.query<{ n: number }>(sql, [tenant.merchantId])).rows[0]?.n ?? 0;
  };
  const found = { links: await count("payment_links"), answers: await count("idempotency_keys") };
  await client.end();
  return found;
}

const NOTHING = { links: 0, answers: 0 };
const ONCE = { links: 1, answers: 1 };

async function expectRefusal(key: string | null): Promise<void> {
  const reply = await send(key);
  const code = key === null ? "SERVICE_UNAVAILABLE" : "IDEMPOTENCY_STORE_UNAVAILABLE";
  expect([reply.status, reply.error.code, reply.headers.get("retry-after")]).toEqual([503, code, "1"]);
}

describe("an unreachable database", () => {
  it("returns 503 before authentication, and processes nothing", async () => {
    proxy.fail("cut");
    await expectRefusal("k1");
    await expectRefusal(null);
    proxy.heal();
    await reached();
    expect(await traces()).toEqual(NOTHING);
    expect((await send()).status).toBe(200);
    expect(await traces()).toEqual(ONCE);
  });

  it("returns 503 after authentication, and processes nothing", async () => {
    expect((await send("other")).status).toBe(200);
    proxy.fail("cut");
    await expectRefusal("k1");
    proxy.heal();
    await reached();
    expect(await traces()).toEqual(ONCE);
    expect((await send("k1")).headers.get("idempotent-replayed")).toBeNull();
  });

  it("returns 503 also when its host is unreachable", async () => {
    const error = Object.assign(new Error("connect EHOSTUNREACH"), { code: "EHOSTUNREACH" });
    const connect = vi.spyOn(pg.Pool.prototype, "connect").mockImplementation((done?: unknown) => {
      if (typeof done === "function") return void done(error);
      return Promise.reject(error);
    });
    await expectRefusal("k1");
    await expectRefusal(null);
    connect.mockRestore();
    expect(await traces()).toEqual(NOTHING);
  });

  it("returns 503 also if it does not respond", async () => {
    expect((await send("other")).status).toBe(200);
    proxy.fail("silent");
    const limits = controlTimers((ms) => LIMITS_MS.includes(ms));
    const known = expectRefusal("k1");
    setClockOffset(FORGOTTEN_MS);
    let areRefused = false;
    const refusals = Promise.all([known, expectRefusal("k2"), expectRefusal(null)]);
    refusals.finally(() => (areRefused = true)).catch(() => undefined);
    // The database no longer answers: every wait reaches its timeout.
    await until(() => {
      limits.pass();
      return areRefused;
    });
    limits.restore();
    await refusals;
    proxy.heal();
    await reached();
    expect(await traces()).toEqual(ONCE);
  });

  it("returns 500 while the creation's statement runs, and a retry with the same key returns the true result", async () => {
    const block = await blockTable(env().migrationUrl, "idempotency_keys", "insert");
    const reply = send();
    await block.waiting(1);
    proxy.fail("cut");
    expect((await reply).error.code).toBe("INTERNAL_SERVER_ERROR");
    expect(await traces()).toEqual(NOTHING);
    await block.release();
    proxy.heal();
    await reached();
    expect((await send()).headers.get("idempotent-replayed")).toBe("true");
    expect(await traces()).toEqual(ONCE);
  });

  it("returns 500 during the commit, and a retry with the same key returns the true result", async () => {
    const block = await blockTable(env().migrationUrl, "idempotency_keys", "commit");
    const reply = send();
    await block.waiting(1);
    proxy.fail("cut");
    expect((await reply).error.code).toBe("INTERNAL_SERVER_ERROR");
    await block.release();
    expect(await traces()).toEqual(ONCE);
    proxy.heal();
    await reached();
    const later = await send();
    expect([later.status, later.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
    expect(await traces()).toEqual(ONCE);
  });
});
