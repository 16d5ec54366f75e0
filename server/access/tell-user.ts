import { now } from "../lib/clock";
import type { Ctx } from "../lib/context";
import type { Tx } from "../lib/db";
import { env } from "../lib/env";
import { queueMail } from "../mail/send-mail";
import { deviceOf, placeOf } from "./device-words";

/** What has happened to somebody's sign-in that they have to hear of, in case it was not they who did it. */
export type SignInNews =
  | { kind: "new-device" | "app-added" | "app-removed" | "recovery-renewed" | "guessed" | "reset" }
  | { kind: "token-repeated" }
  | { kind: "passkey-added" | "passkey-removed"; name: string }
  | { kind: "recovery-used"; left: number };

type Words = { subject: string; happened: string; otherwise: string };

const MINE = "It was you? Then there is nothing to do.";

function wordsOf(news: SignInNews): Words {
  const account = `${env().baseUrl}/account`;
  const endAll = `It was not you? Sign out everywhere and look at what you sign in with: ${account}`;
  switch (news.kind) {
    case "new-device":
      return {
        subject: "A sign-in from a new device",
        happened: "Somebody signed in to the Bankside Console as you, with a browser that we have not seen you use.",
        otherwise: endAll,
      };
    case "passkey-added":
      return {
        subject: "A passkey was added",
        happened: `The passkey "${news.name}" was added to your account. Whoever holds it can sign in as you.`,
        otherwise: `It was not you? Remove it, and sign out everywhere: ${account}`,
      };
    case "passkey-removed":
      return {
        subject: "A passkey was removed",
        happened: `The passkey "${news.name}" was removed from your account. It signs in no more.`,
        otherwise: endAll,
      };
    case "app-added":
      return {
        subject: "Your second step is set up",
        happened:
          "An authenticator app was set up, and your other sessions were ended. Its code is asked for after a code by mail. Keep the recovery codes.",
        otherwise: endAll,
      };
    case "app-removed":
      return {
        subject: "Your second step was removed",
        happened:
          "The authenticator app and its recovery codes were removed. A code by mail alone signs in to your account now.",
        otherwise: endAll,
      };
    case "recovery-renewed":
      return {
        subject: "New recovery codes",
        happened: "Ten new recovery codes were made. Those from before are over.",
        otherwise: endAll,
      };
    case "recovery-used":
      return {
        subject: "A recovery code was used",
        happened: `A recovery code was used in the place of your authenticator app. ${leftOf(news.left)}`,
        otherwise: endAll,
      };
    case "token-repeated":
      return {
        subject: "Your API token was renewed from two places",
        happened: "An API token in your name was renewed, and again from another network within a minute.",
        otherwise: endAll,
      };
    case "guessed":
      return {
        subject: "Somebody guesses at your second step",
        happened:
          "Somebody who passed your first step typed wrong codes for the second, until there were no more tries.",
        otherwise: "It was not you? Then somebody reads your mail: change its password. Nobody has come in by this.",
      };
    case "reset":
      return {
        subject: "Your passkeys and second step were removed",
        happened:
          "Whoever runs this installation removed your passkeys and your second step. A code by mail signs you in.",
        otherwise: "You did not ask for it? Then ask them why, and set both up again.",
      };
  }
}

function leftOf(left: number): string {
  return left === 0 ? "None is left: make new ones." : left === 1 ? "One is left." : `${left} are left.`;
}

/** Mails a user, in the caller's transaction, what has happened to their sign-in: when, with what, from where, and what to do. */
export async function tellUser(
  tx: Tx,
  ctx: Pick<Ctx, "ip" | "userAgent">,
  email: string,
  news: SignInNews,
): Promise<void> {
  const { subject, happened, otherwise } = wordsOf(news);
  const facts = [
    `When: ${now().toISOString().slice(0, 16).replace("T", " ")} UTC`,
    ...(news.kind === "reset" ? [] : [`With: ${deviceOf(ctx.userAgent)}`, `From: ${placeOf(ctx.ip)}`]),
  ];
  const text = [happened, "", ...facts, "", ...(news.kind === "guessed" ? [] : [MINE]), otherwise].join("\n");
  await queueMail(tx, { recipient: email, subject, text });
}
