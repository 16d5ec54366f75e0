import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readAuditProtection } from "../../audit/read-protection";
import { recordAudit } from "../../audit/record-audit";
import { verifyChain } from "../../audit/verify-chain";
import { env } from "../../lib/config/env";
import { db, type Tx } from "../../lib/db";
import { newId } from "../../lib/ids";
import { projectRoot } from "../../test/code-rules/files";
import { query } from "../../test/database";
import { ctx } from "../../test/rows/fixtures";
import { migrate } from "./migrate";

let runtime: pg.Client;
let chainId: string;

beforeAll(async () => {
  runtime = new pg.Client({ connectionString: env().databaseUrl });
  await runtime.connect();
});
afterAll(() => runtime.end());
beforeEach(async () => {
  chainId = newId();
  await db().$transaction((tx) =>
    recordAudit(tx, ctx, { action: "credential.created", merchantId: chainId, subjectId: null }),
  );
});

/** Attacks with the password of the running product. */
const ATTACKS = [
  "ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_keep",
  "ALTER TABLE audit_entries DISABLE TRIGGER ALL",
  "DROP TRIGGER audit_entries_keep ON audit_entries",
  "DROP TRIGGER audit_entries_seal ON audit_entries",
  "CREATE TRIGGER mine BEFORE INSERT ON audit_entries FOR EACH ROW EXECUTE FUNCTION audit_keep()",
  "CREATE OR REPLACE FUNCTION audit_keep() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
  "CREATE OR REPLACE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT now()'",
  "SET session_replication_role = replica",
  "UPDATE audit_entries SET action = 'x.y'",
  "DELETE FROM audit_entries",
  "TRUNCATE audit_entries",
  "DROP TABLE audit_entries",
  "ALTER TABLE audit_entries RENAME TO other",
  "UPDATE audit_chains SET seq = 0",
  "INSERT INTO audit_chains (chain_id, seq, hash) VALUES (gen_random_uuid(), 1, '')",
  "DELETE FROM audit_chains",
  "TRUNCATE audit_chains",
  "DELETE FROM _prisma_migrations",
  "CREATE TABLE mine (n int)",
  "CREATE SCHEMA mine",
  "SET ROLE postgres",
];

describe("the role by which the product runs", () => {
  it.each(ATTACKS)("is refused: %s", async (sql) => {
    await expect(runtime.query(sql)).rejects.toMatchObject({ code: "42501" });
  });

  it("cannot change a chain by a trigger of its own on a temporary table", async () => {
    await runtime.query(`
      CREATE TEMP TABLE lever (n int);
      CREATE FUNCTION pg_temp.pull() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN UPDATE public.audit_chains SET seq = 0; RETURN NEW; END $$;
      CREATE TRIGGER pull AFTER INSERT ON lever FOR EACH ROW EXECUTE FUNCTION pg_temp.pull()`);
    await expect(runtime.query("INSERT INTO lever VALUES (1)")).rejects.toMatchObject({ code: "42501" });
  });

  it("cannot put temporary tables in the place of the chains when an entry is sealed", async () => {
    await runtime.query("CREATE TEMP TABLE audit_chains (chain_id uuid PRIMARY KEY, seq bigint, hash bytea)");
    await runtime.query("GRANT ALL ON audit_chains TO PUBLIC");
    await runtime.query(
      `INSERT INTO public.audit_entries (id, actor_kind, action, chain_id) VALUES ($1, 'system', 'x.y', $2)`,
      [newId(), chainId],
    );
    await runtime.query("DROP TABLE pg_temp.audit_chains");
    expect(await verifyChain({}, { chainId })).toMatchObject({ position: { seq: 2n }, fault: null });
  });

  it("is the role of the product's own connections, whose audit entries are chained", async () => {
    const [row] = await db().$queryRaw<{ role: string }[]>`SELECT current_user::text AS role`;
    expect(row?.role).toBe(new URL(env().databaseUrl).username);
    expect(await verifyChain({}, { chainId })).toMatchObject({ position: { seq: 1n }, fault: null });
    expect(await readAuditProtection({})).toEqual([]);
  });
});

describe("the owner of the tables (negative control)", () => {
  it("can do what the running product cannot: each attack succeeds, and the check of the chain finds it", async () => {
    await query(async (client) => {
      await client.query("BEGIN");
      await client.query("ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_keep");
      await client.query("UPDATE audit_entries SET action = 'x.y' WHERE chain_id = $1", [chainId]);
      await client.query("ALTER TABLE audit_entries ENABLE TRIGGER audit_entries_keep");
      await client.query("COMMIT");
    });
    expect(await verifyChain({}, { chainId })).toMatchObject({ fault: { kind: "changed", seq: 1n } });
  });
});

