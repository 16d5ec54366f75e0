import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { db, type TenantScope, type Tx } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { recordEvent } from "../../webhooks/events/record-event";
import { linkItem } from "./queries/link-item";
import { type LinkStatus, linkStatus } from "./rules";
import {
  type ChangedLink,
  findLinksToExpire,
  lockLinkById,
  lockLinkInScope,
  setCancelled,
  setExpiryRecorded,
  setUsed,
} from "./store";

const TOO_LATE = {
  used: "This link has been paid and can no longer be cancelled.",
  expired: "This link has expired and can no longer be paid.",
} as const;

/**
 * Cancels a link for its merchant, in the transaction that stops its live attempts; the link is locked from here on.
 * False: it was cancelled before, and nothing changes.
 * @throws AppError PAYMENT_LINK_NOT_FOUND; PAYMENT_LINK_NOT_ACTIVE with `link_status` for one that is paid or expired
 */
export async function markLinkCancelled(tx: Tx, ctx: Ctx, scope: TenantScope, id: string): Promise<boolean> {
  const link = await lockLinkInScope(tx, scope, id);
  if (!link) throw new AppError("PAYMENT_LINK_NOT_FOUND");
  const status = linkStatus(link, link.dbNow);
  if (status === "cancelled") return false;
  const changed = status === "active" ? await setCancelled(tx, link.id) : null;
  if (!changed) {
    // It may expire between the two statements.
    const closed = status === "used" ? status : "expired";
    throw new AppError("PAYMENT_LINK_NOT_ACTIVE", { message: TOO_LATE[closed], metadata: { link_status: closed } });
  }
  await recordLinkEvent(tx, "payment_link.cancelled", changed);
  const fact = { action: "payment_link.cancelled", merchantId: link.merchantId, subjectId: link.id };
  await recordAudit(tx, ctx, { ...fact, detail: { order_id: link.orderId, test: link.test } });
  return true;
}

/** Marks the link as used by a completed payment. False: another has paid it, so this is a second completion. */
export async function markLinkUsed(tx: Tx, link: { id: string; paymentRequestId: string }): Promise<boolean> {
  const changed = await setUsed(tx, link.id, link.paymentRequestId);
  if (!changed) return false;
  await recordLinkEvent(tx, "payment_link.used", changed);
  return true;
}

/** Locks the link until the transaction ends and returns its status. Required to decide about several of its requests. */
export async function lockLink(tx: Tx, id: string): Promise<LinkStatus> {
  const link = await lockLinkById(tx, id);
  if (!link) throw new Error(`Payment link ${id} is gone.`);
  return linkStatus(link, link.dbNow);
}

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

/** Records an event of a link's change, in the transaction of the change. `data.object`: the API's list item. */
async function recordLinkEvent(
  tx: Tx,
  type: "payment_link.used" | "payment_link.expired" | "payment_link.cancelled",
  link: ChangedLink,
): Promise<void> {
  await recordEvent(tx, {
    merchantId: link.merchantId,
    subjectId: link.id,
    sequence: link.eventSequence,
    type,
    test: link.test,
    endpoints: link.webhookEndpoints,
    object: {
      ...linkItem({ ...link, status: linkStatus(link, link.dbNow) }),
      test: link.test,
      metadata: link.metadata,
    },
  });
}
