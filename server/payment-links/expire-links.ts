import { db } from "../lib/db";
import { recordLinkEvent } from "./link-event";
import { findLinksToExpire, setExpiryTold } from "./store";

/** Links whose end has come and whose merchants have not been told. */
export function linksToExpire(limit: number): Promise<string[]> {
  return findLinksToExpire(db(), limit);
}

/** Tells of one link's end, once, however many workers try. */
export async function expireLink(id: string): Promise<void> {
  await db().$transaction(async (tx) => {
    const link = await setExpiryTold(tx, id);
    if (link) await recordLinkEvent(tx, "payment_link.expired", link);
  });
}
