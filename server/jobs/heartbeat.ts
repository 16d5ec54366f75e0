import { hostname } from "node:os";
import packageJson from "../../package.json";
import { db } from "../lib/db";

/** Of the product, as every process of it says. */
export const PRODUCT_VERSION = packageJson.version;

/** How old the newest heartbeat may be. Four of them may be late or lost before a worker counts as gone. */
const ALIVE_FOR_S = 20;
/** A killed worker's row is swept by the next one that beats. */
const FORGET_AFTER_S = 86_400;

/** Whether any worker runs against this database: one has said so within the last 20 seconds. For /readyz. */
export async function workerIsAlive(): Promise<boolean> {
  const [row] = await db().$queryRaw<{ alive: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM worker_heartbeats WHERE at > app_now() - make_interval(secs => ${ALIVE_FOR_S}::float8)) AS alive`;
  return row?.alive === true;
}

/** Says that the worker lives. `workerId`: a uuid, one for each worker. */
export async function beat(workerId: string): Promise<void> {
  await db().$executeRaw`
    WITH swept AS (DELETE FROM worker_heartbeats WHERE at < app_now() - make_interval(secs => ${FORGET_AFTER_S}::float8))
    INSERT INTO worker_heartbeats (id, at, host, version)
    VALUES (${workerId}::uuid, app_now(), ${`${hostname()} ${process.pid}`}, ${PRODUCT_VERSION})
    ON CONFLICT (id) DO UPDATE SET at = excluded.at`;
}

/** `host` (with the process id) and `version` are null for a worker of an older version, which does not say. */
export type ListedWorker = {
  id: string;
  host: string | null;
  version: string | null;
  startedAt: Date;
  beatAt: Date;
  alive: boolean;
};

/** The workers that said within a day that they live, and did not say that they ended; the newest first. */
export function listWorkers(limit: number): Promise<ListedWorker[]> {
  return db().$queryRaw<ListedWorker[]>`
    SELECT id::text, host, version, started_at AS "startedAt", at AS "beatAt",
      at > app_now() - make_interval(secs => ${ALIVE_FOR_S}::float8) AS alive
    FROM worker_heartbeats ORDER BY at DESC, id LIMIT ${limit}`;
}

/** The worker has stopped, and says so: readiness need not wait. */
export async function endBeats(workerId: string): Promise<void> {
  await db().$executeRaw`DELETE FROM worker_heartbeats WHERE id = ${workerId}::uuid`;
}
