import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { IS_ALIVE } from "../../jobs/heartbeat";
import { startError } from "../../lib/config/start-error";
import { warn } from "../step";
import { databaseName, hasTable } from "./start-database";

/** Longer than ALIVE_FOR_S: the heartbeat of a process that was killed stays for that time. */
const WAIT_MS = 30_000;
const CHECK_EVERY_MS = 500;

/**
 * Before a migration: waits until no other process of the installation runs, because one of the release before fails at
 * the first statement that no longer fits. `waitMs`: at most, by default 30 s; `signal`: ends the wait. Throws a start
 * error that names the processes that are left.
 */
export async function waitForProcesses(
  client: pg.Client,
  databaseUrl: string,
  { waitMs = WAIT_MS, signal }: { waitMs?: number | undefined; signal?: AbortSignal | undefined },
): Promise<void> {
  if (!(await hasTable(client, "worker_heartbeats"))) return;
  const deadlineMs = performance.now() + waitMs;
  for (let isReported = false; ; isReported = true) {
    const running = (await hostsOfRunning(client)).join(", ");
    if (running === "") return;
    if (performance.now() >= deadlineMs)
      throw startError(
        `The database ${databaseName(databaseUrl)} has to be migrated, and these processes still run on it: ${running}. Stop every process of the release before, on every machine, then run this again.`,
      );
    if (!isReported)
      warn(`Waiting for the processes of the release before to end, at most ${waitMs / 1_000} s: ${running}`);
    await sleep(CHECK_EVERY_MS, undefined, signal ? { signal } : {});
  }
}

/** By host and process id where the release of the table has them: an earlier one has only the id of the row. */
async function hostsOfRunning(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ host: string }>(
    `SELECT coalesce(to_jsonb(h) ->> 'host', h.id::text) AS host FROM worker_heartbeats AS h
     WHERE ${IS_ALIVE} ORDER BY 1`,
  );
  return rows.map(({ host }) => host);
}
