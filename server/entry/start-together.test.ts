import path from "node:path";
import pg from "pg";
import { describe, expect, it } from "vitest";
import {
  newDatabase,
  PRODUCTION,
  queryAt as query,
  start,
  startsAndStops,
  unusedDatabase,
} from "../test/processes/product-process";
import { temporaryFolder } from "../test/temporary-folder";

const folder = temporaryFolder("together");

describe("three processes that start at once on an empty database", () => {
  const DEMO = { DEMO: "1", ROLE: "worker", LOG_LEVEL: "error", DATA_DIR: path.join(folder, "company") };

  it("are all ready: one prepares it, the others name the session that they wait for, and there is one set of merchants", async () => {
    const url = await newDatabase();
    const company = await Promise.all([1, 2, 3].map(() => start({ ...DEMO, DATABASE_URL: url })));
    for (const product of company) await product.says("Bankside is running");
    const waiting = company.filter((product) => product.output().includes("Waiting for another process"));
    expect(waiting.length).toBeGreaterThanOrEqual(1);
    for (const product of waiting)
      expect(product.output()).toMatch(
        /Waiting for another process to prepare the database start_\w+ at [\w.:]+: PostgreSQL process \d+, "bankside start \S+ \d+", from [\w.:]+, connected since \S+Z, \w+.*: SELECT pg_terminate_backend\(\d+\);/,
      );
    const count = async (table: string) =>
      (await query<{ n: number }>(url, `SELECT count(*)::int AS n FROM ${table}`))[0]?.n;
    expect([await count("merchants"), await count("credentials"), await count("worker_heartbeats")]).toEqual([3, 5, 3]);
    expect(await count("_prisma_migrations WHERE finished_at IS NULL")).toBe(0);
    for (const product of company) product.child.kill("SIGTERM");
    expect(await Promise.all(company.map(({ ended }) => ended))).toEqual([0, 0, 0]);
  });
});

describe("a start that waits", () => {
  it("names the session that has the lock, continues when it ends, and is stopped by SIGTERM", {
    tags: "deep",
  }, async () => {
    const settings = { ...PRODUCTION, DATABASE_URL: await unusedDatabase() };
    const holder = new pg.Client({ connectionString: settings.DATABASE_URL, application_name: "left behind" });
    // It is ended below.
    holder.on("error", () => undefined);
    await holder.connect();
    await holder.query("SELECT pg_advisory_lock(7303)");
    const [stopped, product] = [await start(settings), await start(settings)];
    // A service's output is a log: each line of it is JSON.
    for (const one of [stopped, product])
      await one.says(/"level":"warn","time":\S+,"message":"Waiting for another process .*\\"left behind\\"/);
    stopped.child.kill("SIGTERM");
    expect(await stopped.ended, stopped.output()).toBe(0);
    const remedy = /SELECT pg_terminate_backend\(\d+\);/.exec(product.output())?.[0] ?? "";
    await query(settings.DATABASE_URL, remedy);
    await product.says("Bankside is running");
  });

  it("continues after a SIGHUP, which is applied at its end", async () => {
    const settings = { ...PRODUCTION, DATABASE_URL: await unusedDatabase() };
    const holder = new pg.Client({ connectionString: settings.DATABASE_URL });
    await holder.connect();
    await holder.query("SELECT pg_advisory_lock(7303)");
    const product = await start(settings);
    await product.says("Waiting for another process");
    product.child.kill("SIGHUP");
    await holder.end();
    await product.says("Bankside is running");
  });

  it("names the session whose table lock a migration waits for", { tags: "deep" }, async () => {
    const settings = { ...PRODUCTION, DATABASE_URL: await unusedDatabase() };
    const url = settings.DATABASE_URL;
    await query(
      url,
      "DROP TABLE encryption_keys; DELETE FROM _prisma_migrations WHERE migration_name LIKE '%_encryption_keys'",
    );
    const holder = new pg.Client({ connectionString: url, application_name: "report" });
    await holder.connect();
    // The name is taken until this transaction ends.
    await holder.query("BEGIN; CREATE TABLE encryption_keys (id text)");
    const product = await start(settings);
    await product.says(/The migration waits for a lock of another session: .*\\"report\\".*idle in transaction/);
    await holder.query("ROLLBACK");
    await holder.end();
    await product.says("Bankside is running");
  });

  it("killed in the middle of its migrations, leaves nothing that stops the next start", async () => {
    const settings = { ...PRODUCTION, DATABASE_URL: await newDatabase() };
    const applied = () =>
      query<{ n: number }>(settings.DATABASE_URL, "SELECT count(*)::int AS n FROM _prisma_migrations").then(
        ([row]) => row?.n ?? 0,
        () => 0,
      );
    const killed = await start(settings);
    while ((await applied()) < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    killed.child.kill("SIGKILL");
    await killed.ended;
    await startsAndStops(settings);
  });
});
