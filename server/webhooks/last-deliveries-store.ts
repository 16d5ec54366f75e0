import { type Db, Prisma } from "../lib/db";
import { type LogFilter, type Shelves, walkSql } from "./log-filter-store";

/** The last delivery of each of these types that the filter lets through, in one walk for each. */
export async function findLastOfTypes(db: Db, filter: LogFilter, types: readonly string[], all: Shelves) {
  const walk = { towards: "older", from: null, limit: 1 } as const;
  const walks = types.map((type) => Prisma.sql`(${walkSql({ ...filter, types: [type] }, walk, all)})`);
  const found = await db.$queryRaw<Array<{ id: string }>>(Prisma.join(walks, " UNION ALL "));
  return db.webhookDelivery.findMany({
    where: { id: { in: found.map(({ id }) => id) } },
    select: {
      id: true,
      status: true,
      createdAt: true,
      event: { select: { id: true, type: true, test: true, body: true } },
    },
  });
}
