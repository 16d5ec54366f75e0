import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { inTransaction } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { PLATFORM } from "../rules";
import { lockRole } from "../team/change-role";
import { findAddress, switchUserRow } from "./user-store";

/**
 * Disables a user: sessions end at once, and tokens stop working within a second, on every process. Or enables one, who
 * must sign in again. Idempotent. Operators only; of signed-in users, only an owner of the platform can switch an
 * owner, and not disable the last one.
 * @throws AppError FORBIDDEN, NOT_FOUND, VALIDATION_ERROR on `role`
 */
export async function switchUser(
  ctx: Ctx,
  input: { email: string; to: "disabled" | "enabled" },
): Promise<{ id: string }> {
  if (ctx.caller.kind !== "admin") throw new AppError("FORBIDDEN");
  return inTransaction(ctx, async (tx) => {
    const email = (await findAddress(tx, input.email)) ?? "";
    // A disabled owner is none, so the rules are those of removing the role.
    const wanted = { scope: PLATFORM, email, ...(input.to === "disabled" ? { to: null } : {}) };
    const found = await lockRole(tx, ctx, wanted);
    if (!found) throw new AppError("NOT_FOUND", { message: "There is no user with this address." });
    const { userId: id, disabled } = found;
    if (disabled === (input.to === "disabled")) return { id };
    await switchUserRow(tx, id, input.to);
    await recordAudit(tx, ctx, { action: `user.${input.to}`, merchantId: null, subjectId: id });
    return { id };
  });
}
