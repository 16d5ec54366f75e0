import { env } from "../../lib/env";
import type { UserRole } from "../rules";
import { INVITATION_TTL_S } from "./team-rules";

/** What a role is for, in a sentence: in the mail, on the page of the invitation, and where a role is chosen. */
const ROLE_WORDS: Record<UserRole, string> = {
  owner: "everything, and who else may do it",
  admin: "everything but what concerns owners",
  developer: "payments, credentials, webhooks and logs, and nothing about people",
  finance: "payments, links, balances and exports, and nothing of the integration",
  viewer: "looking at payments, links and balances, and changing nothing",
};

/** The longest name that a mail tells. */
const MAX_NAME = 60;

/**
 * A name as a mail may tell it: one line, short, and without anything that mail programs make a link of. Names come from
 * people, what they write goes out in our name, and to whom they like.
 */
function nameInMail(text: string): string {
  const line = text.replace(/[\p{C}\s]+/gu, " ").trim();
  const plain = line.replace(/:\/\//g, ": ").replace(/[.@](?=[\p{L}\p{N}])/gu, "$& ");
  return plain.length > MAX_NAME ? `${[...plain].slice(0, MAX_NAME - 1).join("")}…` : plain;
}

/** The mail of an invitation. It says who asks, for what, and that nothing happens without the person. */
export function invitationMail(facts: { token: string; place: string; role: UserRole; by: string; email: string }): {
  subject: string;
  text: string;
} {
  const { baseUrl } = env();
  const [place, by] = [nameInMail(facts.place), nameInMail(facts.by)];
  const days = INVITATION_TTL_S / 86_400;
  return {
    subject: `An invitation to ${place} on Bankside`,
    text: [
      `${by} invites you to the team of ${place} on ${new URL(baseUrl).host}, as ${facts.role}:`,
      `${ROLE_WORDS[facts.role]}.`,
      "",
      `${baseUrl}/invitation/${facts.token}`,
      "",
      `It is good for ${days} days, once, and for ${facts.email} alone: you sign in with a code that is mailed there.`,
      "You do not know what this is about? Then leave it. Nothing happens unless you accept.",
    ].join("\n"),
  };
}
