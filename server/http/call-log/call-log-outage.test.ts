import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { syncCatalogue } from "../../banks/sync-catalogue";
import { closeDb, db } from "../../lib/db";
import { newId } from "../../lib/ids";
import { request } from "../../test/client";
import { type DatabaseProxy, startDatabaseProxy } from "../../test/processes/database-proxy";
import { flushCalls, logCall } from "./call-log";
import type { CallRow } from "./call-store";

const STEP_MS = 20;
const MIB = 1024 * 1024;
/** Twice what the buffer holds. */
const TOO_MANY = 40;

let proxy: DatabaseProxy;

beforeAll(async () => {
  proxy = await startDatabaseProxy(process.env["DATABASE_URL"] ?? "");
  process.env["DATABASE_URL"] = proxy.url;
  await syncCatalogue();
});
afterAll(async () => {
  await closeDb();
  proxy.close();
});

const reached = async () => {
  while (!(await db().$queryRaw`SELECT 1`.catch(() => null))) await sleep(STEP_MS);
};
const paths = async () => (await db().apiCall.findMany({ orderBy: { id: "asc" } })).map(({ path }) => path);

const row = (changed: Partial<CallRow>): CallRow => ({
  ...{ id: newId(), at: "2026-11-20T09:41:00.000Z", request_id: "r", endpoint: null, method: "GET", path: "/" },
  ...{ caller_kind: null, actor_kind: null, actor_id: null, partner_id: null, merchant_id: null, test: null },
  ...{ payment_request_id: null, payment_link_id: null, status: 404, error_code: "NOT_FOUND", duration_ms: 1 },
  ...{ ip: null, user_agent: null, idempotency_key: null, replayed: false, request: null, answer: null },
  ...changed,
});

it("requests succeed while the request log cannot be written, and are logged in order afterwards", async () => {
  proxy.fail("cut");
  for (const name of ["a", "b", "c"]) {
    const reply = await request("GET", `/api/v1/${name}`);
    expect([reply.status, reply.error.code]).toEqual([404, "NOT_FOUND"]);
    await flushCalls();
  }
  proxy.heal();
  await reached();
  await flushCalls();
  expect(await paths()).toEqual(["/api/v1/a", "/api/v1/b", "/api/v1/c"]);
});

it("the request log drops its oldest rows when the buffer is full, and continues", async () => {
  await db().apiCall.deleteMany();
  proxy.fail("cut");
  for (let index = 0; index < TOO_MANY; index += 1) logCall(row({ path: `/${index}`, answer: "x".repeat(MIB) }));
  proxy.heal();
  await reached();
  await flushCalls();
  const written = await paths();
  expect(written.length).toBeLessThan(TOO_MANY / 2);
  expect(written.at(-1)).toBe(`/${TOO_MANY - 1}`);
});

it("a row that the database refuses loses its batch, and later batches are written", async () => {
  await db().apiCall.deleteMany();
  logCall(row({ merchant_id: "no uuid" }));
  await flushCalls();
  logCall(row({ path: "/next" }));
  await flushCalls();
  expect(await paths()).toEqual(["/next"]);
});
