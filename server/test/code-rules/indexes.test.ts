import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type pg from "pg";
import { expect, it } from "vitest";
import { query } from "../database";
import { projectRoot } from "./files";

/** The tables that calls and payments write, whose indexes cost the most. */
const WRITTEN_OFTEN = [
  ...["access_tokens", "refresh_tokens", "token_families", "api_calls", "idempotency_keys", "audit_entries"],
  ...["payment_links", "payment_link_counts", "payment_requests", "payment_search_terms", "payment_attempts"],
  ...["attempt_transitions", "attempt_payers", "bank_calls", "webhook_events", "webhook_deliveries"],
  "webhook_delivery_attempts",
];

/** `// <index>: <query> (<file>)` */
const NAMED = /^\/\/ (\w+): (\S.+) \((\S+[.]ts)\)$/gm;

/** The indexes that neither are a key nor keep rows unique, sorted: these only serve queries. */
async function indexesOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT x.indexrelid::regclass::text AS name FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid
     WHERE t.relname = ANY ($1) AND NOT x.indisunique`,
    [WRITTEN_OFTEN],
  );
  return rows.map(({ name }) => name).sort();
}

function namedIndexes(): { name: string; file: string }[] {
  const text = readFileSync(path.join(projectRoot, "prisma/schema/indexes.prisma"), "utf8");
  return [...text.matchAll(NAMED)].map(([, name = "", , file = ""]) => ({ name, file }));
}

it("each index of a table that is written often is named once in the schema, with the query that needs it", async () => {
  const named = namedIndexes();
  expect(named.map(({ name }) => name).sort()).toEqual(await query(indexesOf));
  expect(named.filter(({ file }) => !existsSync(path.join(projectRoot, "server", file)))).toEqual([]);
});

it("control: an index that the schema does not name is found", async () => {
  const found = await query(async (client) => {
    await client.query("BEGIN");
    await client.query("CREATE INDEX unnamed ON payment_requests (locale)");
    const names = await indexesOf(client);
    await client.query("ROLLBACK");
    return names;
  });
  const named = new Set(namedIndexes().map(({ name }) => name));
  expect(found.filter((name) => !named.has(name))).toEqual(["unnamed"]);
});
