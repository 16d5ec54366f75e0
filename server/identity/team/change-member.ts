import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { inTransaction, type Tx } from "../../lib/db";
import { AppError, invalidField } from "../../lib/errors";
import type { UserRole } from "../rules";
import { endTokensInContext } from "../tokens/token-store";
import { withdrawInvitationsOf } from "./invitation-store";
import { rolesUnder } from "./team-rules";
import { lockTeamFor, requireUnder, resolveTeam, type TeamOf, type TeamScope } from "./team-scope";
import { deleteMember, findMembers, type MemberRow, updateMemberRole } from "./team-store";

type Change = { team: TeamOf; userId: string };

/**
 * Changes a member's role. It takes effect on every process from the member's next call on. If the new role may not
 * invite, the member's open invitations are withdrawn.
 * @throws AppError NOT_FOUND (not in this team), FORBIDDEN (a role above one's own), VALIDATION_ERROR on `role` (the
 *   last owner), MERCHANT_NOT_FOUND
 */
export async function changeMemberRole(ctx: Ctx, { role, ...change }: Change & { role: UserRole }): Promise<void> {
  await changeMember(
    ctx,
    change,
    async (tx, { scope, own, member }) => {
      requireUnder(own, role);
      if (member.role === role) return;
      await updateMemberRole(tx, member.userId, scope, role);
      if (rolesUnder(role).length === 0) await withdrawInvitationsOf(tx, member.userId, scope);
      const { merchantId, partnerId } = scope;
      const fact = { action: "team.role_changed", merchantId, partnerId, subjectId: member.userId };
      await recordAudit(tx, ctx, {
        ...fact,
        detail: { email: member.email },
        before: { role: member.role },
        after: { role },
      });
    },
    role,
  );
}

/**
 * Removes a member from the team. Pages and calls are refused from the next one on, tokens of this role stop working
 * for good within a second, and the member's open invitations are withdrawn.
 * @throws AppError NOT_FOUND (not in this team), FORBIDDEN (a role above one's own), VALIDATION_ERROR on `role` (the
 *   last owner), MERCHANT_NOT_FOUND
 */
export async function removeMember(ctx: Ctx, change: Change): Promise<void> {
  await changeMember(ctx, change, async (tx, { scope, member }) => {
    await deleteMember(tx, member.userId, scope);
    await endTokensInContext(tx, member.userId, scope);
    await withdrawInvitationsOf(tx, member.userId, scope);
    const { merchantId, partnerId } = scope;
    const fact = { action: "team.removed", merchantId, partnerId, subjectId: member.userId };
    await recordAudit(tx, ctx, { ...fact, detail: { email: member.email, role: member.role } });
  });
}

type Found = { scope: TeamScope; own: UserRole; member: MemberRow };

async function changeMember(
  ctx: Ctx,
  { team, userId }: Change,
  work: (tx: Tx, found: Found) => Promise<void>,
  becomes?: UserRole,
): Promise<void> {
  const scope = await resolveTeam(ctx, team);
  await inTransaction(ctx, async (tx) => {
    const { role: own } = await lockTeamFor(tx, ctx, scope);
    const members = await findMembers(tx, scope);
    const member = members.find((each) => each.userId === userId);
    if (!member) throw new AppError("NOT_FOUND", { message: "No such member." });
    requireUnder(own, member.role);
    if (becomes !== "owner") requireAnotherOwner(members, member);
    await work(tx, { scope, own, member });
  });
}

/** A team without an owner can't appoint one. A disabled owner can't sign in and doesn't count. */
function requireAnotherOwner(members: readonly MemberRow[], leaving: MemberRow): void {
  if (leaving.role !== "owner") return;
  const others = members.filter(
    ({ role, disabled, userId }) => role === "owner" && !disabled && userId !== leaving.userId,
  );
  if (others.length === 0) throw invalidField("role", "belongs to the last owner: assign it to another person first");
}
