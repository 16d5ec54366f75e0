import type { Ctx } from "../../lib/context";
import { dbOf } from "../../lib/db";
import { findTwoFactorPolicy } from "../mfa/two-factor-store";
import type { UserRole } from "../rules";
import { findOpenInvitations, type InvitationRow } from "./invitation-store";
import { rolesUnder } from "./team-rules";
import { ownRoleIn, resolveTeam, type TeamOf } from "./team-scope";
import { findMembers, type MemberRow } from "./team-store";

type Team = {
  name: string;
  /** Of a merchant: the partner whose members may act for it. */
  ownedBy: string | null;
  /** `isOnlyOwner`: can't be changed or removed until there is another owner. */
  members: (MemberRow & { isYou: boolean; isOnlyOwner: boolean; mayChange: boolean })[];
  /** Empty for readers who may not invite. */
  invitations: (Pick<InvitationRow, "id" | "email" | "role" | "invitedBy" | "sentAt" | "expiresAt" | "isExpired"> & {
    mayChange: boolean;
  })[];
  /** The roles that the reader may give. Empty: the reader may change nothing here. */
  mayGive: readonly UserRole[];
  /** Since when the members must use two-factor authentication; null: not required. */
  twoFactorSince: Date | null;
};

/**
 * The members and open invitations of a team, and what the reader may change.
 * @throws AppError MERCHANT_NOT_FOUND, NOT_FOUND
 */
export async function listTeam(ctx: Ctx, team: TeamOf): Promise<Team> {
  const scope = await resolveTeam(ctx, team);
  const own = await ownRoleIn(ctx, scope);
  const mayGive = own === null ? [] : rolesUnder(own);
  const isUnder = (role: string) => mayGive.some((each) => each === role);
  const members = await findMembers(dbOf(ctx), scope);
  const owners = members.filter(({ role, disabled }) => role === "owner" && !disabled);
  const isOnlyOwner = ({ userId }: MemberRow) => owners.length === 1 && owners[0]?.userId === userId;
  const invitations = mayGive.length === 0 ? [] : await findOpenInvitations(dbOf(ctx), scope);
  return {
    name: scope.name,
    ownedBy: scope.ownedBy,
    members: members.map((member) => ({
      ...member,
      isYou: member.userId === ctx.caller.actor.id,
      isOnlyOwner: isOnlyOwner(member),
      mayChange: isUnder(member.role) && !isOnlyOwner(member),
    })),
    invitations: invitations.map(({ id, email, role, invitedBy, sentAt, expiresAt, isExpired }) => {
      return { id, email, role, invitedBy, sentAt, expiresAt, isExpired, mayChange: isUnder(role) };
    }),
    mayGive,
    twoFactorSince: await findTwoFactorPolicy(dbOf(ctx), scope),
  };
}
