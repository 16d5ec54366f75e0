import { db, Prisma } from "../lib/db";

/** A node of a plan, as PostgreSQL tells it in JSON. */
export type Plan = { "Node Type": string; Plans?: Plan[] } & Record<string, string | number>;

/** What the database did: every node of the plan, with the rows that it has seen. `before` is undone with it. */
export async function nodesOf(sql: Prisma.Sql, before: string[] = []): Promise<Plan[]> {
  const undo = new Error("undo");
  let nodes: Plan[] = [];
  const flatten = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flatten)];
  const explain = db().$transaction(async (tx) => {
    for (const statement of before) await tx.$executeRawUnsafe(statement);
    const [row] = await tx.$queryRaw<[{ "QUERY PLAN": [{ Plan: Plan }] }]>(
      Prisma.sql`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
    );
    nodes = flatten(row["QUERY PLAN"][0].Plan);
    throw undo;
  });
  await explain.catch((error: unknown) => {
    if (error !== undo) throw error;
  });
  return nodes;
}
