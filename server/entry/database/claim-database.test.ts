import path from "node:path";
import pg from "pg";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createUser } from "../../identity/users/create-user";
import { FIRST_DEMO_MERCHANT_ID } from "../../lib/config/demo-rules";
import { isStartError } from "../../lib/config/start-error";
import { query } from "../../test/database";
import { ctx } from "../../test/rows/fixtures";
import { type Claim, refuseForeignDatabase } from "./claim-database";
import { migrate } from "./migrate";

const ROOT = path.join(import.meta.dirname, "../../..");
const DEMO: Claim = { kind: "demo", embedded: false };
const PUBLIC: Claim = { kind: "public_demo", embedded: false };
const PRODUCTION: Claim = { kind: "production", embedded: false };
const EMBEDDED: Claim = { kind: "demo", embedded: true };

const url = process.env["DATABASE_MIGRATION_URL"] ?? "";
const marks = async () => (await query("SELECT kind FROM installation")).rows.map(({ kind }) => kind);
const start = (claim: Claim, databaseUrl = url) => migrate(databaseUrl, ROOT, { claim });

/** The sentence with which a start on the database is refused. */
async function refusal(claim: Claim, databaseUrl = url): Promise<string> {
  const error: unknown = await start(claim, databaseUrl).then(
    () => null,
    (reason: unknown) => reason,
  );
  return isStartError(error) ? error.message : `not refused: ${String(error)}`;
}

beforeEach(() => query("DELETE FROM installation"));

describe("an empty database", () => {
  it.each([DEMO, PUBLIC, PRODUCTION])("becomes that of what starts on it, $kind, for good", async (claim) => {
    await start(claim);
    await start(claim);
    expect(await marks()).toEqual([claim.kind]);
  });

  it.each([
    [
      "migrated",
      "public",
      `INSERT INTO installation (kind) VALUES ('demo'); INSERT INTO partners (id, name) VALUES (gen_random_uuid(), 'A')`,
    ],
    ["empty", "fresh", "CREATE TABLE fresh._prisma_migrations (); CREATE TABLE fresh.partners ()"],
  ])(
    "that is %s is not refused where another start of the same kind prepares it between two statements",
    async (_, schema, step) => {
      const own = new pg.Client({ connectionString: url });
      await own.connect();
      await own.query(`SET search_path = ${schema}`);
      let asked = 0;
      for (let before = 0; asked >= before; before += 1) {
        await query("DELETE FROM installation; DELETE FROM partners; DROP SCHEMA IF EXISTS fresh CASCADE");
        await query("CREATE SCHEMA fresh");
        asked = 0;
        const stepsBetween = async (sql: string, values?: unknown[]) => {
          if (asked === before) await query(step);
          asked += 1;
          return own.query(sql, values);
        };
        await refuseForeignDatabase({ query: stepsBetween } as unknown as pg.Client, url, DEMO);
      }
      expect(asked).toBeGreaterThan(3);
      await query("DELETE FROM partners; DROP SCHEMA fresh CASCADE");
      await own.end();
    },
  );

  it("is claimed by one of two kinds that start concurrently", async () => {
    const outcomes = await Promise.allSettled([start(DEMO), start(PRODUCTION)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await marks()).toHaveLength(1);
  });
});

describe("a database created by another kind", () => {
  it.each([
    [
      PRODUCTION,
      DEMO,
      /was not created by a demo: set DATABASE_URL to an empty database for the demo, or unset DEMO to run /,
    ],
    [PRODUCTION, PUBLIC, /was not created by a demo: set DATABASE_URL to an empty database for the public demo\.$/],
    [
      DEMO,
      PRODUCTION,
      /was created by a demo and has its users and API keys: set DATABASE_URL .* or set DEMO=1 to run the demo\.$/,
    ],
    [DEMO, PUBLIC, /was created by a demo and has its users and API keys: /],
    [PUBLIC, DEMO, /was created by a public demo: /],
  ])(
    "of $kind is refused to $kind in a sentence with the remedy, without its password",
    async (owner, claim, words) => {
      await start(owner);
      const sentence = await refusal(claim);
      expect(sentence).toMatch(words);
      expect(sentence).toMatch(/^The database test_\w+ at 127\.0\.0\.1:\d+ /);
      expect(sentence).not.toContain("postgres:");
      expect(await marks()).toEqual([owner.kind]);
    },
  );
});

describe("an unmarked database", () => {
  beforeEach(() => createUser(ctx, { email: "boss@pay.example.com", name: "Boss", role: "owner" }));
  afterAll(() => query("DELETE FROM memberships; DELETE FROM users"));

  it("with a user is refused to a demo and not changed", async () => {
    expect(await refusal(DEMO)).toContain("was not created by a demo");
    expect(await refusal(PUBLIC)).toContain("was not created by a demo");
    expect(await marks()).toEqual([]);
  });

  it("belongs to a real installation from its next start", async () => {
    await start(PRODUCTION);
    expect(await marks()).toEqual(["production"]);
  });

  it("belongs to a demo if it is the embedded one", async () => {
    await start(EMBEDDED);
    expect(await marks()).toEqual(["demo"]);
    expect(await refusal({ kind: "public_demo", embedded: true })).toMatch(/: set DATA_DIR to an empty folder\.$/);
  });
});

describe("an unmarked database with the demo's first merchant", () => {
  beforeEach(() =>
    query(
      `INSERT INTO merchants (id, brand_name) VALUES ('${FIRST_DEMO_MERCHANT_ID}', 'Olaria do Norte') ON CONFLICT DO NOTHING`,
    ),
  );
  afterAll(() => query(`DELETE FROM merchants WHERE id = '${FIRST_DEMO_MERCHANT_ID}'`));

  it("belongs to a demo from its next start with DEMO", async () => {
    await start(DEMO);
    expect(await marks()).toEqual(["demo"]);
  });

  it("is refused to a real installation and to a public demo and not changed", async () => {
    expect(await refusal(PRODUCTION)).toMatch(/was created by a demo .* or set DEMO=1 to run the demo\.$/);
    expect(await refusal(PUBLIC)).toContain("was created by a demo");
    expect(await marks()).toEqual([]);
  });

  it("control: belongs to a real installation once it is marked", async () => {
    await query("INSERT INTO installation (kind) VALUES ('production')");
    await start(PRODUCTION);
    expect(await refusal(DEMO)).toContain("was not created by a demo");
  });
});

it("a database of another program is refused to a demo without creating a table", async () => {
  const other = new URL(url);
  other.pathname = `/other_${process.pid}`;
  await query(`CREATE DATABASE other_${process.pid}`);
  const client = new pg.Client({ connectionString: other.toString() });
  await client.connect();
  try {
    await client.query("CREATE TABLE things (id int)");
    expect(await refusal(DEMO, other.toString())).toContain("was not created by a demo");
    const { rows } = await client.query(
      "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'",
    );
    expect(rows).toEqual([{ table_name: "things" }]);
  } finally {
    await client.end();
    await query(`DROP DATABASE other_${process.pid} WITH (FORCE)`);
  }
});
