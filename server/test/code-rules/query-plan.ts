import { LIMIT_FACTOR } from "../../../verification/limits";
import type { Prisma } from "../../lib/db";
import { query } from "../database";

/** The time limit for writing the rows with all their indexes. */
export const FILL_TIMEOUT_MS = 600_000 * LIMIT_FACTOR;

/** A node of PostgreSQL's JSON plan. */
export type Plan = { "Node Type": string; Plans?: Plan[] } & Record<string, string | number>;

/**
 * The executed plan: every node, with its row counts. `before` runs in the same transaction and is rolled back; it has
 * no time limit, because this connection has none of the product's deadlines.
 */
export async function nodesOf(sql: Prisma.Sql, before: string[] = []): Promise<Plan[]> {
  const flatten = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flatten)];
  return query(async (client) => {
    await client.query("BEGIN");
    for (const statement of before) await client.query(statement);
    const explain = `EXPLAIN (ANALYZE, FORMAT JSON) ${sql.text}`;
    const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(explain, sql.values);
    await client.query("ROLLBACK");
    return rows.flatMap((row) => flatten(row["QUERY PLAN"][0].Plan));
  });
}
