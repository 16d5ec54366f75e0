import { type Db, Prisma } from "../../lib/db";
import { deliveryKeysSql, type IndexPartitions, type LogFilter } from "./delivery-filter-store";

/** The filter's last delivery of each of these types, one keyset page for each. */
export async function findLastOfTypes(db: Db, filter: LogFilter, types: readonly string[], all: IndexPartitions) {
  const page = { towards: "older", from: null, limit: 1 } as const;
  const pages = types.map((type) => Prisma.sql`(${deliveryKeysSql({ ...filter, types: [type] }, page, all)})`);
  const found = await db.$queryRaw<Array<{ id: string }>>(Prisma.join(pages, " UNION ALL "));
  return db.webhookDelivery.findMany({
    where: { id: { in: found.map(({ id }) => id) } },
    select: {
      id: true,
      status: true,
      tries: true,
      priority: true,
      leaseUntil: true,
      endpointId: true,
      createdAt: true,
      event: { select: { id: true, type: true, test: true, body: true } },
    },
  });
}
