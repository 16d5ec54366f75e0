import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { sealingKey } from "../../lib/crypto";
import { db, inTransaction } from "../../lib/db";
import { notifyUser } from "../users/notify-user";
import { lockUserRow } from "../users/user-store";
import { deleteCodesOfOtherKeys, listOwnersOfOldCodes } from "./factor-store";

/**
 * Deletes the recovery codes that the current key of ENCRYPTION_KEY does not verify, and notifies their users by e-mail.
 * For the operator's command line. Returns how many.
 */
export async function deleteOldRecoveryCodes(ctx: Ctx): Promise<number> {
  const key = sealingKey();
  let deleted = 0;
  for (const { userId, email, isDisabled } of await listOwnersOfOldCodes(db(), key)) {
    deleted += await inTransaction(ctx, async (tx) => {
      await lockUserRow(tx, userId);
      const codes = await deleteCodesOfOtherKeys(tx, userId, key);
      // The user has created new ones meanwhile.
      if (codes === 0) return 0;
      const action = "user.recovery_codes_deleted";
      await recordAudit(tx, ctx, { action, merchantId: null, subjectId: userId, detail: { codes } });
      if (!isDisabled) await notifyUser(tx, ctx, email, { kind: "recovery-deleted" });
      return codes;
    });
  }
  return deleted;
}
