import pg from "pg";

/** Privileges of the role of DATABASE_URL on these tables; on all others it reads and writes rows. */
const NARROWER: Readonly<Record<string, readonly string[]>> = {
  audit_entries: ["SELECT", "INSERT"],
  // Written by a trigger with the owner's rights.
  audit_chains: ["SELECT"],
  _prisma_migrations: ["SELECT"],
};
const ROWS = ["SELECT", "INSERT", "UPDATE", "DELETE"];
/** Every privilege of a table in PostgreSQL 15 to 18 (MAINTAIN, of 17, is left out: it changes no row). */
const ALL = [...ROWS, "TRUNCATE", "REFERENCES", "TRIGGER"];

/**
 * Grants the runtime role its rights on the schema of `owner`: rows of every table, append-only on the audit log, no
 * right on the schema itself (ADR 52). Writes only differences; returns whether there were any.
 */
export async function grantRuntimeRole(owner: pg.ClientBase, role: string): Promise<boolean> {
  const { rows: tables } = await owner.query<{ name: string; granted: string[] }>(
    `SELECT c.relname AS name,
       ARRAY(SELECT a.privilege_type::text FROM aclexplode(c.relacl) AS a WHERE a.grantee = r.oid) AS granted
     FROM pg_class AS c, pg_roles AS r
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND r.rolname = $1`,
    [role],
  );
  const name = pg.escapeIdentifier(role);
  const statements = tables.flatMap((table) => grantsOf(table, name));
  if (statements.length === 0) return false;
  const schema = pg.escapeIdentifier(await schemaOf(owner));
  const usage = [
    `GRANT USAGE ON SCHEMA ${schema} TO ${name}`,
    `REVOKE CREATE ON SCHEMA ${schema} FROM ${name}`,
    `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${name}`,
  ];
  // One message is one transaction, so the role never has half its rights.
  await owner.query([...usage, ...statements].join("; "));
  return true;
}

function grantsOf(table: { name: string; granted: readonly string[] }, role: string): string[] {
  const wanted = NARROWER[table.name] ?? ROWS;
  const missing = wanted.filter((privilege) => !table.granted.includes(privilege));
  const surplus = ALL.filter((privilege) => table.granted.includes(privilege) && !wanted.includes(privilege));
  const on = `ON TABLE ${pg.escapeIdentifier(table.name)}`;
  return [
    ...(missing.length > 0 ? [`GRANT ${missing.join(", ")} ${on} TO ${role}`] : []),
    ...(surplus.length > 0 ? [`REVOKE ${surplus.join(", ")} ${on} FROM ${role}`] : []),
  ];
}

async function schemaOf(owner: pg.ClientBase): Promise<string> {
  const { rows } = await owner.query<{ name: string }>("SELECT current_schema() AS name");
  return rows[0]?.name ?? "public";
}
