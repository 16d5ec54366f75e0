import type { Tx } from "../../lib/db";
import { recordLinkEvent } from "./link-event";
import { setUsed } from "./store";

/** Marks the link as used by a completed payment. False: another has paid it, so this is a second completion. */
export async function markLinkUsed(tx: Tx, link: { id: string; paymentRequestId: string }): Promise<boolean> {
  const changed = await setUsed(tx, link.id, link.paymentRequestId);
  if (!changed) return false;
  await recordLinkEvent(tx, "payment_link.used", changed);
  return true;
}
