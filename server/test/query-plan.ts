import { LIMIT_FACTOR } from "../../verification/limits";
import type { Prisma } from "../lib/db";
import { query } from "./database";

/** For writing the rows with all their indexes. */
export const FILL_TIMEOUT_MS = 600_000 * LIMIT_FACTOR;

/** A node of a plan, as PostgreSQL tells it in JSON. */
export type Plan = { "Node Type": string; Plans?: Plan[] } & Record<string, string | number>;

/**
 * What the database did: every node of the plan, with the rows that it has seen. `before` is undone with it, and may take
 * as long as it needs: a connection of its own has none of the product's deadlines.
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
