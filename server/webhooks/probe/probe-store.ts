import { type Db, Prisma, type Tx } from "../../lib/db";

/** Lets probes of one merchant be counted one after the other, until the transaction ends. */
export async function lockProbesOf(tx: Tx, merchantId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`webhook_probes ${merchantId}`}, 0))`;
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
