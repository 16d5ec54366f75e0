import type { Ctx } from "../lib/context";
import { dbOf, type Tx } from "../lib/db";
import { deleteMails, findMailEnds, insertMail, type MailEnd, type NewMail } from "./store";

/**
 * Queues a mail in the caller's transaction: it is sent only if that transaction commits. Plain text. Returns its id.
 * Sending is at least once: if a worker dies between the server's response and its own commit, the mail is sent again.
 */
export async function queueMail(tx: Tx, mail: NewMail): Promise<string> {
  return insertMail(tx, mail);
}

/** Results of mails by id: sent, failed, or pending if neither. */
export async function readMailEnds(ctx: Pick<Ctx, "tx">, ids: readonly string[]): Promise<Map<string, MailEnd>> {
  if (ids.length === 0) return new Map();
  return new Map((await findMailEnds(dbOf(ctx), ids)).map((end) => [end.id, end]));
}

/** Deletes mails of an erased person: those that wait are not sent, and of the others no address is left. */
export async function eraseMails(tx: Tx, ids: readonly string[]): Promise<void> {
  await deleteMails(tx, ids);
}
