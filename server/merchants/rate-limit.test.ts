import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { handleApi } from "../http/handler";
import { env } from "../lib/config/env";
import { closeDb } from "../lib/db";
import { blockTable } from "../test/block-table";
import { moveClock, query, stopClock } from "../test/database";
import { consoleOf } from "../test/person";
import { newPartner, newTenant, ctx as operator, type Tenant } from "../test/rows/fixtures";
import { comeByCode } from "../test/rows/users";
import { limitRequests, syncRequestUse } from "./rate-limit";
import { setRateLimit } from "./set-rate-limit";

const LIMIT = 3;
const PATH = "http://localhost/api/v1/payment-links";

let shop: Tenant;
beforeEach(async () => {
  shop = await newTenant();
});
afterAll(closeDb);

const ask = (token: string) =>
  handleApi(new Request(PATH, { headers: { Authorization: `Bearer ${token}` } }), {
    remoteAddress: null,
    strict: true,
  });

async function limit(perMinute: number | null, { merchantId }: Tenant = shop): Promise<void> {
  await setRateLimit(operator, { merchantId, perMinute });
  await syncRequestUse();
}

const rateHeaders = ({ headers }: Response) =>
  ["ratelimit-limit", "ratelimit-remaining"].map((name) => headers.get(name));

/** As if another process had answered so many calls of the merchant in this minute. */
const answeredElsewhere = ({ merchantId }: Tenant, requests: number) =>
  query(
    `INSERT INTO merchant_usage AS u (merchant_id, minute, requests)
       VALUES ($1, to_timestamp(floor(extract(epoch FROM clock_timestamp()) / 60) * 60), $2)
       ON CONFLICT (merchant_id, minute) DO UPDATE SET requests = u.requests + EXCLUDED.requests`,
    [merchantId, requests],
  );

/** Counts a call without the API's queries: a call waits for a synchronisation that is five seconds late. */
async function refusal() {
  const actor = { kind: "credential", id: shop.merchantId } as const;
  const caller = { kind: "merchant", merchantId: shop.merchantId, actor, scopes: [], testOnly: false } as const;
  const use = await limitRequests(caller);
  use?.end();
  return use?.refused ?? null;
}

/**
 * Counts cannot be stored until `stored`, which returns them by minute. To be called before the calls: the
 * synchronisation of each second would store their counts.
 */
async function blockCounts() {
  const block = await blockTable(env().migrationUrl, "merchant_usage", "insert");
  const fail = async (meanwhile: () => Promise<void> = async () => {}): Promise<void> => {
    const failing = syncRequestUse();
    await block.waiting(1);
    await meanwhile();
    await query(`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`);
    await failing;
  };
  const stored = async (): Promise<number[]> => {
    await block.release();
    await syncRequestUse();
    const sql = "SELECT requests::int FROM merchant_usage WHERE merchant_id = $1 ORDER BY minute";
    return (await query<{ requests: number }>(sql, [shop.merchantId])).rows.map(({ requests }) => requests);
  };
  return { fail, stored };
}

/** Away from the end of a minute, when limits reset. */
async function inOneMinute(work: () => Promise<void>): Promise<void> {
  const before = Math.floor(Date.now() / 60_000);
  await work().catch(async (error) => {
    if (Math.floor(Date.now() / 60_000) === before) throw error;
    shop = await newTenant();
    await work();
  });
}

describe("a merchant without a limit", () => {
  it("is never refused and gets no RateLimit headers", async () => {
    for (let n = 0; n < 10; n++) {
      const answer = await ask(shop.token);
      expect([answer.status, ...rateHeaders(answer)]).toEqual([200, null, null]);
    }
  });
});

