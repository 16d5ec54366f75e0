import { type Caller, type Ctx, PUBLIC_CALLER } from "../../lib/context";
import { AppError, isAppError } from "../../lib/errors";
import { noSuchPartner, reachesPartner, readPartnerName } from "../../merchants/read-merchant";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { permissionOf } from "../permissions/permissions";
import { callerOfRole, type Role, USER_ROLES, type UserRole } from "../rules";
import type { SignedInUser } from "./sessions";

/** A role of a user, and the caller that they act as in it. */
type RoleWithCaller = { role: string; caller: Caller };

function roleWithCaller(user: SignedInUser, membership: Role): RoleWithCaller {
  const caller = callerOfRole(user.id, membership);
  return { role: membership.role, caller: { ...caller, actor: { ...caller.actor, attended: true } } };
}

/** The caller of a signed-in user in calls about the own account, which need no role. */
export function ownCaller({ user, isVisitor }: { user: Pick<SignedInUser, "id">; isVisitor: boolean }): Caller {
  const visitor = isVisitor ? { visitor: true as const } : {};
  return { ...PUBLIC_CALLER, actor: { kind: "user", id: user.id, attended: true, ...visitor } };
}

/** The user's roles, the most powerful first. */
function rolesWithCallers(user: SignedInUser): RoleWithCaller[] {
  const rank = ({ role }: RoleWithCaller) => USER_ROLES.indexOf(role as UserRole);
  return user.memberships.map((membership) => roleWithCaller(user, membership)).sort((a, b) => rank(a) - rank(b));
}

/**
 * The user's roles for a merchant, read on every call; the most powerful first.
 * @throws AppError MERCHANT_NOT_FOUND, the same for another's merchant and an unknown one
 */
export async function rolesAt(ctx: Ctx, user: SignedInUser, merchantId: string): Promise<RoleWithCaller[]> {
  const reaching: RoleWithCaller[] = [];
  for (const role of rolesWithCallers(user)) {
    try {
      await resolveMerchant({ ...ctx, caller: role.caller }, merchantId);
      reaching.push(role);
    } catch (error) {
      if (!isAppError(error) || error.code !== "MERCHANT_NOT_FOUND") throw error;
    }
  }
  if (reaching.length === 0) throw new AppError("MERCHANT_NOT_FOUND");
  return reaching;
}

/**
 * The user's roles for a partner; the most powerful first.
 * @throws AppError NOT_FOUND, the same for another partner and an unknown one
 */
async function rolesAtPartner(ctx: Ctx, user: SignedInUser, partnerId: string): Promise<RoleWithCaller[]> {
  const reaching = rolesWithCallers(user).filter(({ caller }) => reachesPartner(caller, partnerId));
  if (reaching.length === 0 || (await readPartnerName(ctx, partnerId)) === null) throw noSuchPartner();
  return reaching;
}

/** The user's roles at the platform, the most powerful first. */
export function platformRoles(user: SignedInUser): RoleWithCaller[] {
  return rolesWithCallers(user).filter(({ caller }) => caller.kind === "admin");
}

/** Whose data a call is about: a merchant's, a partner's, or the platform's. */
export type CallScope = { merchantId: string } | { partnerId: string } | { platform: true };

/** The user's roles in a scope; the most powerful first. @throws AppError MERCHANT_NOT_FOUND, NOT_FOUND */
export async function rolesIn(ctx: Ctx, user: SignedInUser, scope: CallScope): Promise<RoleWithCaller[]> {
  if ("merchantId" in scope) return rolesAt(ctx, user, scope.merchantId);
  return "partnerId" in scope ? rolesAtPartner(ctx, user, scope.partnerId) : platformRoles(user);
}

/** The first of these roles that may make the call by the table of permissions. @throws AppError FORBIDDEN */
export function permittedRole(roles: readonly RoleWithCaller[], path: string): RoleWithCaller {
  const permission = permissionOf(path);
  const permitted = roles.find(({ role }) => permission?.roles.includes(role as UserRole));
  if (!permitted) throw new AppError("FORBIDDEN");
  return permitted;
}
