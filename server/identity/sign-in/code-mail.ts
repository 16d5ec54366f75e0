import { env } from "../../lib/config/env";
import { CODE_TTL_S, type Purpose } from "./sign-in-rules";

/** The e-mail names the purpose of the code, so that a recipient who did not request it knows the risk. */
const ASKED_FOR: Record<Purpose, () => { subject: string; where: string; warning: string }> = {
  console: () => ({
    subject: "Your code for the Bankside Console",
    where: `on the sign-in page: ${env().baseUrl}/sign-in`,
    warning: "If you didn't request this code, ignore this e-mail. The code is required to sign in.",
  }),
  api: () => ({
    subject: "Your code for the Bankside API",
    where: "in the program that requested it. It lets that program use your account.",
    warning: "If you didn't request this code, ignore this e-mail. The code is required to sign in.",
  }),
  verify: () => ({
    subject: "Confirm your identity",
    where: "in the Console window that requested it, to confirm a sensitive action in your session.",
    warning: `If this wasn't you, don't share the code and sign out everywhere: ${env().baseUrl}/account`,
  }),
};

/** The mail with a code; `pass`: of the last one that an unknown requester gets. */
export function codeMail(purpose: Purpose, code: string, pass: string | null): { subject: string; text: string } {
  const { subject, where, warning } = ASKED_FOR[purpose]();
  const minutes = CODE_TTL_S / 60;
  const last = [
    "",
    "Many codes were requested for your address, so the sign-in page sends no more of them for up to an hour. If you need another one, open this page, which still sends you codes:",
    `${env().baseUrl}/sign-in?pass=${pass}`,
  ];
  const lines = [`${subject}:`, "", code, "", `It works once, for ${minutes} minutes, ${where}`, warning];
  return { subject, text: [...lines, ...(pass === null ? [] : last)].join("\n") };
}
