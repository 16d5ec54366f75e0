import { type Db, Prisma, type Tx } from "../../lib/db";

/** Lets probes of one merchant be counted one after the other, until the transaction ends. */
export async function lockProbesOf(tx: Tx, merchantId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`webhook_probes ${merchantId}`}, 0))`;
}

/**
 * Seconds until another probe is within the limit of so many in the window; null when it is now. The oldest of those that
 * count has to leave the window first.
 */
export async function waitForProbe(
  tx: Tx,
  merchantId: string,
  limit: { probes: number; windowS: number },
): Promise<number | null> {
  const [row] = await tx.$queryRaw<{ waitS: number | null }[]>`
    SELECT ceil(extract(epoch FROM created_at + make_interval(secs => ${limit.windowS}::float8) - app_now()))::int AS "waitS"
    FROM webhook_probes
    WHERE merchant_id = ${merchantId}::uuid
      AND created_at > app_now() - make_interval(secs => ${limit.windowS}::float8)
    ORDER BY created_at DESC OFFSET ${limit.probes - 1} LIMIT 1`;
  return row?.waitS ?? null;
}

/** Writes down that a probe begins. Of its destination the newest `kept` stay, and what the limit still counts. */
export async function insertProbe(
  tx: Tx,
  row: { id: string; merchantId: string; destinationId: string; url: string },
  { kept, windowS }: { kept: number; windowS: number },
): Promise<void> {
  await tx.webhookProbe.create({ data: row, select: { id: true } });
  await tx.$executeRaw`
    DELETE FROM webhook_probes WHERE id IN (
      SELECT id FROM webhook_probes
      WHERE destination_id = ${row.destinationId}::uuid
        AND created_at <= app_now() - make_interval(secs => ${windowS}::float8)
      ORDER BY created_at DESC OFFSET ${kept})`;
}

export async function saveProbeReport(db: Db, id: string, report: Prisma.InputJsonObject): Promise<void> {
  await db.webhookProbe.update({ where: { id }, data: { report }, select: { id: true } });
}

/** The newest probe of a destination that came to its end. */
export function findLastProbe(
  db: Db,
  merchantId: string,
  destinationId: string,
): Promise<{ id: string; url: string; createdAt: Date; report: Prisma.JsonValue } | null> {
  return db.webhookProbe.findFirst({
    where: { merchantId, destinationId, report: { not: Prisma.DbNull } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true, url: true, createdAt: true, report: true },
  });
}
