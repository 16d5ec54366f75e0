import { db } from "../lib/db";
import { env } from "../lib/env";
import { AppError } from "../lib/errors";
import { isLoopback, isPrivate } from "../lib/networks";
import { listMails, type MailRow } from "./store";

const MAX_MAILS = 50;

/** Whether this installation shows its mail on the outbox page: a demo that the public cannot open. */
export function hasOutbox(): boolean {
  const { demo, demoPublic } = env();
  return demo && !demoPublic;
}

/**
 * What was mailed last, newest first, to a browser on this machine. Mail holds sign-in codes, so a connection from elsewhere,
 * or one that a proxy passed on, gets nothing. `directPeer`: the address at the other end of the connection; null where a
 * proxy passed the request on. In a container the port mapping connects from a private address.
 * @throws AppError NOT_FOUND
 */
export async function listOutbox(directPeer: string | null): Promise<MailRow[]> {
  if (!hasOutbox() || directPeer === null) throw new AppError("NOT_FOUND");
  const isNear = isLoopback(directPeer) || (env().demoInContainer && isPrivate(directPeer));
  if (!isNear) throw new AppError("NOT_FOUND");
  return listMails(db(), MAX_MAILS);
}
