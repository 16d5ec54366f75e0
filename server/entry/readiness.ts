import { workerIsAlive } from "../jobs/heartbeat";
import { log } from "../lib/log";

export interface Readiness {
  ready: boolean;
  database: boolean;
  worker: boolean;
}

/** Queries the database for a running worker: without one, payments do not settle and webhooks are not sent. */
export async function readiness(): Promise<Readiness> {
  try {
    const worker = await workerIsAlive();
    return { ready: worker, database: true, worker };
  } catch (error) {
    log().warn({ error }, "readiness: the database did not answer");
    return { ready: false, database: false, worker: false };
  }
}
