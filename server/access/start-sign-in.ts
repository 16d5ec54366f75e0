import type { Ctx } from "../lib/context";
import { inTransaction } from "../lib/db";
import { env } from "../lib/env";
import { AppError, invalidField } from "../lib/errors";
import { newId } from "../lib/ids";
import { queueMail } from "../mail/send-mail";
import {
  CODE_TTL_S,
  hashCode,
  MAX_CODES_PER_REQUESTER,
  newCode,
  normaliseEmail,
  REQUESTER_WINDOW_S,
  requesterOf,
} from "./sign-in-rules";
import { countChallengesOf, findActiveUser, insertChallenge } from "./user-store";

export type StartedSignIn = { challengeId: string; expiresAt: Date };

/**
 * Begins signing in by magic code. The answer is the same whether or not the address has an account here; only then is
 * a code mailed. Each call is a challenge of its own, and none disturbs another's.
 * @throws AppError VALIDATION_ERROR on `email`, TOO_MANY_REQUESTS (metadata.retry_after_s)
 */
export async function startSignIn(ctx: Ctx, input: { email: string }): Promise<StartedSignIn> {
  const email = normaliseEmail(input.email);
  if (!email) throw invalidField("email", "This is not a mail address.");
  const requester = requesterOf(ctx.ip);
  const challengeId = newId();
  const code = newCode();
  return inTransaction(ctx, async (tx) => {
    if ((await countChallengesOf(tx, requester, REQUESTER_WINDOW_S)) >= MAX_CODES_PER_REQUESTER) {
      throw new AppError("TOO_MANY_REQUESTS", { metadata: { retry_after_s: REQUESTER_WINDOW_S } });
    }
    const codeHash = hashCode(env().nextauthSecret, challengeId, code);
    const { expiresAt } = await insertChallenge(tx, { id: challengeId, email, codeHash, requester, ttlS: CODE_TTL_S });
    const user = await findActiveUser(tx, email);
    if (user)
      await queueMail(tx, { recipient: email, subject: "Your code for the Bankside Console", text: textOf(code) });
    return { challengeId, expiresAt };
  });
}

function textOf(code: string): string {
  return [
    "Your code for the Bankside Console:",
    "",
    code,
    "",
    `It works once, for ${CODE_TTL_S / 60} minutes, on the page that asked for it: ${env().baseUrl}/sign-in`,
    "You did not ask for it? Then somebody typed your address, and nothing happens without the code.",
  ].join("\n");
}
