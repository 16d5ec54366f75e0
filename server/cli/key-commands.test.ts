import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "../lib/ids";
import { keyOf, PRODUCTION, queryAt as query, runTool, unusedDatabase } from "../test/processes/product-process";

const [k1, k2] = [`k1:${keyOf(1)}`, `k2:${keyOf(2)}`];
const RETIRE = "key retire --json";

let url: string;
beforeEach(async () => {
  url = await unusedDatabase();
  // Of the template: sealed with the key of these tests.
  await query(url, "DELETE FROM sim_signing_keys");
});
const run = (line: string, ENCRYPTION_KEY: string) =>
  runTool(line, { ...PRODUCTION, DATABASE_URL: url, ENCRYPTION_KEY });
const keysOf = async () =>
  (await query<{ id: string }>(url, "SELECT id FROM encryption_keys ORDER BY 1")).map(({ id }) => id);

describe("key retire", () => {
  it("keeps the key of unused recovery codes, with --delete-recovery-codes deletes those and no others, and is audited", async () => {
    await run(RETIRE, k1);
    const user = newId();
    await query(url, `INSERT INTO users (id, email, name) VALUES ('${user}', 'ines@olaria.example', 'Inês')`);
    for (const key of ["'k1'", "NULL", "'k2'"]) {
      const values = `'${newId()}', '${user}', sha256('${newId()}'), ${key}`;
      await query(url, `INSERT INTO recovery_codes (id, user_id, code_hash, key_id) VALUES (${values})`);
    }
    const first = await run(RETIRE, `${k2},${k1}`);
    expect(JSON.parse(first.stdout), first.stderr).toMatchObject({ codeOwners: 1, retired: [] });
    expect(await keysOf()).toEqual(["k1", "k2"]);
    const second = await run(`${RETIRE} --delete-recovery-codes`, `${k2},${k1}`);
    expect(JSON.parse(second.stdout)).toMatchObject({ left: [], codeOwners: 0, retired: ["k1"] });
    expect(await query(url, "SELECT key_id FROM recovery_codes")).toEqual([{ key_id: "k2" }]);
    expect(await query(url, "SELECT action, subject_id, detail FROM audit_entries ORDER BY id")).toEqual([
      { action: "user.recovery_codes_deleted", subject_id: user, detail: { codes: 2 } },
      { action: "encryption_key.retired", subject_id: null, detail: { current: "k2", retired: "k1", sealed: 0 } },
    ]);
  });

  it("with the new key still at the end says to put it in front first", async () => {
    const { code, stdout } = await run("key retire", `${k1},${k2}`);
    expect([code, stdout]).toEqual([
      0,
      "0 values were sealed with k1.\nk1 is the key in front, and no value that opens needs another. To replace it, put the new key in front first. An older key can be removed.\n",
    ]);
  });
});
