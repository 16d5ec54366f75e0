import { hostname } from "node:os";
import packageJson from "../../package.json";
import { sealingKey } from "../lib/crypto";
import { db } from "../lib/db";

/** The version of the product, reported by every process. */
export const PRODUCT_VERSION = packageJson.version;

/** The maximum age of a live worker's heartbeat; heartbeats come every 5 s. */
export const ALIVE_FOR_S = 20;
/** A killed worker's row is deleted by another worker's heartbeat. */
const FORGET_AFTER_S = 86_400;

/** Whether any worker has written a heartbeat within the last 20 s. For /readyz. */
export async function workerIsAlive(): Promise<boolean> {
  const [row] = await db().$queryRaw<{ alive: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM worker_heartbeats WHERE at > app_now() - make_interval(secs => ${ALIVE_FOR_S}::float8)) AS alive`;
  return row?.alive === true;
}

/** Writes the heartbeat. `workerId`: a UUID per worker. */
export async function beat(workerId: string): Promise<void> {
  await db().$executeRaw`
    WITH swept AS (DELETE FROM worker_heartbeats WHERE at < app_now() - make_interval(secs => ${FORGET_AFTER_S}::float8))
    INSERT INTO worker_heartbeats (id, at, host, version, key_id)
    VALUES (${workerId}::uuid, app_now(), ${`${hostname()} ${process.pid}`}, ${PRODUCT_VERSION}, ${sealingKey()})
    ON CONFLICT (id) DO UPDATE SET at = excluded.at`;
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
    SELECT id::text, host, version, started_at AS "startedAt", at AS "beatAt",
      at > app_now() - make_interval(secs => ${ALIVE_FOR_S}::float8) AS alive
    FROM worker_heartbeats ORDER BY at DESC, id LIMIT ${limit}`;
}

/** Deletes the heartbeat of a stopped worker, so that readiness changes at once. */
export async function endBeats(workerId: string): Promise<void> {
  await db().$executeRaw`DELETE FROM worker_heartbeats WHERE id = ${workerId}::uuid`;
}
