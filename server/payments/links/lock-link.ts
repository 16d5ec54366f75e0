import type { Tx } from "../../lib/db";
import { type LinkStatus, linkStatus } from "./rules";
import { lockLinkById } from "./store";

/** Locks the link until the transaction ends and returns its status. Required to decide about several of its requests. */
export async function lockLink(tx: Tx, id: string): Promise<LinkStatus> {
  const link = await lockLinkById(tx, id);
  if (!link) throw new Error(`Payment link ${id} is gone.`);
  return linkStatus(link, link.dbNow);
}
