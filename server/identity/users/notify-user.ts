import { now } from "../../lib/clock";
import { env } from "../../lib/config/env";
import type { Ctx } from "../../lib/context";
import type { Tx } from "../../lib/db";
import { formatMinute } from "../../mail/fill-text";
import { queueMail } from "../../mail/send-mail";
import { formatDevice, formatIpAddress } from "./device-labels";

/** Notices whose mail needs only these words. */
const SIMPLE = {
  "new-device": {
    subject: "A sign-in from a new device",
    event: "Your account was used to sign in to the Bankside Console with a new browser.",
  },
  "app-added": {
    subject: "Two-factor authentication was set up",
    event:
      "An authenticator app was set up and your other sessions were signed out. You now need the app's code after the e-mail code. Keep your recovery codes.",
  },
  "app-removed": {
    subject: "Two-factor authentication was removed",
    event: "The authenticator app and its recovery codes were removed. An e-mail code is now enough to sign in.",
  },
  "recovery-renewed": {
    subject: "New recovery codes",
    event: "Ten new recovery codes were created. The old ones no longer work.",
  },
  "token-repeated": {
    subject: "Your API token was refreshed from two networks",
    event: "An API token of your account was refreshed twice within a minute, from two networks.",
  },
  "token-reused": {
    subject: "Your API tokens were revoked",
    event:
      "A refresh token of your account was used again after it was replaced: someone may have copied it. The tokens that came from the same sign-in were revoked.",
  },
} as const;

/** Security-relevant changes that the user is notified of. */
type SignInNotice =
  | { kind: keyof typeof SIMPLE | "guessed" | "reset" | "recovery-deleted" }
  | { kind: "passkey-added" | "passkey-removed"; name: string }
  | { kind: "recovery-used"; left: number };

type MailParts = { subject: string; event: string; advice: string };

const MINE = "If this was you, you don't need to do anything.";

function mailPartsOf(notice: SignInNotice): MailParts {
  const account = `${env().baseUrl}/account`;
  const endAll = `If this wasn't you, sign out everywhere and check your sign-in methods: ${account}`;
  switch (notice.kind) {
    case "passkey-added":
      return {
        subject: "A passkey was added",
        event: `The passkey "${notice.name}" was added to your account and can be used to sign in.`,
        advice: `If this wasn't you, remove it and sign out everywhere: ${account}`,
      };
    case "passkey-removed":
      return {
        subject: "A passkey was removed",
        event: `The passkey "${notice.name}" was removed from your account and can no longer be used to sign in.`,
        advice: endAll,
      };
    case "recovery-used":
      return {
        subject: "A recovery code was used",
        event: `A recovery code was used instead of your authenticator app. ${leftOf(notice.left)}`,
        advice: endAll,
      };
    case "guessed":
      return {
        subject: "Too many wrong two-factor codes",
        event:
          "Someone passed the first step of your sign-in and then entered too many wrong two-factor codes. They are not signed in.",
        advice: "If this wasn't you, someone may have access to your mailbox: change its password.",
      };
    case "reset":
      return {
        subject: "Your sign-in was reset",
        event:
          "The operator of this installation removed your passkeys and two-factor authentication. You sign in with an e-mail code.",
        advice: "If you didn't ask for this, contact the operator and set them up again.",
      };
    case "recovery-deleted":
      return {
        subject: "Your recovery codes were deleted",
        event:
          "The operator of this installation replaced the key that verifies recovery codes. Your codes no longer work.",
        advice: `To have recovery codes again, create new ones: ${account}`,
      };
    default:
      return { ...SIMPLE[notice.kind], advice: endAll };
  }
}

function leftOf(left: number): string {
  return left === 0 ? "None are left: create new ones." : left === 1 ? "1 is left." : `${left} are left.`;
}

/** Queues a security notice in the caller's transaction: what event, when, device, IP address, and what to do. */
export async function notifyUser(
  tx: Tx,
  ctx: Pick<Ctx, "ip" | "userAgent">,
  email: string,
  notice: SignInNotice,
): Promise<void> {
  const { subject, event, advice } = mailPartsOf(notice);
  const facts = [
    `When: ${formatMinute(now())}`,
    ...(notice.kind === "reset"
      ? []
      : [`Device: ${formatDevice(ctx.userAgent)}`, `IP address: ${formatIpAddress(ctx.ip)}`]),
  ];
  const text = [event, "", ...facts, "", ...(notice.kind === "guessed" ? [] : [MINE]), advice].join("\n");
  await queueMail(tx, { recipient: email, subject, text });
}
