import type { Team } from "./team-calls";

export const ROLES = ["owner", "admin", "developer", "finance", "viewer"] as const;
export type Role = (typeof ROLES)[number];

/** A role as people say it, and what it is for. */
export const ROLE_WORDS: Record<Role, { name: string; what: string }> = {
  owner: { name: "Owner", what: "Everything, and who else may do it." },
  admin: { name: "Admin", what: "Everything but what concerns owners." },
  developer: { name: "Developer", what: "Payments, credentials, webhooks and logs. Nothing about people." },
  finance: { name: "Finance", what: "Payments, links, balances and exports. Nothing of the integration." },
  viewer: { name: "Viewer", what: "Looks at payments, links and balances, and changes nothing." },
};

/** A role's name; of one that is not known, itself. */
export function roleName(role: string): string {
  const known = ROLES.find((each) => each === role);
  return known ? ROLE_WORDS[known].name : role;
}

/** What a role is for, in a sentence; of one that is not known, nothing. */
export function roleWhat(role: string): string {
  const known = ROLES.find((each) => each === role);
  return known ? ROLE_WORDS[known].what : "";
}

/** The news about a team, in a sentence or two. */
export function teamNews({ name, members, invitations, ownedBy }: Team): string {
  const people = members.length === 1 ? "One person works" : `${members.length} people work`;
  const waiting = invitations.filter(({ isExpired }) => !isExpired).length;
  const invited = waiting === 0 ? "" : ` ${waiting === 1 ? "One was" : `${waiting} were`} invited and not here yet.`;
  const partner = ownedBy === null ? "" : ` People of ${ownedBy} may act here too, each under their own name.`;
  return `${members.length === 0 ? "Nobody works" : people} for ${name}.${invited}${partner}`;
}
