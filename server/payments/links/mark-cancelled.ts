import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import type { TenantScope, Tx } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { recordLinkEvent } from "./link-event";
import { linkStatus } from "./rules";
import { lockLinkInScope, setCancelled } from "./store";

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
