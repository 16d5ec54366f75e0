import { beforeEach, describe, expect, it } from "vitest";
import { projectRoot } from "../../test/code-rules/files";
import { queryAt, unusedDatabase } from "../../test/processes/product-process";
import { until } from "../../test/until";
import type { Claim } from "./claim-database";
import { migrate } from "./migrate";

/** The last migration that can be applied twice. */
const PENDING = "20261127005200_audit_seal_as_owner";
let url: string;

const beat = (secondsAgo: number) =>
  queryAt(
    url,
    `INSERT INTO worker_heartbeats (id, at, host) VALUES
       (gen_random_uuid(), app_now() - interval '${secondsAgo} seconds', 'pay1 ${secondsAgo}')`,
  );
const migrated = (waitMs: number, claim?: Claim) =>
  migrate(url, projectRoot, { waitMs, ...(claim === undefined ? {} : { claim }) });
const isApplied = async () =>
  (await queryAt(url, `SELECT 1 FROM _prisma_migrations WHERE migration_name = '${PENDING}'`)).length === 1;

beforeEach(async () => {
  url = await unusedDatabase();
  await queryAt(url, `DELETE FROM _prisma_migrations WHERE migration_name = '${PENDING}'`);
});

describe("a pending migration", () => {
  it("is refused while other processes run, by their hosts; control: applied when none runs", async () => {
    await beat(1);
    await beat(5);
    await beat(21);
    await beat(-3600);
    await expect(migrated(0)).rejects.toThrow(
      /^The database \w+ at \S+ has to be migrated, and these processes still run on it: pay1 1, pay1 5\. Stop every/,
    );
    expect(await isApplied()).toBe(false);
    await queryAt(url, "DELETE FROM worker_heartbeats WHERE host IN ('pay1 1', 'pay1 5')");
    expect(await migrated(0)).toEqual([PENDING]);
  });

  it("waits for a process that ends, and is applied then", async () => {
    // Half a minute until it is too old.
    await beat(-15);
    let isMigrated = false;
    const migrating = migrated(3_600_000).finally(() => {
      isMigrated = true;
    });
    const check = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle'
      AND query LIKE '%FROM worker_heartbeats AS h%'`;
    await until(async () => isMigrated || (await queryAt(url, check)).length === 1);
    expect(await isApplied()).toBe(false);
    await queryAt(url, "DELETE FROM worker_heartbeats");
    expect(await migrating).toEqual([PENDING]);
  });

  it("is refused by the ids of heartbeats of a release that wrote no hosts", async () => {
    await beat(1);
    await queryAt(url, "ALTER TABLE worker_heartbeats DROP COLUMN host, DROP COLUMN role, DROP COLUMN key_id");
    await expect(migrated(0)).rejects.toThrow(/still run on it: [0-9a-f-]{36}\. Stop/);
  });

  it("of the embedded database is applied: its one process is the one that starts", async () => {
    await beat(1);
    expect(await migrated(0, { kind: "demo", embedded: true })).toEqual([PENDING]);
  });
});

it("a database without pending migrations is accepted while other processes run", async () => {
  await migrated(0);
  await beat(1);
  expect(await migrated(0)).toEqual([]);
});
