import { randomUUID } from "node:crypto";
import type { Ctx } from "../../lib/context";
import { sha256 } from "../../lib/crypto";
import { db, type Tx } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { newId } from "../../lib/ids";
import { findPending, hasAuthenticatorApp, insertPending, spendPending } from "../mfa/factor-store";
import { verifySecondFactor } from "../mfa/verify-second-factor";
import { pickRole } from "../rules";
import type { TokenSet } from "../schema";
import { TWO_FACTOR_TTL_S, unknownRequester } from "../sign-in/sign-in-rules";
import { findUserById, lockActiveUserById, type SignedInUser } from "../users/user-store";
import { issueUserToken, noRoleInContext, type UserGrant } from "./issue-user-token";

/** The result of a grant's first factor: a token set, or the challenge of the second factor. */
type FirstFactorOutcome = { tokens: TokenSet } | { challenge: { id: string; expiresAt: Date } };

/** The challenge's id alone identifies the passed first factor: 122 random bits, stored as a hash. */
const hashOf = (challengeId: string) => sha256(`api ${challengeId.toLowerCase()}`);

/**
 * Continues after a grant's first factor, with the user locked in its transaction: a token set, or the challenge of the
 * second factor where the user has one.
 * @throws AppError FORBIDDEN for a role that they do not hold
 */
export async function continueGrant(
  tx: Tx,
  ctx: Ctx,
  user: SignedInUser,
  input: UserGrant,
): Promise<FirstFactorOutcome> {
  if (!(await hasAuthenticatorApp(tx, user.id))) {
    return { tokens: await issueUserToken(tx, ctx, user, { ...input, twoFactor: false }) };
  }
  if (!pickRole(user.memberships, input.wanted)) throw noRoleInContext();
  const challengeId = randomUUID();
  const { expiresAt } = await insertPending(tx, {
    id: newId(),
    tokenHash: hashOf(challengeId),
    userId: user.id,
    way: input.grant,
    purpose: "api",
    ttlS: TWO_FACTOR_TTL_S,
  });
  return { challenge: { id: challengeId, expiresAt } };
}

/**
 * Returns the token set. For a second factor it throws the challenge, after the challenge was committed.
 * @throws AppError CHALLENGE_REQUIRED
 */
export function tokensOrChallenge(outcome: FirstFactorOutcome): TokenSet {
  if ("tokens" in outcome) return outcome.tokens;
  const { id, expiresAt } = outcome.challenge;
  throw new AppError("CHALLENGE_REQUIRED", {
    message: "This account uses two-factor authentication: send the code of its authenticator app with this challenge.",
    metadata: { challenge: { id, type: "totp", expires_at: expiresAt.toISOString() } },
  });
}

/** The user of a two-factor challenge that can still be answered; null: not a two-factor challenge, or expired. */
export async function findGrantChallenge(
  challengeId: string,
  grant: UserGrant["grant"],
): Promise<{ id: string; userId: string; email: string } | null> {
  const pending = await findPending(db(), "api", hashOf(challengeId));
  const user = pending?.way === grant ? await findUserById(db(), pending.userId) : null;
  return pending && user && { id: pending.id, userId: user.id, email: user.email };
}

/**
 * Verifies a grant's second factor, an app's code, and issues the token set in the transaction that spends both
 * factors.
 * @throws AppError UNAUTHORIZED (metadata.tries_left), FORBIDDEN, TOO_MANY_REQUESTS
 */
export function completeGrantTwoFactor(
  ctx: Ctx,
  challenge: { id: string; userId: string; email: string },
  { code, ...input }: UserGrant & { code: string },
): Promise<TokenSet> {
  const { id, userId, email } = challenge;
  const step = { userId, email, typed: code, requester: unknownRequester(ctx.ip), sitting: `pending:${id}` };
  return verifySecondFactor(ctx, step, async (tx) => {
    const user = await lockActiveUserById(tx, userId);
    if (!user || !(await spendPending(tx, id))) throw new AppError("UNAUTHORIZED", { metadata: { tries_left: 0 } });
    return issueUserToken(tx, ctx, user, { ...input, twoFactor: true });
  });
}
