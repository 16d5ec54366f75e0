import { db } from "../lib/db";

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
    INSERT INTO worker_heartbeats (id, at) VALUES (${workerId}::uuid, app_now())
    ON CONFLICT (id) DO UPDATE SET at = excluded.at`;
}

/** The worker has stopped, and says so: readiness need not wait. */
export async function endBeats(workerId: string): Promise<void> {
  await db().$executeRaw`DELETE FROM worker_heartbeats WHERE id = ${workerId}::uuid`;
}