describe(`a merchant with a limit of ${LIMIT} requests a minute`, () => {
  it("gets that many responses with RateLimit headers, then 429 TOO_MANY_REQUESTS with Retry-After", () =>
    inOneMinute(async () => {
      await limit(LIMIT);
      const answers = [];
      for (let n = 0; n < LIMIT + 2; n++) answers.push(await ask(shop.token));
      expect(answers.map((answer) => [answer.status, ...rateHeaders(answer)])).toEqual([
        [200, "3", "2"],
        [200, "3", "1"],
        [200, "3", "0"],
        [429, "3", "0"],
        [429, "3", "0"],
      ]);
      const last = answers.at(-1) as Response;
      const body = await last.json();
      expect(body.error.code).toBe("TOO_MANY_REQUESTS");
      expect(last.headers.get("retry-after")).toBe(last.headers.get("ratelimit-reset"));
      expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(Number(last.headers.get("retry-after"))).toBeLessThanOrEqual(60);
    }));

  it("does not limit another merchant or a partner", () =>
    inOneMinute(async () => {
      await limit(1);
      await ask(shop.token);
      expect((await ask(shop.token)).status).toBe(429);
      expect((await ask((await newTenant()).token)).status).toBe(200);
      const partner = await newPartner();
      for (let n = 0; n < 3; n++) expect((await ask(partner.token)).status).toBe(200);
    }));

  it("does not limit or count the merchant's people, at the Console or by a user's token", () =>
    inOneMinute(async () => {
      await limit(1);
      const { merchantId } = shop;
      const email = `ines-${merchantId}@olaria.example`;
      const { developers } = await consoleOf({ role: "admin", merchantId }, email);
      const { access_token: token } = (await comeByCode(email)).data;
      const statuses = [];
      for (let n = 0; n < 2; n++) {
        const sent = await developers.reference.send({ merchantId, operation: "listPaymentLinks" });
        statuses.push(sent.status, (await ask(token)).status);
      }
      expect(statuses).toEqual([200, 200, 200, 200]);
      expect([(await ask(shop.token)).status, (await ask(shop.token)).status]).toEqual([200, 429]);
      await syncRequestUse();
      const { rows } = await query("SELECT requests::int FROM merchant_usage WHERE merchant_id = $1", [merchantId]);
      expect(rows).toEqual([{ requests: 1 }]);
    }));

  it("counts requests of other processes after the synchronisation", () =>
    inOneMinute(async () => {
      await limit(LIMIT);
      await answeredElsewhere(shop, 2);
      expect(rateHeaders(await ask(shop.token))).toEqual(["3", "2"]);
      await syncRequestUse();
      const next = await ask(shop.token);
      expect([next.status, (await ask(shop.token)).status]).toEqual([429, 429]);
    }));

  it("stays limited in a minute that begins while the last one's count is being stored and then is not", async () => {
    await stopClock();
    await limit(LIMIT);
    const counts = await blockCounts();
    await ask(shop.token);
    await counts.fail(async () => {
      await moveClock("1 minute");
      for (let n = 0; n < LIMIT; n++) expect(await refusal()).toBeNull();
    });
    expect(await refusal()).toMatchObject({ code: "TOO_MANY_REQUESTS" });
    expect(await counts.stored()).toEqual([1, LIMIT]);
  });

  it("keeps a count that could not be stored twice, with the calls between and after", async () => {
    await stopClock();
    await limit(LIMIT);
    const counts = await blockCounts();
    await refusal();
    await counts.fail();
    await refusal();
    await counts.fail();
    await refusal();
    expect(await counts.stored()).toEqual([LIMIT]);
    expect(await refusal()).toMatchObject({ code: "TOO_MANY_REQUESTS" });
  });

  it("is no longer limited when the limit is removed", () =>
    inOneMinute(async () => {
      await limit(1);
      await ask(shop.token);
      expect((await ask(shop.token)).status).toBe(429);
      await limit(null);
      const answer = await ask(shop.token);
      expect([answer.status, ...rateHeaders(answer)]).toEqual([200, null, null]);
    }));
});

describe("the operator", () => {
  const operatorApi = async () => (await consoleOf({ role: "owner" })).platform;

  it("sees usage, refusals and concurrency, and sets a limit with an audit entry", () =>
    inOneMinute(async () => {
      const { usage } = await operatorApi();
      await usage.setLimit({ merchantId: shop.merchantId, perMinute: 2 });
      await syncRequestUse();
      await Promise.all([ask(shop.token), ask(shop.token), ask(shop.token)]);
      await syncRequestUse();
      const row = (await usage.list()).find(({ merchantId }) => merchantId === shop.merchantId);
      expect(row).toMatchObject({ requests: 2, busiestMinute: 2, refused: 1, limit: 2 });
      expect(row?.peakInFlight).toBeGreaterThanOrEqual(2);
      await usage.setLimit({ merchantId: shop.merchantId, perMinute: 2 });
      const { rows } = await query(
        "SELECT before, after FROM audit_entries WHERE action = 'merchant.request_limit_set' AND merchant_id = $1",
        [shop.merchantId],
      );
      expect(rows).toEqual([{ before: { requests_per_minute: null }, after: { requests_per_minute: 2 } }]);
    }));

  it.each([0, -1, 1.5, 1_000_001])("cannot set a limit of %d", async (perMinute) => {
    const { usage } = await operatorApi();
    await expect(usage.setLimit({ merchantId: shop.merchantId, perMinute })).rejects.toThrow();
    expect((await usage.list()).filter(({ merchantId }) => merchantId === shop.merchantId)).toEqual([]);
  });
});
