import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import type { Tx } from "../../lib/db";
import { AppError, invalidField } from "../../lib/errors";
import { newId } from "../../lib/ids";
import type { Context, UserRole } from "../rules";
import { endTokensInContext } from "../tokens/token-store";
import { lockUser } from "../users/user-store";
import { withdrawInvitationsOf, withdrawInvitationsTo } from "./invitation-store";
import { rolesUnder } from "./team-rules";
import { ownRoleIn, requireUnder } from "./team-scope";
import { deleteMember, findMembers, lockTeam, putMember } from "./team-store";

type Wanted = {
  /** A merchant, a partner, or the platform. */
  scope: Context;
  email: string;
  /** The role after the change; null: none; without it the role stays. */
  to?: UserRole | null;
};

/** A user with the present role in a scope; `from` is null without a role there. */
type LockedRole = { userId: string; email: string; scope: Context; disabled: boolean; from: string | null };

/**
 * Locks the team, then the user, until the transaction ends, and refuses a change that the acting person may not make:
 * a person gives, changes and removes no role above their own, and the last owner who can sign in stays. The operator's
 * command line has no limits, so that access can be restored. Null: no such user.
 * @throws AppError FORBIDDEN, VALIDATION_ERROR on `role`
 */
export async function lockRole(tx: Tx, ctx: Ctx, { scope, email, to }: Wanted): Promise<LockedRole | null> {
  await lockTeam(tx, scope);
  const user = await lockUser(tx, email);
  const members = await findMembers(tx, scope);
  const from = members.find((member) => member.email === email)?.role ?? null;
  if (ctx.caller.actor.kind === "user") {
    const others = members.filter((member) => member.email !== email && member.role === "owner" && !member.disabled);
    const own = await ownRoleIn({ ...ctx, tx }, scope);
    requireMayChange(own, { from, to: to === undefined ? from : to, otherOwners: others.length });
  }
  return user && { ...user, email, scope, from };
}

type RoleChange = { from: string | null; to: string | null; otherOwners: number };

function requireMayChange(own: UserRole | null, { from, to, otherOwners }: RoleChange): void {
  if (own === null || rolesUnder(own).length === 0) throw new AppError("FORBIDDEN");
  for (const role of [from, to]) if (role !== null) requireUnder(own, role);
  if (from === "owner" && to !== "owner" && otherOwners === 0) {
    throw invalidField("role", "belongs to the last owner: assign it to another person first");
  }
}

/**
 * Gives, changes or removes a role that `lockRole` locked. Tokens of this role have its permissions from the next call
 * on, and stop working for good when it is removed. A person who may not invite any more loses their open invitations.
 * An open invitation to the person is withdrawn, so that it does not give the role again after a removal.
 */
export async function writeRole(tx: Tx, ctx: Ctx, held: LockedRole, to: UserRole | null): Promise<void> {
  const { userId, email, scope, from } = held;
  if (from === to) return;
  if (to === null) {
    await deleteMember(tx, userId, scope);
    await endTokensInContext(tx, userId, scope);
  } else await putMember(tx, { id: newId(), userId, role: to, ...scope });
  if (to === null || rolesUnder(to).length === 0) await withdrawInvitationsOf(tx, userId, scope);
  await withdrawInvitationsTo(tx, email, scope);
  const action = to === null ? "team.removed" : from === null ? "user.role_given" : "team.role_changed";
  const fact = { action, ...scope, subjectId: userId, detail: { email } };
  await recordAudit(tx, ctx, { ...fact, before: { role: from }, after: { role: to } });
}
