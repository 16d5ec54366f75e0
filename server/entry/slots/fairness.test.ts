import { Agent, request } from "node:http";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { answerApi } from "../../http/handler";
import { apiListener } from "../../http/listener";
import { newTenant, type Tenant } from "../../test/rows/fixtures";
import { until } from "../../test/until";
import { type Entry, startEntry } from "../entry-server";
import { SLOT_LIMITS, type SlotLimits } from "./slot-limits";

const CONNECTIONS = 100;
const LOOKS = 9;
const UNLIMITED: SlotLimits = {
  ...{ ...SLOT_LIMITS, all: 1_000, anonymous: 1_000, credential: 1_000, address: 1_000, owner: 1_000 },
  activeMs: 0,
};
const LINK = JSON.stringify({ order: { amount: 2550, currency: "EUR", test_transaction: true } });

const entries: Entry[] = [];
const agents: Agent[] = [];
let busy: Tenant;
let quiet: Tenant;

beforeAll(async () => {
  [busy, quiet] = [await newTenant(), await newTenant()];
});
afterEach(async () => {
  for (const agent of agents.splice(0)) agent.destroy();
  for (const entry of entries.splice(0)) await entry.drain(0);
});

type Call = { path: string; method?: string; token?: string; body?: string };

/** The product's API behind an entry with these limits; `answered` counts the calls of the busy caller. */
async function serve(slots: SlotLimits) {
  const count = { answered: 0 };
  const options = { port: 0, hosts: ["127.0.0.1"], rules: { hosts: null, simbankHost: null }, slots };
  const api = apiListener(async (asked, peer) => {
    const response = await answerApi(asked, peer);
    if (asked.headers.get("x-busy")) count.answered += 1;
    return response;
  });
  const entry = await startEntry(options, { api, page: api, isReady: async () => ({ ready: true }) });
  entries.push(entry);
  return { port: entry.port, count };
}

function call(
  port: number,
  agent: Agent,
  { path, method = "GET", token, body }: Call,
  isBusy: boolean,
): Promise<number> {
  const headers = {
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(body ? { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) } : {}),
    ...(isBusy ? { "X-Busy": "1" } : {}),
  };
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: "127.0.0.1", path, method, agent, headers }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** How many calls of the busy caller are answered while the quiet one waits for one of its own: the median of some. */
async function overtakenBy(slots: SlotLimits, load: Call): Promise<{ median: number; statuses: Set<number> }> {
  const { port, count } = await serve(slots);
  const many = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const one = new Agent({ keepAlive: true, maxSockets: 1 });
  agents.push(many, one);
  const list = { path: "/api/v1/payment-links?limit=1", token: quiet.token };
  const statuses = new Set<number>([await call(port, one, list, false)]);
  let running = true;
  const connections = Array.from({ length: CONNECTIONS }, async () => {
    while (running) statuses.add(await call(port, many, load, true));
  });
  await until(() => count.answered > CONNECTIONS);
  const overtaken: number[] = [];
  for (let look = 0; look < LOOKS; look++) {
    const before = count.answered;
    statuses.add(await call(port, one, list, false));
    overtaken.push(count.answered - before);
  }
  running = false;
  await Promise.all(connections);
  return { median: overtaken.toSorted((a, b) => a - b)[(LOOKS - 1) / 2] ?? 0, statuses };
}

describe(`while one caller has ${CONNECTIONS} connections`, () => {
  const loads = (): [string, Call][] => [
    ["creating links", { path: "/api/v1/payment-links", method: "POST", token: busy.token, body: LINK }],
    ["searching", { path: "/api/v1/payment-links?search=Order", token: busy.token }],
    ["without a token", { path: "/api/v1/banks/top?country=PT" }],
  ];

  it.each([0, 1, 2])(
    "another merchant's list waits behind a few of its calls, and no call is refused (%#)",
    async (n) => {
      const [, load] = loads()[n] as [string, Call];
      const { median, statuses } = await overtakenBy(SLOT_LIMITS, load);
      expect(median).toBeLessThan(20);
      expect([...statuses]).toEqual([200]);
    },
  );

  it("control: without slots, the list waits behind several times as many requests", async () => {
    // The load that needs no database: its connections, which are shared out as well, would let the list through.
    const [, load] = loads()[2] as [string, Call];
    const { median: withSlots } = await overtakenBy(SLOT_LIMITS, load);
    const { median: without } = await overtakenBy(UNLIMITED, load);
    expect(without).toBeGreaterThan(3 * Math.max(1, withSlots));
  });
});

describe("a caller with more requests than its queue holds", () => {
  it("gets 503 SERVICE_UNAVAILABLE with Retry-After in the API's shape, and 503 in plain text at a page", async () => {
    const slots = { ...SLOT_LIMITS, address: 1, queue: { own: 1, all: 10 } };
    const options = { port: 0, hosts: ["127.0.0.1"], rules: { hosts: null, simbankHost: null }, slots };
    const open: { end(text: string): void }[] = [];
    const hold = (_: unknown, response: { end(text: string): void }) => void open.push(response);
    const entry = await startEntry(options, { api: hold, page: hold, isReady: async () => ({ ready: true }) });
    entries.push(entry);
    const base = `http://127.0.0.1:${entry.port}`;
    const held = [fetch(`${base}/api/v1/held`), fetch(`${base}/api/v1/queued`)];
    await until(() => open.length === 1);
    const api = await fetch(`${base}/api/v1/banks/top`);
    const page = await fetch(`${base}/console`);
    const health = await fetch(`${base}/healthz`);
    expect([api.status, api.headers.get("retry-after"), (await api.json()).error.code]).toEqual([
      503,
      "1",
      "SERVICE_UNAVAILABLE",
    ]);
    expect([page.status, page.headers.get("retry-after"), await page.text()]).toEqual([
      503,
      "1",
      "Too many requests of this caller are open or queued. Nothing was processed. Retry later.\n",
    ]);
    expect(health.status).toBe(200);
    open[0]?.end("done");
    await until(() => open.length === 2);
    open[1]?.end("done");
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200]);
  });
});
