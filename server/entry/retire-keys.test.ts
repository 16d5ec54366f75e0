import { createHmac, hkdfSync } from "node:crypto";
import { hostname } from "node:os";
import pg from "pg";
import { beforeEach, describe, expect, it } from "vitest";
import { keyRingOf, open, seal } from "../lib/crypto";
import { newId } from "../lib/ids";
import { freePorts } from "../test/processes/free-ports";
import {
  keyOf,
  PRODUCTION,
  queryAt as query,
  refusal,
  runTool,
  start,
  startsAndStops,
  startTool,
  unusedDatabase,
} from "../test/processes/product-process";
import { until } from "../test/until";
import { SEALED_TABLES } from "./database/sealed-columns";

const [k1, k2] = [`k1:${keyOf(1)}`, `k2:${keyOf(2)}`];
const RETIRE = "key retire --json";
const OLD = keyRingOf([{ id: "k1", key: keyOf(1) }]);
const NEW = keyRingOf([{ id: "k2", key: keyOf(2) }]);

let settings: Record<string, string>;
let url: string;
beforeEach(async () => {
  url = await unusedDatabase();
  // Of the template: sealed with the key of these tests.
  await query(url, "DELETE FROM sim_signing_keys");
  settings = { ...PRODUCTION, DATABASE_URL: url };
  await startsAndStops(settings);
});
const withKey = (ENCRYPTION_KEY: string) => ({ ...settings, ENCRYPTION_KEY });
const keysOf = async () =>
  (await query<{ id: string }>(url, "SELECT id FROM encryption_keys ORDER BY 1")).map(({ id }) => id);

