import type { Tx } from "../lib/db";
import { recordLinkEvent } from "./link-event";
import { setUsed } from "./store";

/** A payment of the link completed. False: another had paid it before, and this one is a second completion. */
export async function markLinkUsed(tx: Tx, link: { id: string; paymentRequestId: string }): Promise<boolean> {
  const changed = await setUsed(tx, link.id, link.paymentRequestId);
  if (!changed) return false;
  await recordLinkEvent(tx, "payment_link.used", changed);
  return true;
}
