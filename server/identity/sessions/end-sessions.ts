import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { sha256 } from "../../lib/crypto";
import { dbOf, inTransaction } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { isUuid } from "../../lib/ids";
import { ownCaller } from "./console-access";
import { deleteAllOf, deleteSessionOf, deleteSessionsBut, findSessionOwner } from "./session-store";
import type { Session } from "./sessions";

/** Ends one of the user's own sessions, on every process at once. @throws AppError NOT_FOUND */
export async function endOwnSession(ctx: Ctx, { user }: Session, id: string): Promise<{ id: string }> {
  if (!isUuid(id) || !(await endSessionOf(ctx, user.id, id)))
    throw new AppError("NOT_FOUND", { message: "This session has already ended." });
  return { id };
}

/**
 * Ends the session of this token, on every process at once; also of a previous token that is no longer valid: the browser
 * may have missed the one of a step-up. `ctx`: a public page's. Idempotent.
 */
export async function signOut(ctx: Ctx, sessionToken: string): Promise<void> {
  const found = await findSessionOwner(dbOf(ctx), sha256(sessionToken));
  if (found) await endSessionOf({ ...ctx, caller: ownCaller(found) }, found.user.id, found.id);
}

/** False: it has already ended. */
function endSessionOf(ctx: Ctx, userId: string, id: string): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    if (!(await deleteSessionOf(tx, userId, id))) return false;
    const fact = { action: "session.ended", merchantId: null, subjectId: userId, detail: { session_id: id } };
    await recordAudit(tx, ctx, fact);
    return true;
  });
}

/** Ends all of the user's sessions except this one. */
export async function endOtherSessions(ctx: Ctx, { id, user }: Session): Promise<{ ended: number }> {
  return inTransaction(ctx, async (tx) => {
    const ended = await deleteSessionsBut(tx, user.id, id);
    const fact = { action: "session.others_ended", merchantId: null, subjectId: user.id, detail: { ended } };
    await recordAudit(tx, ctx, fact);
    return { ended };
  });
}

/** Signs the user out everywhere: all sessions including this one, pending sign-ins, and the user's API tokens. */
export async function endEverywhere(ctx: Ctx, { user }: Session): Promise<{ ended: number }> {
  return inTransaction(ctx, async (tx) => {
    const ended = await deleteAllOf(tx, user.id);
    const fact = { action: "session.all_ended", merchantId: null, subjectId: user.id, detail: { ended } };
    await recordAudit(tx, ctx, fact);
    return { ended };
  });
}