describe("key retire", () => {
  it("seals every value with the first key, and then the product starts with that key alone", {
    tags: "deep",
  }, async () => {
    for (const { table } of SEALED_TABLES) await addSealedRows(table, 3);
    const columns = SEALED_TABLES.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`));
    // Negative control of the search below: it finds them all under k1.
    expect(await columnsUnder("k1")).toEqual(expect.arrayContaining(columns));
    const { code, stdout, stderr } = await runTool(RETIRE, withKey(`${k2},${k1}`));
    expect([code, stderr.split("\n").length], stderr).toEqual([0, 2]);
    expect(JSON.parse(stdout)).toMatchObject({ current: "k2", left: [], codeOwners: 0, retired: ["k1"] });
    expect(await columnsUnder("k1")).toEqual([]);
    for (const { table, row, columns: sealed } of SEALED_TABLES) {
      for (const column of sealed) {
        const rows = await query<{ row: string; value: Buffer }>(
          url,
          `SELECT ${row} AS row, ${column} AS value FROM ${table} WHERE ${column} IS NOT NULL`,
        );
        expect(rows.length).toBeGreaterThanOrEqual(3);
        for (const { row: name, value } of rows) expect(open(value, name, NEW), `${table}.${column}`).toBeTruthy();
      }
    }
    expect(await keysOf()).toEqual(["k2"]);
    await startsAndStops(withKey(k2));
  });

  it("killed half-way, continues with the next run, and until then both keys are needed", {
    tags: "deep",
  }, async () => {
    await addSealedRows("payment_links", 450);
    const [last] = await query<{ id: string }>(url, "SELECT id FROM payment_links ORDER BY id DESC LIMIT 1");
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    // A payment holds the last row: the command retries it, and is killed meanwhile.
    await other.query(`BEGIN; SELECT 1 FROM payment_links WHERE id = '${last?.id}' FOR UPDATE`);
    const { child, ended } = await startTool(RETIRE, withKey(`${k2},${k1}`));
    const counts = async () => ({ old: await countUnder("k1"), new: await countUnder("k2") });
    await until(async () => (await counts()).new === 449);
    child.kill("SIGKILL");
    await ended;
    await other.end();
    expect(await counts()).toEqual({ old: 1, new: 449 });
    expect(await keysOf()).toEqual(["k1", "k2"]);
    expect(await refusal(withKey(k2))).toContain('ENCRYPTION_KEY has no key "k1"');
    const { stdout } = await runTool(RETIRE, withKey(`${k2},${k1}`));
    expect(JSON.parse(stdout)).toMatchObject({ left: [], retired: ["k1"] });
    expect(await counts()).toEqual({ old: 0, new: 450 });
  });

  it("keeps a key that a value needs which cannot be opened, and says where it is", { tags: "deep" }, async () => {
    const id = await addSealedRows("payment_links");
    const moved = hex(seal("x", "another row", OLD));
    await query(url, `UPDATE payment_links SET token_sealed = '${moved}' WHERE id = '${id}'`);
    const { code, stdout } = await runTool(RETIRE, withKey(`${k2},${k1}`));
    expect([code, JSON.parse(stdout)]).toEqual([
      1,
      expect.objectContaining({ left: [{ column: "payment_links.token_sealed", count: 1 }], retired: [] }),
    ]);
    expect(await keysOf()).toEqual(["k1", "k2"]);
  });

  it("leaves what a lost key has sealed, says how much, and retires the other keys", { tags: "deep" }, async () => {
    await addSealedRows("payment_links", 2);
    await query(url, "DELETE FROM signing_keys; UPDATE encryption_keys SET check_sealed = '' WHERE id = 'k1'");
    for (const [keys, retired] of [
      [k2, []],
      [`k3:${keyOf(3)},${k2}`, ["k2"]],
    ] as const) {
      const { code, stdout, stderr } = await runTool(RETIRE, withKey(keys));
      expect(code, stderr).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ left: [], lost: { keys: ["k1"], values: 2 }, retired });
    }
    expect(await keysOf()).toEqual(["k1", "k3"]);
  });

  it.each([
    ["a worker", {}, "Bankside is running"],
    // It waits for the bank's name to resolve, so it needs no built pages.
    ["a process that starts", { SIMBANK_ENABLED: "1", SIMBANK_URL: "https://bank.invalid" }, "bank.invalid"],
  ])("is refused while %s seals with another key, and names its host", async (_, more, text) => {
    const [port = 0] = await freePorts(1);
    const other = await start({ ...withKey(`${k1},${k2}`), ...more, PORT: String(port) });
    await other.says(text);
    const { code, stderr } = await runTool(RETIRE, withKey(`${k2},${k1}`));
    expect(code).toBe(1);
    expect(stderr).toContain(`seal with another key than "k2": ${hostname()} ${other.child.pid}.`);
    expect(await keysOf()).toEqual(["k1"]);
    other.child.kill("SIGTERM");
    expect(await other.ended, other.output()).toBe(0);
    expect(JSON.parse((await runTool(RETIRE, withKey(`${k2},${k1}`))).stdout)).toMatchObject({ retired: ["k1"] });
  });

  it("is refused when a process with another key starts while values are sealed", async () => {
    await addSealedRows("payment_links");
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    // The command repeats the locked row until the lock ends.
    await other.query("BEGIN; SELECT 1 FROM payment_links FOR UPDATE");
    const { ended, output } = await startTool(RETIRE, withKey(`${k2},${k1}`));
    await until(async () => (await keysOf()).includes("k2"));
    const beat = `'${newId()}', app_now(), 'pay2 7', 'k1', 'web'`;
    await query(url, `INSERT INTO worker_heartbeats (id, at, host, key_id, role) VALUES (${beat})`);
    await other.query("COMMIT");
    await other.end();
    expect(await ended).toBe(1);
    expect(output()).toContain('seal with another key than "k2": pay2 7.');
    expect(await keysOf()).toEqual(["k1", "k2"]);
  });

  it("looks up remembered accounts by the first key", { tags: "deep" }, async () => {
    const id = await addSealedRows("remembered_accounts");
    const iban = "PT50000201231234567890154";
    await query(
      url,
      `UPDATE remembered_accounts SET forgotten_at = NULL, customer_id = 'c', test = true,
         iban_sealed = '${hex(seal(iban, id, OLD))}', iban_hash = sha256('old') WHERE id = '${id}'`,
    );
    await runTool(RETIRE, withKey(`${k2},${k1}`));
    const sql = `SELECT merchant_id AS merchant, iban_hash AS hash FROM remembered_accounts WHERE id = '${id}'`;
    const [row] = await query<{ merchant: string; hash: Buffer }>(url, sql);
    const key = Buffer.from(hkdfSync("sha256", Buffer.alloc(32, 2), "", "remembered-account", 32));
    const text = JSON.stringify([row?.merchant, true, "c", iban]);
    expect(row?.hash).toEqual(createHmac("sha256", key).update(text).digest());
  });
});

const hex = (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString("hex")}`;
const headerOf = (keyId: string) => hex(Buffer.concat([Buffer.from([1, keyId.length]), Buffer.from(keyId)]));

/** A value of each type that a row of this test needs. */
const ANY: Record<string, string> = {
  ...{ uuid: "gen_random_uuid()", text: "md5(random()::text)", bytea: "sha256(random()::text::bytea)" },
  ...{ boolean: "false", json: "'{}'", jsonb: "'{}'", "timestamp with time zone": "now()", ARRAY: "'{}'" },
};

/** Adds rows in which all sealed columns are sealed with k1, without constraints and triggers. Returns the last row's name. */
async function addSealedRows(table: string, count = 1): Promise<string> {
  const sealed = SEALED_TABLES.find((each) => each.table === table);
  if (!sealed) throw new Error(table);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("SET session_replication_role = replica");
  const { rows: checks } = await client.query<{ name: string }>(
    "SELECT conname AS name FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'c'",
    [table],
  );
  for (const { name } of checks) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
  const { rows: needed } = await client.query<{ name: string; type: string }>(
    `SELECT column_name AS name, data_type AS type FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = $1 AND is_generated = 'NEVER'
       AND ((is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO') OR column_name = ANY($2))`,
    [table, sealed.columns],
  );
  const values = needed.map(({ type }) => ANY[type] ?? "0").join(", ");
  const names = needed.map(({ name }) => name).join(", ");
  const { rows } = await client.query<{ row: string; at: string }>(
    `INSERT INTO ${table} (${names}) SELECT ${values} FROM generate_series(1, ${count})
     RETURNING ${sealed.row} AS row, ctid::text AS at`,
  );
  for (const { row, at } of rows) {
    const set = sealed.columns.map((column) => `${column} = '${hex(seal(column, row, OLD))}'`).join(", ");
    await client.query(`UPDATE ${table} SET ${set} WHERE ctid = '${at}'`);
  }
  await client.end();
  return rows.at(-1)?.row ?? "";
}

/** The columns of the database with a value that begins as one of this key. */
async function columnsUnder(keyId: string): Promise<string[]> {
  const columns = await query<{ table: string; column: string }>(
    url,
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema = current_schema() AND data_type = 'bytea' AND table_name <> 'encryption_keys'`,
  );
  const found: string[] = [];
  for (const { table, column } of columns) {
    const sql = `SELECT 1 FROM ${table} WHERE substring(${column} FROM 1 FOR 4) = '${headerOf(keyId)}' LIMIT 1`;
    if ((await query(url, sql)).length > 0) found.push(`${table}.${column}`);
  }
  return found;
}

async function countUnder(keyId: string): Promise<number> {
  const isUnder = `substring(token_sealed FROM 1 FOR 4) = '${headerOf(keyId)}'`;
  const sql = `SELECT count(*)::int AS count FROM payment_links WHERE ${isUnder}`;
  return (await query<{ count: number }>(url, sql))[0]?.count ?? 0;
}
