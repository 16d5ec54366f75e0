import { USER_ROLES, type UserRole } from "../rules";

/** An invitation is good for a week from its last mail. */
export const INVITATION_TTL_S = 7 * 24 * 60 * 60;
/** Mails of one invitation: more is pestering. */
export const MAX_SENDS = 5;
export const SEND_AGAIN_AFTER_S = 60;
/** New invitations within a day: of one place, and to one address from everywhere. */
export const MAX_OF_PLACE_PER_DAY = 50;
export const MAX_TO_ADDRESS_PER_DAY = 10;
export const MAX_NAME_LENGTH = 140;

/** What is mailed, and stands in the address of the page. */
export const INVITATION_PREFIX = "binv_";

/** Who may change who is in a team. */
const TEAM_ROLES: readonly UserRole[] = ["owner", "admin"];

/** The roles that somebody of this role may give, take and change: none above their own. */
export function rolesUnder(role: UserRole): readonly UserRole[] {
  return TEAM_ROLES.includes(role) ? USER_ROLES.slice(USER_ROLES.indexOf(role)) : [];
}

/** Whether somebody who reaches a place by these roles may give that one there. */
export function mayGive(roles: readonly string[], given: string): boolean {
  const own = highestRole(roles);
  return own !== null && rolesUnder(own).some((role) => role === given);
}

/** The one of these roles that may do most; null for none. */
export function highestRole(roles: readonly string[]): UserRole | null {
  return USER_ROLES.find((role) => roles.includes(role)) ?? null;
}
