import type { Prisma, Tx } from "../lib/db";

export async function insertAuditEntry(tx: Tx, row: Prisma.AuditEntryCreateInput): Promise<void> {
  await tx.auditEntry.create({ data: row, select: { id: true } });
}
