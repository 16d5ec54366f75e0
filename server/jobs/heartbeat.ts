import { hostname } from "node:os";
import packageJson from "../../package.json";
import { clockAheadMs, now } from "../lib/clock";
import { sealingKey } from "../lib/crypto";
import { db, onlyRow, Prisma, probe } from "../lib/db";
import { newId } from "../lib/ids";
import { log, onceAnHour } from "../lib/log";

/** The version of the product, reported by every process. */
export const PRODUCT_VERSION = packageJson.version;

const HEARTBEAT_MS = 5_000;
/** The maximum age of a live process's heartbeat. */
const ALIVE_FOR_S = 20;
/**
 * SQL: the process of a heartbeat is alive. A heartbeat in the future was written before the database's clock was set back;
 * without `abs` its process would count as alive until then.
 */
export const IS_ALIVE = `abs(extract(epoch FROM app_now() - at)) < ${ALIVE_FOR_S}`;
/** A killed process's row is deleted by another one's heartbeat. */
const FORGET_AFTER_S = 86_400;

/** Receivers of webhooks refuse a signature whose time differs by 300 s, and two-factor codes allow 30 s. */
const MAX_CLOCK_DIFFERENCE_MS = 5_000;

/** `worker`: runs the jobs, whatever else it does; `web`: only serves. */
type Role = "worker" | "web";

/** The heartbeats of a process. `isBeating`: whether the last one is recent enough to count as alive. */
export type Heartbeat = { id: string; isBeating(): boolean; stop(): Promise<void> };

/** Writes a heartbeat now and every 5 s. Resolves after the first, so that /readyz is true at once. */
export async function startHeartbeat(role: Role): Promise<Heartbeat> {
  const id = newId();
  const mayAlert = onceAnHour();
  const write = () => beatWithClock(id, role, mayAlert);
  await write();
  let beatAt = performance.now();
  const noted = () => {
    beatAt = performance.now();
  };
  let latest = Promise.resolve();
  const timer = setInterval(() => {
    latest = write().then(noted, (error: unknown) => log().warn({ error }, "heartbeat not written"));
  }, HEARTBEAT_MS);
  return {
    id,
    isBeating: () => performance.now() - beatAt < ALIVE_FOR_S * 1_000,
    async stop() {
      clearInterval(timer);
      // One that is being written would insert the row again.
      await latest;
      await endBeats(id).catch((error: unknown) => log().warn({ error }, "heartbeat not removed"));
    },
  };
}

/** Whether any worker has written a heartbeat within the last 20 s. For /readyz. */
export async function workerIsAlive(): Promise<boolean> {
  const [row] = await probe<{ alive: boolean }>(Prisma.sql`
    SELECT EXISTS (SELECT 1 FROM worker_heartbeats
      WHERE role = 'worker' AND ${Prisma.raw(IS_ALIVE)}) AS alive`);
  return row?.alive === true;
}

/** Writes the heartbeat, and alerts if this machine's clock differs from the database's, which decides what is due. */
async function beatWithClock(id: string, role: Role, mayAlert: () => boolean): Promise<void> {
  const sentMs = now().getTime();
  const aheadMs = -clockAheadMs(await beat(id, role), sentMs);
  if (Math.abs(aheadMs) <= MAX_CLOCK_DIFFERENCE_MS || !mayAlert()) return;
  log().error(
    { host: hostname(), role, ahead_ms: aheadMs, alert: true },
    "the clock of this machine differs from the database's",
  );
}

/** Writes the heartbeat, and returns the database's time. `id`: a UUID per process. */
export async function beat(id: string, role: Role = "worker"): Promise<Date> {
  const row = await onlyRow(db().$queryRaw<{ at: Date }[]>`
    WITH swept AS (DELETE FROM worker_heartbeats WHERE at < app_now() - make_interval(secs => ${FORGET_AFTER_S}::float8))
    INSERT INTO worker_heartbeats (id, at, host, version, key_id, role)
    VALUES (${id}::uuid, app_now(), ${`${hostname()} ${process.pid}`}, ${PRODUCT_VERSION}, ${sealingKey()}, ${role})
    ON CONFLICT (id) DO UPDATE SET at = excluded.at RETURNING at`);
  return row.at;
}

/** `host` (with the process id) and `version`: null for workers of an older version. */
export type ListedWorker = {
  id: string;
  host: string | null;
  version: string | null;
  startedAt: Date;
  beatAt: Date;
  alive: boolean;
};

/** The workers with a heartbeat within a day that have not stopped, newest first. */
export function listWorkers(limit: number): Promise<ListedWorker[]> {
  return db().$queryRaw<ListedWorker[]>`
    SELECT id::text, host, version, started_at AS "startedAt", at AS "beatAt", ${Prisma.raw(IS_ALIVE)} AS alive
    FROM worker_heartbeats WHERE role = 'worker' ORDER BY at DESC, id LIMIT ${limit}`;
}

/** Deletes the heartbeat of a stopped process, so that readiness changes at once. */
export async function endBeats(id: string): Promise<void> {
  await db().$executeRaw`DELETE FROM worker_heartbeats WHERE id = ${id}::uuid`;
}
