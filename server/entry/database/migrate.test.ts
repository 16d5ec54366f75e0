import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasOpenssl, newAuthority } from "../../test/banks/certificates";
import { projectRoot } from "../../test/code-rules/files";
import { startTcpProxy } from "../../test/processes/database-proxy";
import { newDatabase, PRODUCTION, queryAt, refusal, unusedDatabase } from "../../test/processes/product-process";
import { temporaryFolder } from "../../test/temporary-folder";
import { startEmbeddedPostgres } from "./embedded-postgres";
import { migrate } from "./migrate";

const folder = temporaryFolder("migrate");

/** A project with these migrations. */
function projectWith(migrations: Record<string, string>): string {
  const root = mkdtempSync(path.join(folder, "project-"));
  for (const [name, sql] of Object.entries(migrations)) {
    mkdirSync(path.join(root, "prisma/migrations", name), { recursive: true });
    writeFileSync(path.join(root, "prisma/migrations", name, "migration.sql"), sql);
  }
  return root;
}

type Recorded = { name: string; checksum: string; steps: number; finished: boolean; rolledBack: boolean };
const recorded = (url: string) =>
  queryAt<Recorded>(
    url,
    `SELECT migration_name AS name, checksum, applied_steps_count AS steps, finished_at >= started_at AS finished,
       rolled_back_at IS NOT NULL AS "rolledBack" FROM _prisma_migrations ORDER BY started_at, id`,
  );
const tablesOf = async (url: string) =>
  (
    await queryAt<{ name: string }>(
      url,
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
    )
  )
    .map(({ name }) => name)
    .filter((name) => name !== "_prisma_migrations");

const FIRST = `-- a comment; with semicolons;
CREATE TABLE first (id int);
CREATE FUNCTION twice(n int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN n := n * 2; RETURN n; END $$;
`;

describe("the record of a migration", () => {
  it("of every file has its SHA-256 and one step, as Prisma writes it", async () => {
    const url = await newDatabase();
    const names = readdirSync(path.join(projectRoot, "prisma/migrations")).sort();
    expect(await migrate(url, projectRoot)).toEqual(names);
    const sumOf = (name: string) => readFileSync(path.join(projectRoot, "prisma/migrations", name, "migration.sql"));
    expect(await recorded(url)).toEqual(
      names.map((name) => ({
        name,
        checksum: createHash("sha256").update(sumOf(name)).digest("hex"),
        steps: 1,
        finished: true,
        rolledBack: false,
      })),
    );
    expect(await migrate(url, projectRoot)).toEqual([]);
  });

  it("is accepted by Prisma's own command", { tags: "deep" }, async () => {
    const DATABASE_URL = await unusedDatabase();
    const command = [path.join(projectRoot, "node_modules/prisma/build/index.js"), "migrate", "status"];
    const env = { ...process.env, DATABASE_URL };
    const { stdout, status } = spawnSync(process.execPath, command, { cwd: projectRoot, env, encoding: "utf8" });
    expect([status, stdout]).toEqual([0, expect.stringContaining("Database schema is up to date!")]);
  });
});

describe("a migration that fails", () => {
  it("changes nothing and is named, those before it stay, and the next start applies the corrected file", async () => {
    const url = await newDatabase();
    const broken = projectWith({ "1_first": FIRST, "2_second": "CREATE TABLE second (id int); SELECT 1 / 0;" });
    await expect(migrate(url, broken)).rejects.toThrow(
      "The migration 2_second failed, and changed nothing: division by zero. Applied before it, and kept: 1_first. Correct the cause and run this again, or restore the backup.",
    );
    expect(await tablesOf(url)).toEqual(["first"]);
    const corrected = projectWith({ "1_first": FIRST, "2_second": "CREATE TABLE second (id int)" });
    expect(await migrate(url, corrected)).toEqual(["2_second"]);
    expect([await tablesOf(url), await queryAt(url, "SELECT twice(2) AS four")]).toEqual([
      ["first", "second"],
      [{ four: 4 }],
    ]);
    expect((await recorded(url)).map(({ name }) => name)).toEqual(["1_first", "2_second"]);
  });
});

