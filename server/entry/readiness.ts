import { pool } from "../lib/db";
import { log } from "../lib/log";

/** A worker that said nothing for this long is taken for dead. It beats every few seconds. */
const HEARTBEAT_FRESH_S = 30;

export interface Readiness {
  database: boolean;
  worker: boolean;
}

/** Asks the database, and by it whether any worker lives: payments settle and webhooks leave only with one. */
export async function readiness(): Promise<Readiness> {
  try {
    const sql = "SELECT count(*) > 0 AS alive FROM worker_heartbeats WHERE at > app_now() - make_interval(secs => $1)";
    const { rows } = await pool().query<{ alive: boolean }>(sql, [HEARTBEAT_FRESH_S]);
    return { database: true, worker: rows[0]?.alive === true };
  } catch (error) {
    log().warn({ error }, "readiness: the database did not answer");
    return { database: false, worker: false };
  }
}
