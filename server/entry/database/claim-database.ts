import type pg from "pg";
import { FIRST_DEMO_MERCHANT_ID } from "../../lib/config/demo-rules";
import type { Env } from "../../lib/config/env";
import { startError } from "../../lib/config/start-error";
import { databaseName, hasTable } from "./start-database";

/** The kind of installation that created a database: its row in `installation`. */
type Kind = "demo" | "public_demo" | "production";

/** The installation that is about to run on a database. `embedded`: the database of DATA_DIR, which only demos use. */
export type Claim = { kind: Kind; embedded: boolean };

/** The claim of this start. */
export function claimOf({ demo, demoPublic }: Pick<Env, "demo" | "demoPublic">, embedded: boolean): Claim {
  return { kind: demo ? (demoPublic ? "public_demo" : "demo") : "production", embedded };
}

/** Tables that are empty until an installation is used. */
const FIRST_TABLES = ["partners", "merchants", "credentials", "users"] as const;

const MADE_BY: Record<Kind, string> = {
  demo: "was created by a demo and has its users and API keys",
  public_demo: "was created by a public demo",
  production: "was not created by a demo",
};

const REMEDY: Record<Kind, string> = {
  demo: "set DATABASE_URL to an empty database for the demo, or unset DEMO to run a real installation",
  public_demo: "set DATABASE_URL to an empty database for the public demo",
  production: "set DATABASE_URL to an empty database for a real installation, or set DEMO=1 to run the demo",
};

/**
 * Throws a start error for a database of another kind of installation: a demo adds users and API keys that anyone can
 * use, and a real installation would keep them. Changes nothing. A database without a mark belongs to a demo if it has
 * the demo's first merchant, otherwise to a real installation once it is used, unless it is the embedded one.
 */
export async function refuseForeignDatabase(client: pg.Client, databaseUrl: string, claim: Claim): Promise<void> {
  // First: another start may prepare the database meanwhile, and marks it before it is used.
  const isUsed = await isInUse(client);
  const madeBy = (await readMark(client)) ?? ((await holdsDemo(client)) ? "demo" : null);
  if (madeBy === claim.kind) return;
  if (madeBy === null && (claim.kind === "production" || !isUsed)) return;
  if (madeBy === null && claim.kind === "demo" && claim.embedded) return;
  const remedy = claim.embedded ? "set DATA_DIR to an empty folder" : REMEDY[claim.kind];
  throw startError(`The database ${databaseName(databaseUrl)} ${MADE_BY[madeBy ?? "production"]}: ${remedy}.`);
}

/** Marks an unmarked database. */
export async function markDatabase(client: pg.Client, { kind }: Claim): Promise<void> {
  await client.query("INSERT INTO installation (kind) VALUES ($1) ON CONFLICT DO NOTHING", [kind]);
}

async function readMark(client: pg.Client): Promise<Kind | null> {
  if (!(await hasTable(client, "installation"))) return null;
  const { rows } = await client.query<{ kind: Kind }>("SELECT kind FROM installation");
  return rows[0]?.kind ?? null;
}

/** Every demo since the first release creates this merchant; nothing else does. */
async function holdsDemo(client: pg.Client): Promise<boolean> {
  if (!(await hasTable(client, "merchants"))) return false;
  const { rowCount } = await client.query("SELECT FROM merchants WHERE id = $1", [FIRST_DEMO_MERCHANT_ID]);
  return rowCount === 1;
}

/** Whether the database has data of an installation or, without our tables, of another program. */
async function isInUse(client: pg.Client): Promise<boolean> {
  // In one statement: a migration that runs meanwhile creates the record of migrations before any other table.
  const foreign = `SELECT count(*) > 0 AND NOT bool_or(table_name = '_prisma_migrations') AS used
    FROM information_schema.tables WHERE table_schema = current_schema()`;
  if ((await client.query<{ used: boolean }>(foreign)).rows[0]?.used) return true;
  for (const table of FIRST_TABLES) {
    if (!(await hasTable(client, table))) continue;
    const { rows } = await client.query<{ used: boolean }>(`SELECT EXISTS (SELECT FROM ${table}) AS used`);
    if (rows[0]?.used) return true;
  }
  return false;
}
