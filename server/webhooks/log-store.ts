import { type Db, Prisma, type Tx } from "../lib/db";
import { DELIVERY_STATUSES, type DeliveryStatus } from "./delivery-status";
import { type LogFilter, type Shelves, type Walk, walkSql } from "./log-filter-store";

/** Every event of a payment request or a link of this merchant, in order, with its deliveries and their tries. */
export function findEvents(db: Db, merchantId: string, subjectId: string) {
  return db.webhookEvent.findMany({
    where: { merchantId, subjectId },
    orderBy: { sequence: "asc" },
    select: {
      id: true,
      type: true,
      sequence: true,
      test: true,
      body: true,
      createdAt: true,
      deliveries: {
        orderBy: [{ createdAt: "asc" }, { id: "asc" }],
        select: {
          id: true,
          status: true,
          reason: true,
          tries: true,
          dueAt: true,
          doneAt: true,
          endpoint: { select: { name: true } },
          attempts: { orderBy: { number: "asc" }, omit: { deliveryId: true } },
        },
      },
    },
  });
}

const LAST_TRY = { at: true, status: true, error: true, durationMs: true } as const;
const ENDPOINT = { name: true, url: true, environment: true, disabledAt: true } as const;

/** The deliveries of one walk along the log, in its order, each with its event and its last try. */
export async function findDeliveries(db: Db, filter: LogFilter, walk: Walk, all: Shelves) {
  const walked = await db.$queryRaw<Array<{ id: string }>>(walkSql(filter, walk, all));
  const rows = await db.webhookDelivery.findMany({
    where: { id: { in: walked.map(({ id }) => id) } },
    select: {
      id: true,
      status: true,
      reason: true,
      tries: true,
      dueAt: true,
      doneAt: true,
      leaseUntil: true,
      resendOf: true,
      createdAt: true,
      event: { select: { id: true, type: true, subjectId: true, test: true, body: true } },
      endpoint: { select: { name: true } },
      attempts: { orderBy: { number: "desc" }, take: 1, select: LAST_TRY },
    },
  });
  const found = new Map(rows.map((row) => [row.id, row]));
  return walked.flatMap(({ id }) => found.get(id) ?? []);
}

/** How many deliveries of each status the filter lets through, each counted up to `limit`; its own status is left aside. */
export async function countDeliveries(
  db: Db,
  filter: LogFilter,
  limit: number,
  all: Shelves,
): Promise<Record<DeliveryStatus, number>> {
  const each = DELIVERY_STATUSES.map((status) => {
    const walk = walkSql({ ...filter, statuses: [status] }, { towards: "any", from: null, limit }, all);
    return Prisma.sql`SELECT ${status} AS status, count(*)::int AS count FROM (${walk}) AS walked`;
  });
  const rows = await db.$queryRaw<Array<{ status: DeliveryStatus; count: number }>>(Prisma.join(each, " UNION ALL "));
  const counts = { waiting: 0, delivered: 0, failed: 0, no_destination: 0 };
  for (const { status, count } of rows) counts[status] = count;
  return counts;
}

/** The ids of all of the merchant's endpoints, by name. */
export async function findEndpointIds(db: Db, merchantId: string): Promise<Map<string, string>> {
  const rows = await db.webhookEndpoint.findMany({ where: { merchantId }, select: { id: true, name: true } });
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/** A delivery of this merchant with everything that is known of it; `testOnly`: only of a test. */
export function findWholeDelivery(db: Db, merchantId: string, id: string, testOnly: boolean) {
  return db.webhookDelivery.findFirst({
    where: { id, merchantId, ...(testOnly ? { event: { test: true } } : {}) },
    include: {
      event: true,
      endpoint: { select: ENDPOINT },
      attempts: { orderBy: { number: "asc" }, omit: { deliveryId: true, detail: true } },
    },
  });
}

/** The deliveries of one event, in the order in which they were recorded. */
export function findSiblings(db: Db, eventId: string, limit: number) {
  return db.webhookDelivery.findMany({
    where: { eventId },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: limit,
    select: {
      id: true,
      status: true,
      tries: true,
      dueAt: true,
      leaseUntil: true,
      createdAt: true,
      resendOf: true,
      endpoint: { select: { name: true } },
    },
  });
}

/** The number that the next event of this subject has. Whoever asks keeps others from asking until it is written. */
export async function nextSequenceOf(tx: Tx, subjectId: string): Promise<number> {
  const { _max } = await tx.webhookEvent.aggregate({ where: { subjectId }, _max: { sequence: true } });
  return (_max.sequence ?? 0) + 1;
}
