import { beforeEach, describe, expect, it } from "vitest";
import { keyRingOf, seal } from "../lib/crypto";
import { newId } from "../lib/ids";
import {
  keyOf,
  PRODUCTION,
  queryAt as query,
  refusal,
  runTool,
  startsAndStops,
  unusedDatabase,
} from "../test/processes/product-process";

describe("ENCRYPTION_KEY", () => {
  const [k1, k2, other] = [`k1:${keyOf(1)}`, `k2:${keyOf(2)}`, `k1:${keyOf(3)}`];
  let settings: Record<string, string>;
  beforeEach(async () => {
    settings = { ...PRODUCTION, DATABASE_URL: await unusedDatabase() };
    await startsAndStops(settings);
  });
  const withKey = (ENCRYPTION_KEY: string) => ({ ...settings, ENCRYPTION_KEY });
  const checks = async () =>
    (await query<{ id: string }>(settings["DATABASE_URL"] ?? "", "SELECT id FROM encryption_keys ORDER BY 1")).map(
      ({ id }) => id,
    );

  it("with another key under the same id is refused, and the database is as before", { tags: "deep" }, async () => {
    expect(await refusal(withKey(other))).toMatch(
      /^The key "k1" of ENCRYPTION_KEY is not the key that sealed data of the database \w+ at [\w.:]+\. Set ENCRYPTION_KEY to .*$/,
    );
    expect(await checks()).toEqual(["k1"]);
    await startsAndStops(settings);
  });

  it("without the key that sealed is refused, with the form of the list", async () => {
    expect(await refusal(withKey(k2))).toMatch(
      /^ENCRYPTION_KEY has no key "k1", .* at the end: k2:…,k1:…\), or set .*$/,
    );
    expect(await checks()).toEqual(["k1"]);
  });

  it("may be rotated: the new key in front starts, and from then on both are needed", async () => {
    await startsAndStops(withKey(`${k2},${k1}`));
    expect(await checks()).toEqual(["k1", "k2"]);
    await startsAndStops(withKey(`${k1},${k2}`));
    expect(await refusal(withKey(k1))).toContain('ENCRYPTION_KEY has no key "k2"');
    expect(await refusal(withKey(`${k2},${other}`))).toContain('The key "k1" of ENCRYPTION_KEY is not the key');
  });

  it("at the end of the list is not bound to the database before it seals", { tags: "deep" }, async () => {
    await startsAndStops(withKey(`${k1},k2:${keyOf(9)}`));
    expect(await checks()).toEqual(["k1"]);
    await startsAndStops(withKey(`${k2},${k1}`));
  });

  it("that was lost for good is not needed once its check value is empty; found again, it is checked again", async () => {
    const url = settings["DATABASE_URL"] ?? "";
    const id = newId();
    const sealed = Buffer.from(seal("secret", id, keyRingOf([{ id: "k1", key: keyOf(1) }]))).toString("hex");
    await query(url, sealedEndpoint(id, sealed));
    await query(url, "UPDATE encryption_keys SET check_sealed = '' WHERE id = 'k1'");
    await startsAndStops(withKey(k2));
    expect(await checks()).toEqual(["k1", "k2"]);
    await startsAndStops(withKey(`${k2},${k1}`));
    expect(await refusal(withKey(k2))).toContain('ENCRYPTION_KEY has no key "k1"');
  });

  it("is refused for the commands of the command line too, in the same sentence", { tags: "deep" }, async () => {
    const { code, stderr } = await runTool("merchant create --brand-name Acme", withKey(other));
    expect([code, stderr]).toEqual([1, expect.stringContaining('The key "k1" of ENCRYPTION_KEY is not the key')]);
  });
});

describe("a database from before the check values", () => {
  it("is compared with any sealed value, and gets the check values of the keys that sealed", {
    tags: "deep",
  }, async () => {
    const settings = { ...PRODUCTION, DATABASE_URL: await unusedDatabase() };
    const url = settings.DATABASE_URL;
    await startsAndStops(settings);
    await query(url, "DELETE FROM encryption_keys");
    const id = newId();
    const sealed = Buffer.from(seal("secret", id, keyRingOf([{ id: "k1", key: keyOf(1) }]))).toString("hex");
    await query(url, sealedEndpoint(id, sealed));
    expect(await refusal({ ...settings, ENCRYPTION_KEY: `k1:${keyOf(3)}` })).toContain(
      'The key "k1" of ENCRYPTION_KEY is',
    );
    expect(await refusal({ ...settings, ENCRYPTION_KEY: `k2:${keyOf(2)}` })).toContain(
      'ENCRYPTION_KEY has no key "k1"',
    );
    await startsAndStops({ ...settings, ENCRYPTION_KEY: `k2:${keyOf(2)},k1:${keyOf(1)}` });
    expect(await query(url, "SELECT id FROM encryption_keys ORDER BY 1")).toEqual([{ id: "k1" }, { id: "k2" }]);
  });
});

/** The statement that makes a webhook endpoint with this sealed secret. */
function sealedEndpoint(id: string, sealedHex: string): string {
  return `INSERT INTO webhook_endpoints (id, merchant_id, name, url, secret_sealed)
    VALUES ('${id}', gen_random_uuid(), 'one', 'https://shop.example', '\\x${sealedHex}')`;
}
