import type { Ctx } from "../lib/context";
import { inTransaction, type Tx } from "../lib/db";
import { env } from "../lib/env";
import { AppError, invalidField } from "../lib/errors";
import { newId } from "../lib/ids";
import { queueMail } from "../mail/send-mail";
import {
  CODE_TTL_S,
  hashCode,
  newCode,
  normaliseEmail,
  type Purpose,
  REQUESTER_WINDOW_S,
  type Requester,
  requesterOf,
} from "./sign-in-rules";
import { findActiveUser, insertChallenge, keepOnlyIf, waitOfRequester } from "./user-store";

export type StartedSignIn = { challengeId: string; expiresAt: Date };

/**
 * Begins signing in by magic code. The answer, and the work that it takes, are the same whether or not the address has an
 * account here; only then is a code mailed. Each call is a challenge of its own, and none disturbs another's.
 * @throws AppError VALIDATION_ERROR on `email`, TOO_MANY_REQUESTS (metadata.retry_after_s)
 */
export async function startSignIn(ctx: Ctx, input: { email: string; purpose: Purpose }): Promise<StartedSignIn> {
  const email = normaliseEmail(input.email);
  if (!email) throw invalidField("email", "This is not a mail address.");
  const { purpose } = input;
  const { own, site } = requesterOf(ctx.ip);
  const challengeId = newId();
  const code = newCode();
  return inTransaction(ctx, async (tx) => {
    await refuseBeyondLimit(tx, own);
    if (site) await refuseBeyondLimit(tx, site);
    const codeHash = hashCode(env().nextauthSecret, challengeId, code);
    const { expiresAt } = await insertChallenge(tx, {
      id: challengeId,
      email,
      purpose,
      codeHash,
      requester: own.address,
      requesterSite: site?.address ?? null,
      ttlS: CODE_TTL_S,
    });
    const user = await findActiveUser(tx, email);
    await keepOnlyIf(user !== null, tx, () => queueMail(tx, { recipient: email, ...mailOf(purpose, code) }));
    return { challengeId, expiresAt };
  });
}

async function refuseBeyondLimit(tx: Tx, requester: Requester): Promise<void> {
  const waitS = await waitOfRequester(tx, requester, REQUESTER_WINDOW_S);
  if (waitS !== null) throw new AppError("TOO_MANY_REQUESTS", { metadata: { retry_after_s: waitS } });
}

/** What was asked for is said, so that whoever gets a code they did not ask for knows what it would open. */
const ASKED_FOR: Record<Purpose, () => { subject: string; where: string; warning: string }> = {
  console: () => ({
    subject: "Your code for the Bankside Console",
    where: `on the page that asked for it: ${env().baseUrl}/sign-in`,
    warning: "You did not ask for it? Then somebody typed your address, and nothing happens without the code.",
  }),
  api: () => ({
    subject: "Your code for the Bankside API",
    where: "in the program that asked for it. It lets that program act in your name.",
    warning: "You did not ask for it? Then somebody typed your address, and nothing happens without the code.",
  }),
  verify: () => ({
    subject: "Confirm that it is you",
    where:
      "in the Console's window that asked for it. Somebody who is signed in as you is about to do what needs care.",
    warning: `It was not you? Then do not pass it on, and sign out everywhere: ${env().baseUrl}/account`,
  }),
};

function mailOf(purpose: Purpose, code: string): { subject: string; text: string } {
  const { subject, where, warning } = ASKED_FOR[purpose]();
  const minutes = CODE_TTL_S / 60;
  return {
    subject,
    text: [`${subject}:`, "", code, "", `It works once, for ${minutes} minutes, ${where}`, warning].join("\n"),
  };
}
