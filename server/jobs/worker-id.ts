import type pg from "pg";
import { newId } from "../lib/ids";
import { LIFE_CLASS } from "./leased-rows";
import type { Session } from "./listen";

/** This process, as `leased_by` names it: one id for all of its workers, because they die together. */
const workerId = newId();

let held = 0;

/** Whether this is the process itself: it lives, whatever the database can see. */
export function isThisProcess(id: string): boolean {
  return id === workerId;
}

/**
 * What the rows that are leased now shall say: this process's id, while the database can see that it lives. Null while
 * it cannot, as with a pooler in between or just after the connection was lost: such a row is free when its lease ends.
 */
export function leaseHolder(): string | null {
  return held > 0 ? workerId : null;
}

/** For a worker's listening connection: its lock says that this process lives, and goes with the process. */
export const lifeSign: Session = {
  async begin(client: pg.Client) {
    await client.query("SELECT pg_advisory_lock_shared($1, hashtext($2))", [LIFE_CLASS, workerId]);
    held += 1;
  },
  end() {
    held -= 1;
  },
};
