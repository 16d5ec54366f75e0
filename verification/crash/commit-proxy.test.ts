import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { env } from "../../server/lib/config/env";
import { query } from "../../server/test/database";
import type { TcpProxy } from "../../server/test/processes/database-proxy";
import { startCommitProxy } from "./commit-proxy";
import { type KillPoint, type KillSwitch, killSwitch } from "./kill-switch";

let proxy: TcpProxy;
let killer: KillSwitch;
let client: pg.Client;
let kills: number;
beforeEach(async () => {
  await query("DROP TABLE IF EXISTS drilled; CREATE TABLE drilled (number int)");
  killer = killSwitch();
  kills = 0;
  proxy = await startCommitProxy(env().migrationUrl, killer.reach);
  client = new pg.Client({ connectionString: proxy.url });
  client.on("error", () => undefined);
  await client.connect();
});
afterEach(async () => {
  await client.end().catch(() => undefined);
  proxy.close();
});

const set = (point: KillPoint | null) => killer.set(point, () => (kills += 1));
const insert = (number: number) => client.query("INSERT INTO drilled VALUES ($1)", [number]);
const stored = async () => {
  const { rows } = await query<{ number: number }>("SELECT number FROM drilled ORDER BY 1");
  return rows.map(({ number }) => number);
};
const seen = () => killer.passed().map(({ when, what }) => `${when} ${what}`);
const inTransaction = async () => {
  await client.query("BEGIN");
  await insert(1);
  await client.query("UPDATE drilled SET number = 2");
  await client.query("COMMIT");
};

describe("the proxy in front of the database", () => {
  it("sees a transaction as one commit, and a single statement as another", async () => {
    set(null);
    await inTransaction();
    await insert(3);
    expect(seen()).toEqual(Array(2).fill(["before drilled", "after drilled"]).flat());
    expect(await stored()).toEqual([2, 3]);
  });

  it("sees no commit in reads, no-ops and rollbacks", async () => {
    set(null);
    await client.query("SELECT number FROM drilled FOR UPDATE SKIP LOCKED");
    await client.query("BEGIN");
    await insert(1);
    await client.query("ROLLBACK");
    expect(seen()).toEqual([]);
    await client.query("UPDATE drilled SET number = 2 WHERE false");
    expect(seen()).toEqual(["before drilled"]);
  });

  it.each([
    ["before", []],
    ["after", [2]],
  ] as const)("kills %s a COMMIT: the written rows are %j", async (when, left) => {
    set({ kind: "commit", when, at: 1 });
    await expect(inTransaction()).rejects.toThrow();
    expect([kills, await stored()]).toEqual([1, left]);
  });

  it.each([
    ["before", [1]],
    ["after", [1, 2]],
  ] as const)("kills %s the second of two statements: the written rows are %j", async (when, left) => {
    set({ kind: "commit", when, at: 2 });
    await insert(1);
    await expect(insert(2)).rejects.toThrow();
    expect([kills, await stored()]).toEqual([1, left]);
  });
});