describe("the rights of the role", () => {
  it("are given again by the next migration, where one is missing or too much was given", async () => {
    const role = pg.escapeIdentifier(new URL(env().databaseUrl).username);
    await query(`GRANT UPDATE, TRUNCATE ON audit_entries TO ${role}; REVOKE DELETE ON mails FROM ${role}`);
    expect(await readAuditProtection({})).toEqual(["writes"]);
    expect(await migrate(env().migrationUrl, projectRoot, { runtimeUrl: env().databaseUrl })).toEqual([]);
    expect(await readAuditProtection({})).toEqual([]);
    await expect(runtime.query("TRUNCATE audit_entries")).rejects.toMatchObject({ code: "42501" });
    await expect(runtime.query("DELETE FROM mails WHERE false")).resolves.toBeDefined();
  });

  it("are granted to a second role too, and the first keeps its own; the second can be dropped as the guide does", async () => {
    const url = new URL(env().databaseUrl);
    [url.username, url.password] = [`second_${newId().replaceAll("-", "")}`, "p"];
    await query(`CREATE ROLE ${url.username} LOGIN PASSWORD 'p' NOSUPERUSER NOCREATEDB NOCREATEROLE`);
    expect(await migrate(env().migrationUrl, projectRoot, { runtimeUrl: url.toString() })).toEqual([]);
    const second = new pg.Client({ connectionString: url.toString() });
    await second.connect();
    for (const role of [second, runtime]) {
      await expect(role.query("DELETE FROM mails WHERE false")).resolves.toBeDefined();
      await expect(role.query("DELETE FROM audit_entries")).rejects.toMatchObject({ code: "42501" });
    }
    await second.end();
    await query(`DROP OWNED BY ${url.username}`);
    await query(`DROP ROLE ${url.username}`);
  });

  it("are refused to a role that does not exist, by its name, before any change", async () => {
    const url = new URL(env().databaseUrl);
    url.username = "typo";
    await expect(migrate(env().migrationUrl, projectRoot, { runtimeUrl: url.toString() })).rejects.toThrow(
      /^The database \w+ at \S+ refuses the .*user "typo".*Correct DATABASE_URL/,
    );
  });

  it("are refused in another database than the one that is migrated, with both names", async () => {
    const url = new URL(env().databaseUrl);
    url.pathname = "/postgres";
    await expect(migrate(env().migrationUrl, projectRoot, { runtimeUrl: url.toString() })).rejects.toThrow(
      /^DATABASE_URL is the database postgres at \S+, and DATABASE_MIGRATION_URL is another one, \w+ at \S+\. Set both/,
    );
  });

  it("do not let it migrate: a pending migration is refused with what to do, and nothing is applied", async () => {
    await query("DELETE FROM _prisma_migrations WHERE migration_name LIKE '20261127005200%'");
    await expect(migrate(env().databaseUrl, projectRoot)).rejects.toThrow(/DATABASE_MIGRATION_URL/);
    await migrate(env().migrationUrl, projectRoot, { runtimeUrl: env().databaseUrl });
    expect(await migrate(env().databaseUrl, projectRoot)).toEqual([]);
  });
});

/** One query of Prisma's on a connection whose role was changed: Prisma's own has the role of the product. */
function asPrisma(client: pg.ClientBase): Tx {
  return { $queryRaw: async (sql: TemplateStringsArray) => (await client.query(sql.join(""))).rows } as unknown as Tx;
}

describe("the check of the role", () => {
  /** Its findings for a role that is made for the test. */
  async function findingsFor(statements: (role: string) => string[]): Promise<string[]> {
    const role = `check_${newId().replaceAll("-", "")}`;
    return query(async (client) => {
      await client.query("BEGIN");
      await client.query(`CREATE ROLE ${role}`);
      for (const sql of statements(role)) await client.query(sql);
      await client.query(`SET LOCAL ROLE ${role}`);
      const found = await readAuditProtection({ tx: asPrisma(client) });
      await client.query("ROLLBACK");
      return found;
    });
  }

  it.each([
    ["a role without more", [], () => []],
    ["a superuser", ["superuser"], (role: string) => [`ALTER ROLE ${role} SUPERUSER`]],
    ["the owner of the audit log", ["owner"], (role: string) => [`ALTER TABLE audit_entries OWNER TO ${role}`]],
    [
      "a member of the owner",
      ["owner"],
      (role: string) => [
        `CREATE ROLE ${role}_o; ALTER TABLE audit_chains OWNER TO ${role}_o; GRANT ${role}_o TO ${role}`,
      ],
    ],
    ["the owner of the schema", ["schema"], (role: string) => [`ALTER SCHEMA public OWNER TO ${role}`]],
    ["a role that writes all data", ["writes"], (role: string) => [`GRANT pg_write_all_data TO ${role}`]],
    ["a role that may give itself others", ["roles"], (role: string) => [`ALTER ROLE ${role} CREATEROLE`]],
    [
      "a role that may switch triggers off",
      ["replication"],
      (role: string) => [`GRANT SET ON PARAMETER session_replication_role TO ${role}`],
    ],
  ] as const)("finds for %s: %j", async (_who, expected, statements) => {
    expect(await findingsFor((role) => [...statements(role)])).toEqual([...expected]);
  });
});
