import { syncCatalogue } from "../../server/banks/sync-catalogue";
import { publicKeySet } from "../../server/connectors/keys/signing-key";
import { simulatedProfile } from "../../server/connectors/simulated-profile";
import { now } from "../../server/lib/clock";
import { env } from "../../server/lib/config/env";
import { moveClock, query, resetClock } from "../../server/test/database";
import { newTenant, type Tenant } from "../../server/test/rows/fixtures";
import { startCommitProxy } from "./commit-proxy";
import { type Front, startFront } from "./front";
import { type KillSwitch, killSwitch } from "./kill-switch";
import { type Victim, victimMaker } from "./victim";

export type StageBank = { id: string; slug: string };

/** The environment of a drill around the product, and the product's current process. */
export type Stage = {
  front: Front;
  killer: KillSwitch;
  tenant: Tenant;
  /** The simulated bank of that market. */
  bankOf(market: string, slug: string): Promise<StageBank>;
  /** Shortens the time-out of its calls, so that a slow one ends soon. */
  hurry(bank: StageBank): Promise<void>;
  victim(): Victim;
  /** Replaces the product's process by a new one, with the current clock. */
  restart(): Promise<void>;
  /** Moves the clock of the database, the bank and the product. PostgreSQL's format: `75 seconds`. */
  pass(interval: string): Promise<void>;
  /** Resets for the next story: the real time, no payments, no money. */
  clear(): Promise<void>;
  close(): Promise<void>;
};

const IMPATIENT_MS = 700;
const LEFT_BY_STORIES = [
  ...["payment_requests", "webhook_events", "bank_notifications", "bank_profiles", "bank_health", "managed_accounts"],
  ...["sim_payments", "sim_entries", "sim_accounts", "sim_counters"],
];

/**
 * On the database of this process's environment, which has the product's schema. Ends only the processes that it
 * started.
 */
export async function setStage(): Promise<Stage> {
  const killer = killSwitch();
  const front = await startFront(killer.reach);
  await syncCatalogue();
  await publicKeySet();
  const tenant = await newTenant();
  const proxy = await startCommitProxy(env().databaseUrl, killer.reach);
  const maker = await victimMaker(proxy.url);
  let victim = await maker.next();
  front.leadTo(victim.port);
  const clockMs = () => now().getTime() - Date.now();
  return {
    front,
    killer,
    tenant,
    bankOf,
    hurry,
    victim: () => victim,
    async restart() {
      front.leadTo(null);
      victim.kill();
      victim = await maker.next();
      await victim.setClock(clockMs());
      killer.revive();
      front.leadTo(victim.port);
    },
    async pass(interval) {
      await moveClock(interval);
      // A kill between two steps, by a statement that no step waits for: the restart sets the clock.
      await victim.setClock(clockMs()).catch((error: unknown) => {
        if (!killer.isDead()) throw error;
      });
    },
    async clear() {
      killer.rest();
      await resetClock();
      await query(`TRUNCATE ${LEFT_BY_STORIES.join(", ")} CASCADE`);
    },
    async close() {
      maker.close();
      proxy.close();
      await front.close();
    },
  };
}

async function bankOf(market: string, slug: string): Promise<StageBank> {
  const sql = "SELECT id FROM banks WHERE market = $1 AND slug = $2";
  const { rows } = await query<{ id: string }>(sql, [market, slug]);
  if (!rows[0]) throw new Error(`${slug} is not in the catalogue of ${market}.`);
  return { id: rows[0].id, slug };
}

async function hurry({ id, slug }: StageBank): Promise<void> {
  const sql = "SELECT schemes FROM banks WHERE id = $1";
  const { rows } = await query<{ schemes: string[] }>(sql, [id]);
  const profile = { ...simulatedProfile({ slug, schemes: rows[0]?.schemes ?? [] }), initiateTimeoutMs: IMPATIENT_MS };
  const insert = `INSERT INTO bank_profiles (id, environment, bank_ids, profile, enabled, first_enabled_at)
    VALUES ($1, 'test', ARRAY[$2::uuid], $3, true, app_now())`;
  await query(insert, [slug, id, JSON.stringify(profile)]);
}
