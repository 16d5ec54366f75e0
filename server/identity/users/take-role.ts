import type { Ctx } from "../../lib/context";
import { inTransaction } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { isUuid } from "../../lib/ids";
import type { Context } from "../rules";
import { lockRole, writeRole } from "../team/change-role";
import { findAddress } from "./user-store";

/**
 * Removes a user's role: its tokens stop working for good within a second, on every process, even if the role is given
 * again. Operators only; of signed-in users, only an owner of the platform can remove an owner, and not the last one.
 * @throws AppError FORBIDDEN, NOT_FOUND, VALIDATION_ERROR on `role`
 */
export async function takeRole(
  ctx: Ctx,
  input: { email: string; context: Context },
): Promise<{ id: string; role: string }> {
  if (ctx.caller.kind !== "admin") throw new AppError("FORBIDDEN");
  const { merchantId, partnerId } = input.context;
  const notHeld = () => new AppError("NOT_FOUND", { message: "No user of this address holds a role there." });
  if ([merchantId, partnerId].some((id) => id !== null && !isUuid(id))) throw notHeld();
  return inTransaction(ctx, async (tx) => {
    const email = (await findAddress(tx, input.email)) ?? "";
    const held = await lockRole(tx, ctx, { scope: { merchantId, partnerId }, email, to: null });
    if (!held || held.from === null) throw notHeld();
    await writeRole(tx, ctx, held, null);
    return { id: held.userId, role: held.from };
  });
}