describe("a migration whose connection ends during its COMMIT", () => {
  it("is reported as applied or not, and the next start applies it if needed", async () => {
    const url = await newDatabase();
    const proxy = await startTcpProxy(url, (client, upstream) => {
      upstream.pipe(client);
      client.on("data", (chunk) => (chunk.includes("COMMIT") ? client.destroy() : upstream.write(chunk)));
    });
    onTestFinished(proxy.close);
    const project = projectWith({ "1_first": FIRST });
    await expect(migrate(proxy.url, project)).rejects.toThrow(
      /^The COMMIT of the migration 1_first failed, so it may be applied or not: /,
    );
    expect(await migrate(url, project)).toEqual(["1_first"]);
    expect([await tablesOf(url), (await recorded(url)).length]).toEqual([["first"], 1]);
  });
});

describe("a migration that an earlier release left unfinished", () => {
  it("is recorded as rolled back and applied again", async () => {
    const url = await newDatabase();
    await migrate(url, projectWith({ "1_first": FIRST }));
    const left = "INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('left', 'sum', '2_second')";
    await queryAt(url, left);
    const project = projectWith({ "1_first": FIRST, "2_second": "CREATE TABLE second (id int)" });
    expect(await migrate(url, project)).toEqual(["2_second"]);
    expect((await recorded(url)).slice(1)).toMatchObject([
      { name: "2_second", checksum: "sum", steps: 0, rolledBack: true },
      { name: "2_second", steps: 1, finished: true, rolledBack: false },
    ]);
  });
});

describe("a database of a newer release", () => {
  it("is refused, with the migration that this release lacks", async () => {
    const url = await unusedDatabase();
    await queryAt(
      url,
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
       VALUES ('future', 'sum', '99990101000000_future', now())`,
    );
    expect(await refusal({ ...PRODUCTION, DATABASE_URL: url })).toMatch(
      /^The database start_\w+ at \S+ belongs to a newer release, which applied 99990101000000_future: start that release, /,
    );
    expect(await queryAt(url, "SELECT FROM installation")).toEqual([]);
    // Rolled back there, it has changed nothing.
    await queryAt(url, "UPDATE _prisma_migrations SET rolled_back_at = now() WHERE id = 'future'");
    expect(await migrate(url, projectRoot)).toEqual([]);
  });
});

describe.runIf(hasOpenssl())("a PostgreSQL with a certificate of a private authority", () => {
  it("is migrated with sslrootcert, and refused without it", async () => {
    const authority = newAuthority("Private CA");
    const postgres = await startEmbeddedPostgres({
      dataDir: path.join(folder, "tls"),
      durable: false,
      usesSocket: false,
    });
    try {
      const { cert, key } = authority.issue("localhost");
      const admin = postgres.url("postgres");
      for (const [file, pem] of Object.entries({ "server.crt": cert, "server.key": key }))
        await queryAt(
          admin,
          `COPY (SELECT unnest(string_to_array('${pem.trim()}', E'\\n'))) TO PROGRAM 'umask 077; cat > ${file}'`,
        );
      await queryAt(admin, "ALTER SYSTEM SET ssl = on");
      await queryAt(admin, "SELECT pg_reload_conf()");
      await postgres.ensureDatabase("bankside");
      const caFile = path.join(folder, "ca.crt");
      writeFileSync(caFile, authority.cert);
      const url = `${postgres.url("bankside")}?sslmode=verify-full`;
      const project = projectWith({ "1_first": FIRST });
      await expect(migrate(url, project)).rejects.toThrow(/is unreachable \(.*certificate/);
      expect(await migrate(`${url}&sslrootcert=${encodeURIComponent(caFile)}`, project)).toEqual(["1_first"]);
    } finally {
      await postgres.release();
      authority.close();
    }
  });
});
