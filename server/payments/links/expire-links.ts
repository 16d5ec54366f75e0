import { db } from "../../lib/db";
import { recordLinkEvent } from "./link-event";
import { findLinksToExpire, setExpiryRecorded } from "./store";

/** Links past their end whose merchants have not been notified. */
export function linksToExpire(limit: number): Promise<string[]> {
  return findLinksToExpire(db(), limit);
}

/** Records the event of a link's expiry, once, however many workers try. */
export async function expireLink(id: string): Promise<void> {
  await db().$transaction(async (tx) => {
    const link = await setExpiryRecorded(tx, id);
    if (link) await recordLinkEvent(tx, "payment_link.expired", link);
  });
}
