import type { Tx } from "../lib/db";
import { insertMail, type NewMail } from "./store";

/**
 * Queues a mail in the caller's transaction: it goes out if, and only if, that transaction commits. Plain text.
 * Answers its id. Sending is at least once: a worker that dies between the server's answer and its own commit sends it again.
 */
export async function queueMail(tx: Tx, mail: NewMail): Promise<string> {
  return insertMail(tx, mail);
}
