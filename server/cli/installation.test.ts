import { existsSync } from "node:fs";
import path from "node:path";
import { beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import {
  keyOf,
  newDatabase,
  PRODUCTION,
  queryAt,
  runTool,
  startTool,
  unusedDatabase,
} from "../test/processes/product-process";
import { temporaryFolder } from "../test/temporary-folder";

const folder = temporaryFolder("tool");

describe("a command where there is no installation", () => {
  const DATA_DIR = path.join(folder, "none");

  it.each(["demo --json", "merchant create --brand-name Acme", "audit verify"])(
    "is refused with the remedy and creates nothing: %s",
    async (line) => {
      const { code, stdout, stderr } = await runTool(line, { DATA_DIR });
      expect([code, stdout, stderr]).toEqual([
        1,
        "",
        `There is no installation in ${DATA_DIR}. Set DATA_DIR to the data folder of the running one, which its panel shows (or DATABASE_URL to its database), or run npm start here first.\n`,
      ]);
      expect(existsSync(DATA_DIR)).toBe(false);
    },
  );

  it("demo --create makes it, names it on standard error, and the next command finds it", {
    tags: "deep",
  }, async () => {
    const made = await runTool("demo --create --json", { DATA_DIR });
    expect([made.code, made.stderr]).toEqual([0, `Installation: the demo in ${DATA_DIR}\n`]);
    const again = await runTool("demo --json", { DATA_DIR });
    expect([again.code, JSON.parse(again.stdout)]).toEqual([0, JSON.parse(made.stdout)]);
  });
});

describe("a command that is interrupted", () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)(
    "stops the PostgreSQL that it has started, and exits after %s with %i",
    {
      tags: "deep",
    },
    async (signal, code) => {
      const DATA_DIR = path.join(folder, signal);
      const { child, says, ended, output } = await startTool("demo --create", { DATA_DIR });
      await says("Installation: the demo");
      expect(existsSync(path.join(DATA_DIR, "postgres", "postmaster.pid"))).toBe(true);
      child.kill(signal);
      expect([await ended, output()]).toEqual([code, `Installation: the demo in ${DATA_DIR}\n`]);
      expect(existsSync(path.join(DATA_DIR, "postgres", "postmaster.pid"))).toBe(false);
    },
  );
});

describe("a command on a PostgreSQL of the operator", () => {
  let settings: Record<string, string>;
  beforeAll(async () => {
    settings = { ...PRODUCTION, DATABASE_URL: await unusedDatabase() };
  });
  const merchants = async () => (await queryAt(settings["DATABASE_URL"] ?? "", "SELECT FROM merchants")).length;

  it("names the database on standard error, without its password", async () => {
    const { code, stdout, stderr } = await runTool("merchant create --brand-name Acme --country gb --json", settings);
    const { host, pathname, password } = new URL(settings["DATABASE_URL"] ?? "");
    expect([code, stderr]).toEqual([0, `Installation: the database ${pathname.slice(1)} at ${host}\n`]);
    expect(JSON.parse(stdout)).toMatchObject({ brand_name: "Acme" });
    expect(password.length).toBeGreaterThan(10);
    expect(stderr).not.toContain(password);
  });

  it("marks its entries of the audit log as the command line's", async () => {
    const made = await runTool("merchant create --brand-name Marked --country gb --json", settings);
    const { id } = JSON.parse(made.stdout) as { id: string };
    const sql = `SELECT actor_kind, user_agent FROM audit_entries WHERE merchant_id = '${id}'`;
    expect(await queryAt(settings["DATABASE_URL"] ?? "", sql)).toEqual([
      { actor_kind: "system", user_agent: "Command line" },
    ]);
  });

  it("merchant list has the ids of the merchants, and merchant create says that a name is taken", async () => {
    const made = await runTool("merchant create --brand-name Twice --country gb --json", settings);
    const { id, same_name } = JSON.parse(made.stdout) as { id: string; same_name: string[] };
    expect(same_name).toEqual([]);
    const again = await runTool("merchant create --brand-name TWICE", settings);
    expect(again.stdout).toMatch(
      new RegExp(`^Merchant TWICE: \\S+\nAnother merchant has this name: ${id}. Both now exist\\.\n$`),
    );
    const listed = await runTool("merchant list --search wic", settings);
    expect(listed.stdout.split("\n")).toEqual([
      expect.stringMatching(/^\S+ {2}\w\w {2}active {2}T(?:wice|WICE)$/),
      expect.stringMatching(/^\S+ {2}\w\w {2}active {2}T(?:wice|WICE)$/),
      "",
    ]);
    expect(listed.stdout).toContain(id);
    expect(JSON.parse((await runTool("merchant list --search nothing --json", settings)).stdout)).toEqual({
      merchants: [],
    });
    const { code, stderr } = await runTool("credential list --merchant 01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a99", settings);
    expect([code, stderr.split("\n").at(-2)]).toEqual([
      1,
      'No such merchant. "merchant list" shows the ids of the merchants here.',
    ]);
  });

  it("names every wrong option at once", async () => {
    const before = await merchants();
    const refused = async (line: string) => (await runTool(line, settings)).stderr.split("\n").slice(1, -1);
    expect(await refused("user create --email x --name Ana --role boss")).toEqual([
      "The request is not valid.",
      "--email: Enter an e-mail address.",
      "--role: Choose one of owner, admin, developer, finance, viewer.",
    ]);
    expect(await refused("merchant create --brand-name Acme --country UK")).toEqual([
      "The request is not valid.",
      "--country: Did you mean GB?",
    ]);
    const { code, stderr } = await runTool("user create --email x --role boss", settings);
    expect([code, stderr.split("\n").slice(0, -1)]).toEqual([
      1,
      [
        '"user create" needs --name <text>.',
        "--email: Enter an e-mail address.",
        "--role: Choose one of owner, admin, developer, finance, viewer.",
      ],
    ]);
    expect(await merchants()).toBe(before);
  });
});

