import { recordAudit } from "../../audit/record-audit";
import { type Ctx, userIdOf } from "../../lib/context";
import { dbOf, inTransaction } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { resolveMerchant } from "../resolve-merchant";
import { NOTIFICATION_KINDS, type NotificationKind, policyOf } from "./kinds";
import { findSetting, upsertPreference } from "./store";

/** A kind that the user may get, whether they do, and whether it cannot be switched off. */
type NotificationPreference = { kind: NotificationKind; enabled: boolean; isFixed: boolean };

/** The signed-in person's mails about a merchant. @throws AppError FORBIDDEN, MERCHANT_NOT_FOUND */
export async function listPreferences(ctx: Ctx, input: { merchantId: string }): Promise<NotificationPreference[]> {
  const userId = userIdOf(ctx);
  const { id: merchantId } = await resolveMerchant(ctx, input.merchantId);
  const found: NotificationPreference[] = [];
  for (const kind of NOTIFICATION_KINDS) {
    const setting = await findSetting(dbOf(ctx), { merchantId, kind, policy: policyOf(kind) }, userId);
    if (setting) found.push({ kind, ...setting });
  }
  return found;
}

/**
 * Switches a kind of mail about a merchant on or off for the signed-in person.
 * @throws AppError FORBIDDEN: the person's role may not see the kind's subject, or cannot switch it off;
 * MERCHANT_NOT_FOUND
 */
export async function setPreference(
  ctx: Ctx,
  { merchantId: given, kind, enabled }: { merchantId: string; kind: NotificationKind; enabled: boolean },
): Promise<void> {
  const userId = userIdOf(ctx);
  const { id: merchantId } = await resolveMerchant(ctx, given);
  await inTransaction(ctx, async (tx) => {
    const setting = await findSetting(tx, { merchantId, kind, policy: policyOf(kind) }, userId);
    if (!setting) throw new AppError("FORBIDDEN");
    if (setting.isFixed && !enabled) {
      throw new AppError("FORBIDDEN", { message: "Owners can’t switch this e-mail off. Nothing was changed." });
    }
    const before = setting.enabled;
    await upsertPreference(tx, { userId, merchantId, kind, enabled });
    // An intruder who silences the mails of a change leaves a trace.
    if (before === enabled) return;
    const change = { before: { [kind]: before }, after: { [kind]: enabled } };
    await recordAudit(tx, ctx, { action: "notification.set", merchantId, subjectId: userId, ...change });
  });
}
