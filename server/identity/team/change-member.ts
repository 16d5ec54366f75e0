import type { Ctx } from "../../lib/context";
import { dbOf, inTransaction } from "../../lib/db";
import { AppError } from "../../lib/errors";
import type { UserRole } from "../rules";
import { lockRole, writeRole } from "./change-role";
import { resolveTeam, type TeamOf } from "./team-scope";
import { findMembers } from "./team-store";

type Change = { team: TeamOf; userId: string };

/**
 * Changes a member's role. It takes effect on every process from the member's next call on. If the new role may not
 * invite, the member's open invitations are withdrawn.
 * @throws AppError NOT_FOUND (not in this team), FORBIDDEN (a role above one's own), VALIDATION_ERROR on `role` (the
 *   last owner), MERCHANT_NOT_FOUND
 */
export function changeMemberRole(ctx: Ctx, { role, ...change }: Change & { role: UserRole }): Promise<void> {
  return changeMember(ctx, change, role);
}

/**
 * Removes a member from the team. Pages and calls are refused from the next one on, tokens of this role stop working
 * for good within a second, and the member's open invitations are withdrawn.
 * @throws AppError NOT_FOUND (not in this team), FORBIDDEN (a role above one's own), VALIDATION_ERROR on `role` (the
 *   last owner), MERCHANT_NOT_FOUND
 */
export function removeMember(ctx: Ctx, change: Change): Promise<void> {
  return changeMember(ctx, change, null);
}

async function changeMember(ctx: Ctx, { team, userId }: Change, to: UserRole | null): Promise<void> {
  const { merchantId, partnerId } = await resolveTeam(ctx, team);
  const scope = { merchantId, partnerId };
  const members = await findMembers(dbOf(ctx), scope);
  const email = members.find((member) => member.userId === userId)?.email ?? "";
  await inTransaction(ctx, async (tx) => {
    const held = await lockRole(tx, ctx, { scope, email, to });
    if (!held || held.from === null) throw new AppError("NOT_FOUND", { message: "No such member." });
    await writeRole(tx, ctx, held, to);
  });
}
