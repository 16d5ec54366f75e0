import type { Ctx } from "../../lib/context";
import { db } from "../../lib/db";
import { AppError } from "../../lib/errors";
import type { TokenRequest, TokenSet } from "../schema";
import { answerChallenge } from "../sign-in/answer-challenge";
import { startSignIn } from "../sign-in/start-sign-in";
import { findAddress } from "../users/user-store";
import { completeGrantTwoFactor, continueGrant, findGrantChallenge, tokensOrChallenge } from "./grant-two-factor";

const GRANT = "magic_code";
type MagicCode = Extract<TokenRequest, { grant_type: typeof GRANT }>;

/**
 * Two calls: without a code, one is mailed and the response is the challenge; with the code and the challenge's id, the
 * response is a token set. Where the user has a second factor, the second call returns a challenge of the type `totp`,
 * and a third call sends the app's code. The rules are those of the Console's sign-in, but its challenges are not valid
 * here.
 * @throws AppError CHALLENGE_REQUIRED (metadata.challenge), UNAUTHORIZED (metadata.tries_left), FORBIDDEN,
 *   TOO_MANY_REQUESTS
 */
export async function grantMagicCode(
  ctx: Ctx,
  { email: typed, code, challenge_id, ctx: wanted }: MagicCode,
): Promise<TokenSet> {
  if (code === undefined || challenge_id === undefined) {
    // The challenge is committed before the error is thrown, so that it can be answered.
    const { challengeId, expiresAt } = await startSignIn(ctx, { email: typed, purpose: "api" });
    const challenge = { id: challengeId, type: "email_code", expires_at: expiresAt.toISOString() };
    throw new AppError("CHALLENGE_REQUIRED", { metadata: { challenge } });
  }
  const email = (await findAddress(db(), typed)) ?? "";
  const second = await findGrantChallenge(challenge_id, GRANT);
  if (second?.email === email) return completeGrantTwoFactor(ctx, second, { code, wanted, grant: GRANT });
  const answer = { challengeId: challenge_id, code, email, purpose: "api" } as const;
  const first = await answerChallenge(ctx, answer, (tx, user) =>
    continueGrant(tx, ctx, user, { wanted, grant: GRANT }),
  );
  return tokensOrChallenge(first);
}
