import { workerIsAlive } from "../jobs/heartbeat";
import { log } from "../lib/log";

export interface Readiness {
  ready: boolean;
  database: boolean;
  worker: boolean;
}

/** Asks the database, and by it whether any worker lives: payments settle and webhooks leave only with one. */
export async function readiness(): Promise<Readiness> {
  try {
    const worker = await workerIsAlive();
    return { ready: worker, database: true, worker };
  } catch (error) {
    log().warn({ error }, "readiness: the database did not answer");
    return { ready: false, database: false, worker: false };
  }
}