const NOT_MIGRATED =
  /^Installation: .*\nThe database \w+ at [\w.:]+ is not migrated for this release and the role of DATABASE_URL\. Run npm run -s bankside -- migrate, or start this release\.\n$/;

describe("a command on a database of another release", () => {
  it.each(["merchant list", "audit verify", "key retire"])(
    "without the tables is refused with the remedy: %s",
    async (line) => {
      const { code, stdout, stderr } = await runTool(line, { ...PRODUCTION, DATABASE_URL: await newDatabase() });
      expect([code, stdout, stderr]).toEqual([1, "", expect.stringMatching(NOT_MIGRATED)]);
    },
  );

  it("that is newer is refused, and changes nothing", async () => {
    const settings = { ...PRODUCTION, DATABASE_URL: await unusedDatabase() };
    await queryAt(
      settings.DATABASE_URL,
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
       VALUES ('next', '', '20270101000000_next_release', now())`,
    );
    const { code, stderr } = await runTool("merchant create --brand-name Acme --country gb", settings);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("belongs to a newer release, which applied 20270101000000_next_release: start that"),
    ]);
    expect(await queryAt(settings.DATABASE_URL, "SELECT FROM merchants")).toEqual([]);
  });
});

describe("a database that was restored without grants", () => {
  let settings: Record<string, string>;
  beforeEach(async () => {
    const owner = await unusedDatabase();
    const runtime = new URL(inject("postgres").runtimeUrl);
    runtime.pathname = new URL(owner).pathname;
    await queryAt(owner, `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${runtime.username}`);
    settings = { ...PRODUCTION, DATABASE_URL: runtime.toString(), DATABASE_MIGRATION_URL: owner };
  });

  it("is refused for a command until migrate has granted the role of DATABASE_URL its rights", async () => {
    const before = await runTool("audit verify", settings);
    expect([before.code, before.stderr]).toEqual([1, expect.stringMatching(NOT_MIGRATED)]);
    const { code, stdout, stderr } = await runTool("migrate", settings);
    expect([code, stdout], stderr).toEqual([0, "The database is up to date.\n"]);
    expect((await runTool("audit verify", settings)).code).toBe(0);
  });

  it("is refused for migrate too with another ENCRYPTION_KEY (control)", async () => {
    await runTool("migrate", settings);
    const { code, stderr } = await runTool("migrate", { ...settings, ENCRYPTION_KEY: `k1:${keyOf(3)}` });
    expect([code, stderr]).toEqual([1, expect.stringContaining('The key "k1" of ENCRYPTION_KEY is not the key')]);
  });
});
