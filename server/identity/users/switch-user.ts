import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { inTransaction } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { guardPlatformOwners } from "./guard-platform-owners";
import { disableUserRow, enableUserRow, findAddress } from "./user-store";

/**
 * Disables a user: sessions end at once, and tokens stop working within a second, on every process. Or enables one, who
 * must sign in again. Idempotent. Operators only.
 * @throws AppError FORBIDDEN, NOT_FOUND
 */
export async function switchUser(
  ctx: Ctx,
  input: { email: string; to: "disabled" | "enabled" },
): Promise<{ id: string }> {
  if (ctx.caller.kind !== "admin") throw new AppError("FORBIDDEN");
  return inTransaction(ctx, async (tx) => {
    const email = (await findAddress(tx, input.email)) ?? "";
    // An owner who is enabled is an owner again.
    await guardPlatformOwners(tx, ctx, { email, becomesOwner: false, staysOwner: input.to === "enabled" });
    const found = await (input.to === "disabled" ? disableUserRow : enableUserRow)(tx, email);
    if (!found) throw new AppError("NOT_FOUND", { message: "There is no user with this address." });
    const fact = { action: `user.${input.to}`, merchantId: null, subjectId: found.id };
    if (found.changed) await recordAudit(tx, ctx, fact);
    return { id: found.id };
  });
}
