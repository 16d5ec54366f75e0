import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { inTransaction } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { isUuid } from "../../lib/ids";
import { deletePasskeySessionsBut } from "../sessions/session-store";
import type { Session, SignedInUser } from "../sessions/sessions";
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
 * Removes one of the user's passkeys, ends the other sessions that began with a passkey, because a thief of it may have
 * begun one, and notifies the user. The mailed code always remains, so users can't lock themselves out.
 * @throws AppError NOT_FOUND
 */
export async function removePasskey(ctx: Ctx, { id: own, user }: Session, id: string): Promise<{ id: string }> {
  return inTransaction(ctx, async (tx) => {
    const name = isUuid(id) ? await deletePasskey(tx, user.id, id) : null;
    if (name === null) throw notThere();
    const ended = await deletePasskeySessionsBut(tx, user.id, own);
    const fact = { action: "passkey.removed", merchantId: null, subjectId: user.id, detail: { name, ended } };
    await recordAudit(tx, ctx, fact);
    await notifyUser(tx, ctx, user.email, { kind: "passkey-removed", name });
    return { id };
  });
}

function notThere(): AppError {
  return new AppError("NOT_FOUND", { message: "No such passkey." });
}
