import { beforeAll, describe, expect, it } from "vitest";
import { sizeOf } from "../../verification/depth";
import { newId } from "../lib/ids";
import { FILL_TIMEOUT_MS, nodesOf, readIn } from "../test/code-rules/query-plan";
import { query } from "../test/database";
import { newTenant } from "../test/rows/fixtures";
import { vacuum } from "../test/rows/vacuum";
import { type CallFilter, callsSql, countsSql } from "./call-log-store";

/** Rows are short here: with fewer, PostgreSQL rightly reads the whole table. */
/** With fewer rows a scan of the table is cheaper. */
const CALLS = 3 * Math.max(20_000, sizeOf("rows in plan tests"));
const LIMIT = 26;
const COUNTED = 10_001;

let merchantId: string;
const actor = newId();

beforeAll(async () => {
  merchantId = (await newTenant()).merchantId;
  const other = (await newTenant()).merchantId;
  await query(async (client) => {
    // 1 in 100 is refused, 1 in 1,000 failed, 1 in 10 has a key, 1 in 20 is another credential's.
    await client.query(
      `INSERT INTO api_calls (id, at, request_id, endpoint, method, path, actor_id, merchant_id, test, status, error_code,
         duration_ms, idempotency_key, replayed)
       SELECT gen_random_uuid(), now() - n * interval '1 second', 'request-' || n,
         (ARRAY['createPaymentLink', 'getPaymentStatus', 'getBalances'])[1 + n % 3], 'POST', '/',
         CASE WHEN n % 20 = 0 THEN $3 ELSE 'others' END, CASE WHEN n % 2 = 0 THEN $1::uuid ELSE $2::uuid END,
         CASE n % 5 WHEN 0 THEN true WHEN 1 THEN NULL ELSE false END,
         CASE WHEN n % 1000 = 0 THEN 500 WHEN n % 100 = 0 THEN 400 ELSE 200 END,
         CASE WHEN n % 1000 = 0 THEN 'INTERNAL_SERVER_ERROR' WHEN n % 100 = 0 THEN 'VALIDATION_ERROR' END,
         5, CASE WHEN n % 10 = 0 THEN 'key-' || n END, false
       FROM generate_series(1, $4::int) AS n`,
      [merchantId, other, actor, CALLS],
    );
    await vacuum(client, ["api_calls"]);
  });
}, FILL_TIMEOUT_MS);

const FILTERS: [string, Partial<CallFilter>][] = [
  ["nothing", {}],
  ["what was refused", { outcome: "refused" }],
  ["what failed", { outcome: "failed" }],
  ["an operation", { endpoint: "getBalances" }],
  ["a credential", { actor }],
  ["an error code", { errorCode: "INTERNAL_SERVER_ERROR" }],
  ["a request id", { search: "request-31000" }],
  ["an idempotency key", { search: "key-31000" }],
  ["an id", { search: newId() }],
];

describe.each([true, false])("the request log in test mode: %s", (test) => {
  it.each(FILTERS)("reads a page filtered by %s from an index", async (_, narrowed) => {
    const filter = { merchantId, test, ...narrowed };
    const from = { at: new Date(Date.now() - 3_600_000), id: newId() };
    for (const [towards, place] of [
      ["older", null],
      ["older", from],
      ["newer", from],
    ] as const) {
      const nodes = await nodesOf(callsSql(filter, { towards, from: place, limit: LIMIT }));
      expect(readIn(nodes).isScan).toBe(false);
      // A partition for the mode and one for neither, each read for its page and not to its end.
      expect(readIn(nodes).rows).toBeLessThanOrEqual(narrowed.outcome === "refused" ? 8 * LIMIT : 4 * LIMIT);
    }
  });

  it.each(FILTERS)("counts the requests filtered by %s from indexes only", async (_, narrowed) => {
    const nodes = await nodesOf(countsSql({ merchantId, test, ...narrowed }, COUNTED));
    expect(readIn(nodes).isScan).toBe(false);
  });
});

it("control: without an index the table is read", async () => {
  const filter = { merchantId, test: false, errorCode: "INTERNAL_SERVER_ERROR" };
  const sql = callsSql(filter, { towards: "older", from: null, limit: LIMIT });
  expect(readIn(await nodesOf(sql, ["DROP INDEX api_calls_by_error"])).rows).toBeGreaterThan(8 * LIMIT);
});
