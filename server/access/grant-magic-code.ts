import type { Ctx } from "../lib/context";
import { db } from "../lib/db";
import { AppError } from "../lib/errors";
import { answerChallenge } from "./answer-challenge";
import { afterGrantsFirstStep, findGrantChallenge, passGrantsSecondStep, tokensOrChallenge } from "./grant-second-step";
import type { Context } from "./rules";
import type { TokenSet } from "./schema";
import { startSignIn } from "./start-sign-in";
import { findAddress } from "./user-store";

type MagicCode = {
  email: string;
  code?: string | undefined;
  challenge_id?: string | undefined;
  ctx?: Context | undefined;
};

const GRANT = "magic_code";

/**
 * Two calls: without a code, one is mailed and the answer is the challenge; with the code and the challenge's id, a token
 * set. Where the user has a second step, the second call is answered by a challenge too, of the type `totp`, and a third
 * one brings the code of the app with it. The rules are those of the Console's sign-in, with challenges of its own.
 * @throws AppError CHALLENGE_REQUIRED (metadata.challenge), UNAUTHORIZED (metadata.tries_left), FORBIDDEN, TOO_MANY_REQUESTS
 */
export async function grantMagicCode(
  ctx: Ctx,
  { email: typed, code, challenge_id, ctx: wanted }: MagicCode,
): Promise<TokenSet> {
  if (code === undefined || challenge_id === undefined) {
    // Committed before the refusal is thrown: the challenge stands, although the answer is an error.
    const { challengeId, expiresAt } = await startSignIn(ctx, { email: typed, purpose: "api" });
    const challenge = { id: challengeId, type: "email_code", expires_at: expiresAt.toISOString() };
    throw new AppError("CHALLENGE_REQUIRED", { metadata: { challenge } });
  }
  const email = (await findAddress(db(), typed)) ?? "";
  const second = await findGrantChallenge(challenge_id, GRANT);
  if (second?.email === email) return passGrantsSecondStep(ctx, second, { code, wanted, grant: GRANT });
  const answer = { challengeId: challenge_id, code, email, purpose: "api" } as const;
  const first = await answerChallenge(ctx, answer, (tx, user) =>
    afterGrantsFirstStep(tx, ctx, user, { wanted, grant: GRANT }),
  );
  return tokensOrChallenge(first);
}
