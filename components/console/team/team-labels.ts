import type { Outputs } from "../../ui/queries";
import { plural } from "../../ui/text";

export const ROLES = ["owner", "admin", "developer", "finance", "viewer"] as const;
export type Role = (typeof ROLES)[number];

/** A team as the client receives it. */
export type Team = Outputs["team"]["list"];

/** Name and description of each role. */
export const ROLE_LABELS: Record<Role, { name: string; what: string }> = {
  owner: { name: "Owner", what: "Full access, including roles." },
  admin: { name: "Admin", what: "Full access except managing owners." },
  developer: { name: "Developer", what: "Payments, API keys, webhooks and logs. Can’t manage members." },
  finance: { name: "Finance", what: "Payments, payment links, balances and exports. No access to the integration." },
  viewer: { name: "Viewer", what: "Read-only: payments, payment links and balances." },
};

/** A role's name; an unknown role unchanged. */
export function roleName(role: string): string {
  const known = ROLES.find((each) => each === role);
  return known ? ROLE_LABELS[known].name : role;
}

/** A role's description; empty for an unknown role. */
export function roleDescription(role: string): string {
  const known = ROLES.find((each) => each === role);
  return known ? ROLE_LABELS[known].what : "";
}

/** Members and open invitations of a team. */
export function formatTeamSummary({ members, invitations, ownedBy }: Team): string {
  const waiting = invitations.filter(({ isExpired }) => !isExpired).length;
  const invited = waiting === 0 ? "" : `, ${plural(waiting, "invitation")} open`;
  const partner = ownedBy === null ? "" : ` Members of ${ownedBy} can act here under their own names.`;
  return `${plural(members.length, "member")}${invited}.${partner}`;
}
