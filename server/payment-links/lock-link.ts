import type { Tx } from "../lib/db";
import { type LinkStatus, linkStatus } from "./rules";
import { lockLinkById } from "./store";

/** The link's status, and its row locked until the transaction ends: what decides about several of its requests holds it. */
export async function lockLink(tx: Tx, id: string): Promise<LinkStatus> {
  const link = await lockLinkById(tx, id);
  if (!link) throw new Error(`Payment link ${id} is gone.`);
  return linkStatus(link, link.dbNow);
}
