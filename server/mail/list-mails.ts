import { env } from "../lib/config/env";
import type { Ctx } from "../lib/context";
import { db, dbOf } from "../lib/db";
import { AppError } from "../lib/errors";
import { log } from "../lib/log";
import { isLoopback, isPrivate } from "../lib/net/networks";
import { countFailedMails, type FailedMail, findFailedMails, listMails, type MailRow } from "./store";

const MAX_FAILED_MAILS = 100;

/** The last failed mails, newest first, without their texts. Operators only. @throws AppError FORBIDDEN_VIEW */
export async function listFailedMails(ctx: Ctx): Promise<FailedMail[]> {
  if (ctx.caller.kind !== "admin") throw new AppError("FORBIDDEN_VIEW");
  return findFailedMails(dbOf(ctx), MAX_FAILED_MAILS);
}

/** The number of mails that failed within that many hours. */
export function countFailedMailsWithin(ctx: Pick<Ctx, "tx">, withinH: number): Promise<number> {
  return countFailedMails(dbOf(ctx), withinH);
}

const MAX_MAILS = 50;

let isHinted = false;

/**
 * Logged once: the operator of a demo behind a tunnel learns why its outbox is closed, and callers can't flood the log.
 */
function hintOnce(directPeer: string | null): void {
  if (isHinted) return;
  isHinted = true;
  const from = directPeer === null ? "through a proxy or tunnel" : `from ${directPeer}`;
  log().warn(
    `The outbox was requested ${from} and stayed closed: it opens only in a browser on this machine. Forward the port with ssh -L.`,
  );
}

/** Whether this installation shows its mail on the outbox page: in a demo that is not public. */
export function hasOutbox(): boolean {
  const { demo, demoPublic } = env();
  return demo && !demoPublic;
}

/**
 * The last mails, newest first, for a browser on this machine. Mails contain sign-in codes, so connections from
 * elsewhere or through a proxy are refused. `directPeer`: the address of the connection's peer; null where a proxy
 * forwarded the request. In a container the port mapping connects from a private address.
 * @throws AppError NOT_FOUND
 */
export async function listOutbox(directPeer: string | null): Promise<MailRow[]> {
  if (!hasOutbox()) throw new AppError("NOT_FOUND");
  const isNear = directPeer !== null && (isLoopback(directPeer) || (env().demoInContainer && isPrivate(directPeer)));
  if (!isNear) {
    hintOnce(directPeer);
    throw new AppError("NOT_FOUND");
  }
  return listMails(db(), MAX_MAILS);
}
