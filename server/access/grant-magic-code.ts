import type { Ctx } from "../lib/context";
import { AppError } from "../lib/errors";
import { answerChallenge } from "./answer-challenge";
import { issueUserToken } from "./issue-user-token";
import type { Context } from "./rules";
import type { TokenSet } from "./schema";
import { startSignIn } from "./start-sign-in";

type MagicCode = {
  email: string;
  code?: string | undefined;
  challenge_id?: string | undefined;
  ctx?: Context | undefined;
};

/**
 * Two calls: without a code, one is mailed and the answer is the challenge; with the code and the challenge's id, a token
 * set. The rules are those of the Console's sign-in, with challenges of its own.
 * @throws AppError CHALLENGE_REQUIRED (metadata.challenge), UNAUTHORIZED (metadata.tries_left), FORBIDDEN, TOO_MANY_REQUESTS
 */
export async function grantMagicCode(
  ctx: Ctx,
  { email, code, challenge_id, ctx: wanted }: MagicCode,
): Promise<TokenSet> {
  if (code === undefined || challenge_id === undefined) {
    // Committed before the refusal is thrown: the challenge stands, although the answer is an error.
    const { challengeId, expiresAt } = await startSignIn(ctx, { email, purpose: "api" });
    const challenge = { id: challengeId, type: "email_code", expires_at: expiresAt.toISOString() };
    throw new AppError("CHALLENGE_REQUIRED", { metadata: { challenge } });
  }
  const answer = { challengeId: challenge_id, code, email, purpose: "api" } as const;
  return answerChallenge(ctx, answer, (tx, user) => issueUserToken(tx, ctx, user, { wanted, grant: "magic_code" }));
}
