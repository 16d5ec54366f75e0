import type pg from "pg";
import { newId } from "../lib/ids";
import { WORKER_LOCK_CLASS } from "./leased-rows";
import type { ConnectionTask } from "./notify-listener";

/** The id of this process in `leased_by`, shared by its workers because they die together. */
const workerId = newId();

let held = 0;

/** Whether the id is this process, which is alive whatever the database sees. */
export function isThisProcess(id: string): boolean {
  return id === workerId;
}

/**
 * The value of `leased_by` for new leases: this process's id while it holds its lock. Null otherwise, as behind a
 * connection pooler or after a lost connection; such a lease ends only by time.
 */
export function leaseHolder(): string | null {
  return held > 0 ? workerId : null;
}

/** For a worker's LISTEN connection: holds the advisory lock that shows that the process is alive. */
export const workerLock: ConnectionTask = {
  async begin(client: pg.Client) {
    await client.query("SELECT pg_advisory_lock_shared($1, hashtext($2))", [WORKER_LOCK_CLASS, workerId]);
    held += 1;
  },
  end() {
    held -= 1;
  },
};
