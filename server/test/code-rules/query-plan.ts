import { LIMIT_FACTOR } from "../../../verification/limits";
import type { Prisma } from "../../lib/db";
import { query } from "../database";

/** The time limit for writing the rows with all their indexes. */
export const FILL_TIMEOUT_MS = 600_000 * LIMIT_FACTOR;

/** A node of PostgreSQL's JSON plan. */
export type Plan = { "Node Type": string; Plans?: Plan[] } & Record<string, string | number>;

/**
 * What nodes read in the tables and indexes whose names match: the rows, with those that a condition removed, and whether
 * a table was read without an index.
 */
export function readIn(nodes: readonly Plan[], names = /./): { rows: number; isScan: boolean } {
  const number = (node: Plan, name: string) => Number(node[name] ?? 0);
  const own = nodes.filter((node) =>
    [node["Relation Name"], node["Index Name"]].some((name) => name && names.test(`${name}`)),
  );
  const rows = own.map((node) => {
    const removed = number(node, "Rows Removed by Filter") + number(node, "Rows Removed by Index Recheck");
    return (number(node, "Actual Rows") + removed) * number(node, "Actual Loops");
  });
  return {
    rows: rows.reduce((sum, some) => sum + some, 0),
    isScan: own.some((node) => node["Node Type"].endsWith("Seq Scan")),
  };
}

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
