import type { Db } from "../lib/db";

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

/** The merchant's last deliveries, newest first, with the last try of each. */
export function findLatestDeliveries(db: Db, merchantId: string, limit: number) {
  const lastTry = { at: true, status: true, error: true, durationMs: true } as const;
  return db.webhookDelivery.findMany({
    where: { merchantId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
    select: {
      id: true,
      status: true,
      reason: true,
      tries: true,
      dueAt: true,
      createdAt: true,
      event: { select: { id: true, type: true, subjectId: true } },
      endpoint: { select: { name: true } },
      attempts: { orderBy: { number: "desc" }, take: 1, select: lastTry },
    },
  });
}
