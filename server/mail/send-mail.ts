import type { Tx } from "../lib/db";
import { insertMail, type NewMail } from "./store";

/**
 * Queues a mail in the caller's transaction: it is sent only if that transaction commits. Plain text. Returns its id.
 * Sending is at least once: if a worker dies between the server's response and its own commit, the mail is sent again.
 */
export async function queueMail(tx: Tx, mail: NewMail): Promise<string> {
  return insertMail(tx, mail);
}
