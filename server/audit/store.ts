import type { Db, Prisma, Tx } from "../lib/db";

export async function insertAuditEntry(tx: Tx, row: Prisma.AuditEntryCreateInput): Promise<void> {
  await tx.auditEntry.create({ data: row, select: { id: true } });
}

/** Why the role of this connection could change the audit log, or disable its protection. */
export type AuditWeakness = "superuser" | "roles" | "replication" | "schema" | "owner" | "writes";

type Facts = Record<AuditWeakness, boolean>;

/** The relevant privileges of this connection's role in PostgreSQL, including those by other roles and PUBLIC. */
export async function findAuditWeaknesses(db: Db): Promise<AuditWeakness[]> {
  const [row] = await db.$queryRaw<Facts[]>`
    SELECT r.rolsuper AS superuser,
      r.rolcreaterole AND NOT r.rolsuper AS roles,
      has_parameter_privilege('session_replication_role', 'SET') AND NOT r.rolsuper AS replication,
      bool_or(pg_has_role(n.nspowner, 'MEMBER')) AND NOT r.rolsuper AS schema,
      bool_or(pg_has_role(c.relowner, 'MEMBER')) AND NOT r.rolsuper AS owner,
      bool_or(NOT pg_has_role(c.relowner, 'MEMBER') AND (
        has_table_privilege(c.oid, 'UPDATE, DELETE, TRUNCATE, TRIGGER')
        OR has_any_column_privilege(c.oid, 'UPDATE')
        OR (c.relname = 'audit_chains' AND has_table_privilege(c.oid, 'INSERT')))) AS writes
    FROM pg_roles AS r, pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE r.rolname = current_user AND c.oid IN ('audit_entries'::regclass, 'audit_chains'::regclass)
    GROUP BY r.rolsuper, r.rolcreaterole`;
  if (!row) throw new Error("The database returned no privileges of its role.");
  return (Object.keys(row) as AuditWeakness[]).filter((name) => row[name]);
}
