import { env } from "../../lib/config/env";
import { nameInMail } from "../../mail/fill-text";
import type { UserRole } from "../rules";
import { INVITATION_TTL_S } from "./team-rules";

/** A role in a sentence: for the mail, the invitation page and the choice of a role. */
const ROLE_LABELS: Record<UserRole, string> = {
  owner: "full access, including roles",
  admin: "full access except managing owners",
  developer: "payments, API keys, webhooks and logs; can't manage members",
  finance: "payments, payment links, balances and exports; no access to the integration",
  viewer: "read-only: payments, payment links and balances",
};

type InvitationFacts = {
  token: string;
  team: string;
  /** The team is a partner's: its members may act for all of its merchants. */
  isPartner: boolean;
  role: UserRole;
  by: string;
  email: string;
};

/** The invitation mail: the sender, the role, and that nothing changes unless the recipient accepts. */
export function invitationMail(facts: InvitationFacts): { subject: string; text: string } {
  const { baseUrl } = env();
  const [team, by] = [nameInMail(facts.team), nameInMail(facts.by)];
  const reach = facts.isPartner ? ` for all merchants of ${team}:` : "";
  const days = INVITATION_TTL_S / 86_400;
  return {
    subject: `Invitation to ${team} on Bankside`,
    text: [
      `${by} invited you to the team of ${team} on ${new URL(baseUrl).host}. Your role: ${facts.role},${reach}`,
      `${ROLE_LABELS[facts.role]}.`,
      "",
      `${baseUrl}/invitation/${facts.token}`,
      "",
      `The link works once, for ${days} days. Only ${facts.email} can use it: sign in with a code sent there.`,
      "If you weren't expecting this, ignore it. Nothing happens unless you accept.",
    ].join("\n"),
  };
}
