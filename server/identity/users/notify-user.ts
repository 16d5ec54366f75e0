import { now } from "../../lib/clock";
import { env } from "../../lib/config/env";
import type { Ctx } from "../../lib/context";
import type { Tx } from "../../lib/db";
import { queueMail } from "../../mail/send-mail";
import { formatDevice, formatIpAddress } from "./device-labels";

/** Security-relevant changes that the user is notified of. */
export type SignInNotice =
  | { kind: "new-device" | "app-added" | "app-removed" | "recovery-renewed" | "guessed" | "reset" }
  | { kind: "token-repeated" }
  | { kind: "passkey-added" | "passkey-removed"; name: string }
  | { kind: "recovery-used"; left: number };

type Words = { subject: string; happened: string; otherwise: string };

const MINE = "If this was you, you don't need to do anything.";

function wordsOf(news: SignInNotice): Words {
  const account = `${env().baseUrl}/account`;
  const endAll = `If this wasn't you, sign out everywhere and check your sign-in methods: ${account}`;
  switch (news.kind) {
    case "new-device":
      return {
        subject: "A sign-in from a new device",
        happened: "Your account was used to sign in to the Bankside Console with a new browser.",
        otherwise: endAll,
      };
    case "passkey-added":
      return {
        subject: "A passkey was added",
        happened: `The passkey "${news.name}" was added to your account and can be used to sign in.`,
        otherwise: `If this wasn't you, remove it and sign out everywhere: ${account}`,
      };
    case "passkey-removed":
      return {
        subject: "A passkey was removed",
        happened: `The passkey "${news.name}" was removed from your account and can no longer be used to sign in.`,
        otherwise: endAll,
      };
    case "app-added":
      return {
        subject: "Two-factor authentication was set up",
        happened:
          "An authenticator app was set up and your other sessions were signed out. You now need the app's code after the e-mail code. Keep your recovery codes.",
        otherwise: endAll,
      };
    case "app-removed":
      return {
        subject: "Two-factor authentication was removed",
        happened: "The authenticator app and its recovery codes were removed. An e-mail code is now enough to sign in.",
        otherwise: endAll,
      };
    case "recovery-renewed":
      return {
        subject: "New recovery codes",
        happened: "Ten new recovery codes were created. The old ones no longer work.",
        otherwise: endAll,
      };
    case "recovery-used":
      return {
        subject: "A recovery code was used",
        happened: `A recovery code was used instead of your authenticator app. ${leftOf(news.left)}`,
        otherwise: endAll,
      };
    case "token-repeated":
      return {
        subject: "Your API token was refreshed from two networks",
        happened: "An API token of your account was refreshed twice within a minute, from two networks.",
        otherwise: endAll,
      };
    case "guessed":
      return {
        subject: "Too many wrong two-factor codes",
        happened:
          "Someone passed the first step of your sign-in and then entered too many wrong two-factor codes. They are not signed in.",
        otherwise: "If this wasn't you, someone may have access to your mailbox: change its password.",
      };
    case "reset":
      return {
        subject: "Your sign-in was reset",
        happened:
          "The operator of this installation removed your passkeys and two-factor authentication. You sign in with an e-mail code.",
        otherwise: "If you didn't ask for this, contact the operator and set them up again.",
      };
  }
}

function leftOf(left: number): string {
  return left === 0 ? "None are left: create new ones." : left === 1 ? "1 is left." : `${left} are left.`;
}

/** Queues a security notice in the caller's transaction: what happened, when, device, IP address, and what to do. */
export async function notifyUser(
  tx: Tx,
  ctx: Pick<Ctx, "ip" | "userAgent">,
  email: string,
  news: SignInNotice,
): Promise<void> {
  const { subject, happened, otherwise } = wordsOf(news);
  const facts = [
    `When: ${now().toISOString().slice(0, 16).replace("T", " ")} UTC`,
    ...(news.kind === "reset"
      ? []
      : [`Device: ${formatDevice(ctx.userAgent)}`, `IP address: ${formatIpAddress(ctx.ip)}`]),
  ];
  const text = [happened, "", ...facts, "", ...(news.kind === "guessed" ? [] : [MINE]), otherwise].join("\n");
  await queueMail(tx, { recipient: email, subject, text });
}
