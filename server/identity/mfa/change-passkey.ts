import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { inTransaction } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { isUuid } from "../../lib/ids";
import type { SignedInUser } from "../sessions/sessions";
import { notifyUser } from "../users/notify-user";
import { deletePasskey, renamePasskeyRow } from "./passkey-store";
import { checkFactorName } from "./rules";

/** Renames one of the user's passkeys. @throws AppError VALIDATION_ERROR on `name`, NOT_FOUND */
export async function renamePasskey(
  ctx: Ctx,
  user: SignedInUser,
  input: { id: string; name: string },
): Promise<{ name: string }> {
  const name = checkFactorName(input.name);
  return inTransaction(ctx, async (tx) => {
    if (!isUuid(input.id) || !(await renamePasskeyRow(tx, user.id, input.id, name))) throw notThere();
    await recordAudit(tx, ctx, { action: "passkey.renamed", merchantId: null, subjectId: user.id, detail: { name } });
    return { name };
  });
}

/**
 * Removes one of the user's passkeys and notifies the user. The mailed code always remains, so users can't lock
 * themselves out.
 * @throws AppError NOT_FOUND
 */
export async function removePasskey(ctx: Ctx, user: SignedInUser, id: string): Promise<{ id: string }> {
  return inTransaction(ctx, async (tx) => {
    const name = isUuid(id) ? await deletePasskey(tx, user.id, id) : null;
    if (name === null) throw notThere();
    await recordAudit(tx, ctx, { action: "passkey.removed", merchantId: null, subjectId: user.id, detail: { name } });
    await notifyUser(tx, ctx, user.email, { kind: "passkey-removed", name });
    return { id };
  });
}

function notThere(): AppError {
  return new AppError("NOT_FOUND", { message: "No such passkey." });
}
