import { env } from "../../lib/config/env";
import type { Ctx } from "../../lib/context";
import { db, inTransaction } from "../../lib/db";
import { AppError } from "../../lib/errors";
import type { TokenRequest, TokenSet } from "../schema";
import { findAddress, lockActiveUser } from "../users/user-store";
import { completeGrantTwoFactor, continueGrant, findGrantChallenge, tokensOrChallenge } from "./grant-two-factor";
import { verifyIdToken } from "./verify-id-token";

const GRANT = "google_id_token";
type GoogleIdToken = Extract<TokenRequest, { grant_type: typeof GRANT }>;

/**
 * Exchanges an id_token of the configured issuer for a token set of the user of its verified address. An id_token can
 * be sent again until it expires, because a response can be lost. An invalid id_token, an unknown address and a
 * disabled user are the same error. Where the user has a second factor, the response is its challenge, and a second
 * call sends the app's code with the id_token.
 * @throws AppError INVALID_INPUT where no client id is configured, CHALLENGE_REQUIRED (metadata.challenge),
 *   UNAUTHORIZED, FORBIDDEN, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE
 */
export async function grantGoogleIdToken(
  ctx: Ctx,
  { id_token, code, challenge_id, ctx: wanted }: GoogleIdToken,
): Promise<TokenSet> {
  const { googleIssuer: issuer, googleClientId: clientId } = env();
  if (clientId === null) {
    const errors = [{ field: "grant_type", message: "google_id_token is not configured on this installation" }];
    throw new AppError("INVALID_INPUT", { message: "The request is not valid.", metadata: { errors } });
  }
  const proved = await verifyIdToken(id_token, { issuer, clientId });
  const notAccepted = () => new AppError("UNAUTHORIZED", { message: "The id_token was not accepted." });
  if (proved && code !== undefined && challenge_id !== undefined) {
    const second = await findGrantChallenge(challenge_id, GRANT);
    if (!second || second.email !== (await findAddress(db(), proved.email))) throw notAccepted();
    return completeGrantTwoFactor(ctx, second, { code, wanted, grant: GRANT });
  }
  const first = await inTransaction(ctx, async (tx) => {
    const user = proved && (await lockActiveUser(tx, (await findAddress(tx, proved.email)) ?? ""));
    if (!user) throw notAccepted();
    return continueGrant(tx, ctx, user, { wanted, grant: GRANT });
  });
  return tokensOrChallenge(first);
}
