import type { Ctx } from "../lib/context";
import { db, inTransaction } from "../lib/db";
import { env } from "../lib/env";
import { AppError } from "../lib/errors";
import { afterGrantsFirstStep, findGrantChallenge, passGrantsSecondStep, tokensOrChallenge } from "./grant-second-step";
import type { Context } from "./rules";
import type { TokenSet } from "./schema";
import { findAddress, lockActiveUser } from "./user-store";
import { verifyIdToken } from "./verify-id-token";

const GRANT = "google_id_token";

type GoogleIdToken = {
  id_token: string;
  code?: string | undefined;
  challenge_id?: string | undefined;
  ctx?: Context | undefined;
};

/**
 * An id_token of the configured issuer → a token set of the user of its verified address. Within its life it may be sent
 * again, because an answer can be lost. One that is not accepted, an unknown address and a disabled user are the same
 * failure. Where the user has a second step, the answer is its challenge, and a second call brings the code of the app with
 * it, beside the id_token.
 * @throws AppError INVALID_INPUT where no client id is configured, CHALLENGE_REQUIRED (metadata.challenge), UNAUTHORIZED,
 *   FORBIDDEN, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE
 */
export async function grantGoogleIdToken(
  ctx: Ctx,
  { id_token, code, challenge_id, ctx: wanted }: GoogleIdToken,
): Promise<TokenSet> {
  const { googleIssuer: issuer, googleClientId: clientId } = env();
  if (clientId === null) {
    const errors = [{ field: "grant_type", message: "google_id_token is not configured here" }];
    throw new AppError("INVALID_INPUT", { message: "The request is not valid.", metadata: { errors } });
  }
  const proved = await verifyIdToken(id_token, { issuer, clientId });
  const notAccepted = () => new AppError("UNAUTHORIZED", { message: "The id_token is not accepted." });
  if (proved && code !== undefined && challenge_id !== undefined) {
    const second = await findGrantChallenge(challenge_id, GRANT);
    if (!second || second.email !== (await findAddress(db(), proved.email))) throw notAccepted();
    return passGrantsSecondStep(ctx, second, { code, wanted, grant: GRANT });
  }
  const first = await inTransaction(ctx, async (tx) => {
    const user = proved && (await lockActiveUser(tx, (await findAddress(tx, proved.email)) ?? ""));
    if (!user) throw notAccepted();
    return afterGrantsFirstStep(tx, ctx, user, { wanted, grant: GRANT });
  });
  return tokensOrChallenge(first);
}
