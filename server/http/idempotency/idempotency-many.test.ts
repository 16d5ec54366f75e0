import http from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sizeOf } from "../../../verification/depth";
import { env } from "../../lib/config/env";
import { byId } from "../../lib/endpoint";
import { paymentLinkEndpoints } from "../../payments/links/rest-endpoints";
import { blockTable } from "../../test/block-table";
import { query } from "../../test/database";
import { type ApiProcess, startApiProcess } from "../../test/processes/api-process";
import { newTenant, type Tenant } from "../../test/rows/fixtures";
import { until } from "../../test/until";
import { headerOf, send } from "../../test/wire";

const { path } = byId(paymentLinkEndpoints, "createPaymentLink");
const REQUESTS = sizeOf("requests with one key at once");
const body = Buffer.from(JSON.stringify({ order: { amount: 2550, currency: "EUR" } }));
const agent = new http.Agent({ keepAlive: true });

let processes: ApiProcess[];
let tenant: Tenant;

beforeAll(async () => {
  processes = await Promise.all([startApiProcess(), startApiProcess()]);
});
beforeEach(async () => {
  tenant = await newTenant();
});
afterAll(() => {
  agent.destroy();
  for (const one of processes) one.kill();
});

/** One call to one of the processes, in turn. */
async function ask(key: string, index: number) {
  const port = processes[index % processes.length]?.port ?? 0;
  const given = { Authorization: `Bearer ${tenant.token}`, "Content-Type": "application/json", "Idempotency-Key": key };
  const headers = [...Object.entries(given).flat(), "Host", "localhost", "Content-Length", String(body.length)];
  const reply = await send({ port, method: "POST", path, headers, agent }, body);
  const text = reply.body.toString();
  const { error } = JSON.parse(text) as { error?: { code: string } };
  const replayed = headerOf(reply.head, "idempotent-replayed") ?? null;
  return { status: reply.status, text, code: error?.code, retryAfter: headerOf(reply.head, "retry-after"), replayed };
}

const askOften = (key: string, count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(key, index)));

/** How many rows of the tenant there are: effects, and finished calls in the log. */
const count = async (table: string) => {
  const sql = `SELECT count(*)::int AS n FROM ${table} WHERE merchant_id = $1`;
  return (await query<{ n: number }>(sql, [tenant.merchantId])).rows[0]?.n;
};

const IN_PROGRESS = { status: 409, code: "IDEMPOTENT_REQUEST_IN_PROGRESS", retryAfter: "1", replayed: null };

describe("1,000 concurrent requests with one key, over HTTP, in two processes", () => {
  it("have one effect; every response is the first one's bytes or a 409", async () => {
    const replies = await askOften("k1", REQUESTS);
    const done = replies.filter(({ status }) => status === 200);
    expect(replies.filter(({ status }) => status !== 200)).toEqual(
      Array.from({ length: REQUESTS - done.length }, () => expect.objectContaining(IN_PROGRESS)),
    );
    expect(done.filter(({ replayed }) => replayed === null)).toHaveLength(1);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    expect(await count("payment_links")).toBe(1);
  });

  it("get 409 while the first runs, and its response afterwards", async () => {
    const block = await blockTable(env().migrationUrl, "payment_links", "insert");
    const first = ask("k1", 0);
    await block.waiting(1);
    const meanwhile = await askOften("k1", REQUESTS);
    await block.release();
    expect(meanwhile).toEqual(Array.from({ length: REQUESTS }, () => expect.objectContaining(IN_PROGRESS)));
    const { status, text } = await first;
    const replayed = { status, text, code: undefined, replayed: "true", retryAfter: undefined };
    expect([status, await askOften("k1", REQUESTS)]).toEqual([200, Array.from({ length: REQUESTS }, () => replayed)]);
    expect(await count("payment_links")).toBe(1);
  });

  it("are all in the request log", async () => {
    await askOften("k1", REQUESTS);
    await until(async () => (await count("api_calls")) === REQUESTS);
  });
});

it("a process killed while its statement runs leaves effect and key together, and the request can be sent again", async () => {
  const dying = await startApiProcess();
  const others = processes;
  processes = [dying];
  const block = await blockTable(env().migrationUrl, "idempotency_keys", "insert");
  const lost = ask("k1", 0).catch((error: NodeJS.ErrnoException) => error.code);
  await block.waiting(1);
  dying.kill();
  expect(await lost).toBe("ECONNRESET");
  expect([await count("payment_links"), await count("idempotency_keys")]).toEqual([0, 0]);
  await block.release();
  // The statement was sent whole, so the database completes it: the response is stored for the repeat.
  await until(async () => (await count("idempotency_keys")) === 1);
  expect(await count("payment_links")).toBe(1);
  processes = others;
  expect(await ask("k1", 0)).toMatchObject({ status: 200, replayed: "true" });
  expect([await count("payment_links"), await count("idempotency_keys")]).toEqual([1, 1]);
});
