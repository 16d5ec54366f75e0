import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { inTransaction } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { isUuid } from "../../lib/ids";
import type { Context } from "../rules";
import { endTokensInContext } from "../tokens/token-store";
import { guardOwnersElsewhere } from "./guard-owners-elsewhere";
import { guardPlatformOwners } from "./guard-platform-owners";
import { deleteRole, findAddress } from "./user-store";

/**
 * Removes a user's role: its tokens stop working for good within a second, on every process, even if the role is given
 * again. Operators only; of signed-in users, only an owner of the platform can remove an owner.
 * @throws AppError FORBIDDEN, NOT_FOUND
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
    if (merchantId === null && partnerId === null) {
      await guardPlatformOwners(tx, ctx, { email, becomesOwner: false, staysOwner: false });
    } else await guardOwnersElsewhere(tx, ctx, { email, scope: input.context, becomes: null });
    const taken = await deleteRole(tx, email, input.context);
    if (!taken) throw notHeld();
    await endTokensInContext(tx, taken.userId, input.context);
    const detail = { role: taken.role, partner_id: partnerId };
    const fact = { action: "user.role_taken", merchantId, partnerId, subjectId: taken.userId };
    await recordAudit(tx, ctx, { ...fact, detail });
    return { id: taken.userId, role: taken.role };
  });
}
