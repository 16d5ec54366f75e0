import { type Db, Prisma, type Tx } from "../../../lib/db";

/** Serialises the limit check of a merchant's probes until the transaction ends. */
export async function lockProbesOf(tx: Tx, merchantId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`webhook_probes ${merchantId}`}, 0))`;
}

/**
 * Inserts the probe and deletes older ones of the endpoint, except the newest `kept` and those in the limit's window.
 */
export async function insertProbe(
  tx: Tx,
  row: { id: string; merchantId: string; endpointKey: string; url: string },
  { kept, windowS }: { kept: number; windowS: number },
): Promise<void> {
  await tx.webhookProbe.create({ data: row, select: { id: true } });
  await tx.$executeRaw`
    DELETE FROM webhook_probes WHERE id IN (
      SELECT id FROM webhook_probes
      WHERE endpoint_key = ${row.endpointKey}::uuid
        AND created_at <= app_now() - make_interval(secs => ${windowS}::float8)
      ORDER BY created_at DESC OFFSET ${kept})`;
}

export async function saveProbeReport(db: Db, id: string, report: Prisma.InputJsonObject): Promise<void> {
  await db.webhookProbe.update({ where: { id }, data: { report }, select: { id: true } });
}

/** The endpoint's newest finished probe. */
export function findLastProbe(
  db: Db,
  merchantId: string,
  endpointKey: string,
): Promise<{ id: string; url: string; createdAt: Date; report: Prisma.JsonValue } | null> {
  return db.webhookProbe.findFirst({
    where: { merchantId, endpointKey, report: { not: Prisma.DbNull } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true, url: true, createdAt: true, report: true },
  });
}
