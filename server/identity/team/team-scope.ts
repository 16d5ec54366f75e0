import type { Ctx } from "../../lib/context";
import { dbOf, type Tx } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { readPartnerName, readReachedPartner } from "../../merchants/read-merchant";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import type { Context, UserRole } from "../rules";
import { highestRole, rolesUnder } from "./team-rules";
import { findRolesReaching, lockTeam } from "./team-store";

/** A merchant's team, or a partner's. */
export type TeamOf = { merchantId: string } | { partnerId: string };

type TeamScope = Context & { name: string; country: string | null };

/**
 * The merchant or partner of a team that the caller may access, with its name.
 * @throws AppError MERCHANT_NOT_FOUND, NOT_FOUND
 */
export async function resolveTeam(ctx: Ctx, team: TeamOf): Promise<TeamScope & { ownedBy: string | null }> {
  if ("merchantId" in team) {
    const { id, brandName, country, partnerId } = await resolveMerchant(ctx, team.merchantId);
    const ownedBy = partnerId === null ? null : await readPartnerName(ctx, partnerId);
    return { merchantId: id, partnerId: null, name: brandName, country, ownedBy };
  }
  const name = await readReachedPartner(ctx, team.partnerId);
  return { merchantId: null, partnerId: team.partnerId, name, country: null, ownedBy: null };
}

/** The acting user's current role there; null where the caller is not a signed-in user. */
export async function ownRoleIn(ctx: Ctx, scope: Context): Promise<UserRole | null> {
  const { kind, id } = ctx.caller.actor;
  return kind === "user" && id !== null ? highestRole(await findRolesReaching(dbOf(ctx), id, scope)) : null;
}

/**
 * The acting user's id and role, read after the team was locked in this transaction, so that no other call changes it.
 * @throws AppError FORBIDDEN
 */
export async function lockTeamFor(tx: Tx, ctx: Ctx, scope: Context): Promise<{ id: string; role: UserRole }> {
  await lockTeam(tx, scope);
  const { id } = ctx.caller.actor;
  const role = await ownRoleIn({ ...ctx, tx }, scope);
  if (id === null || role === null || rolesUnder(role).length === 0) throw new AppError("FORBIDDEN");
  return { id, role };
}

/** @throws AppError FORBIDDEN for a role above the acting user's own */
export function requireUnder(own: UserRole, role: string): void {
  if (rolesUnder(own).some((each) => each === role)) return;
  throw new AppError("FORBIDDEN", { message: `Only an owner can assign, change or remove the role ${role}.` });
}
