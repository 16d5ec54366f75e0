import { beforeAll, describe, expect, it } from "vitest";
import { sizeOf } from "../../../verification/depth";
import type { Prisma } from "../../lib/db";
import { FILL_TIMEOUT_MS, nodesOf, readIn } from "../../test/code-rules/query-plan";
import { query } from "../../test/database";
import { newTenant } from "../../test/rows/fixtures";
import { fillPayments } from "../../test/rows/payment-rows";
import { vacuum } from "../../test/rows/vacuum";
import { openExceptionsSql } from "./exception-store";
import { listExceptions } from "./exceptions";

const ROWS = sizeOf("rows in plan tests");
const LIMIT = 26;

beforeAll(async () => {
  const { merchantId } = await newTenant();
  await query(async (client) => {
    await fillPayments(client, [merchantId], ROWS);
    // An exception for each attempt: one in ten of a live payment, one in a thousand of a rare kind, one in three resolved.
    await client.query(`
      INSERT INTO payment_exceptions (id, kind, payment_request_id, attempt_id, detail, source, test, at, resolved_at)
      SELECT gen_random_uuid(), CASE WHEN n % 1000 = 0 THEN 'disputed' ELSE 'not_found' END, payment_request_id, id, '',
        'poll', n % 10 > 0, created_at, CASE WHEN n % 3 = 0 THEN created_at END
      FROM (SELECT *, row_number() OVER () AS n FROM payment_attempts) AS a`);
    await vacuum(client, ["payment_exceptions"]);
  });
}, FILL_TIMEOUT_MS);

/** The exceptions that a page reads, and whether they are sorted. */
async function costOf(sql: Prisma.Sql, before: string[] = []) {
  const nodes = await nodesOf(sql, before);
  const isSorted = nodes.some((node) => node["Node Type"].endsWith("Sort"));
  return { rows: readIn(nodes, /^payment_exceptions$/).rows, isSorted };
}

const PAGES = [
  ["live ones", { test: false }],
  ["tests", { test: true }],
  ["a rare kind", { test: true, kind: "disputed" }],
  ["a frequent kind of live ones", { test: false, kind: "not_found" }],
] as const;

describe("a page of open exceptions", () => {
  it.each(PAGES)("of %s reads its rows alone, in the order of an index, also far from the start", async (_name, of) => {
    const middle = "SELECT at, id FROM payment_exceptions ORDER BY at, id OFFSET $1 LIMIT 1";
    const from = (await query<{ at: Date; id: string }>(middle, [Math.round(ROWS / 4)])).rows[0] ?? null;
    const pages = [
      { towards: "older", from: null },
      { towards: "older", from },
      { towards: "newer", from },
    ] as const;
    for (const page of pages) {
      const { rows, isSorted } = await costOf(openExceptionsSql({ ...of, ...page, limit: LIMIT }));
      expect(isSorted).toBe(false);
      expect(rows).toBeLessThanOrEqual(LIMIT);
    }
  });

  it("control: without the indexes it reads every exception", async () => {
    const sql = openExceptionsSql({ test: false, towards: "older", from: null, limit: LIMIT });
    const dropped = ["DROP INDEX payment_exceptions_open", "DROP INDEX payment_exceptions_open_of_kind"];
    const { rows, isSorted } = await costOf(sql, dropped);
    expect(isSorted).toBe(true);
    expect(rows).toBeGreaterThan(ROWS / 20);
  });

  it("continues from the last live one to the newest test, and back", async () => {
    const open = "FROM payment_exceptions WHERE kind = 'disputed' AND resolved_at IS NULL";
    await query(`UPDATE payment_exceptions SET test = false WHERE id IN (SELECT id ${open} LIMIT 3)`);
    const expected = await query<{ id: string }>(`SELECT id ${open} ORDER BY test, at DESC, id DESC`);
    const seen: string[] = [];
    let back = "";
    let last: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await listExceptions({ kind: "disputed", limit: 2, ...(cursor ? { cursor } : {}) });
      last = page.rows.map(({ id }) => id);
      seen.push(...last);
      back = page.newer ?? "";
      cursor = page.older;
    }
    expect(seen).toEqual(expected.rows.map(({ id }) => id));
    const previous = await listExceptions({ kind: "disputed", limit: 2, cursor: back });
    expect(previous.rows.map(({ id }) => id)).toEqual(seen.slice(-last.length - 2, -last.length));
  });
});
