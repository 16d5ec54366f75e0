import { USER_ROLES, type UserRole } from "../rules";

/** Validity of an invitation, from its last mail: 7 days. */
export const INVITATION_TTL_S = 7 * 24 * 60 * 60;
/** The most mails of one invitation. */
export const MAX_SENDS = 5;
export const SEND_AGAIN_AFTER_S = 60;
/** The most new invitations of one merchant or partner within a day. */
export const MAX_PER_TEAM_PER_DAY = 50;
/** The most mails of invitations to one mailbox within a day, from all merchants and partners. */
export const MAX_TO_MAILBOX_PER_DAY = 10;

/** Prefix of an invitation token, in the mail and in the page's URL. */
export const INVITATION_PREFIX = "binv_";

/** The roles that may change a team. */
const TEAM_ROLES: readonly UserRole[] = ["owner", "admin"];

/** The roles that a member with this role may give, change and remove: none above their own. */
export function rolesUnder(role: UserRole): readonly UserRole[] {
  return TEAM_ROLES.includes(role) ? USER_ROLES.slice(USER_ROLES.indexOf(role)) : [];
}

/** Whether a user with these roles may give the role `given`. */
export function mayGive(roles: readonly string[], given: string): boolean {
  const own = highestRole(roles);
  return own !== null && rolesUnder(own).some((role) => role === given);
}

/** The most powerful of these roles; null for none. */
export function highestRole(roles: readonly string[]): UserRole | null {
  return USER_ROLES.find((role) => roles.includes(role)) ?? null;
}
