import type { Ctx } from "../lib/context";
import { inTransaction } from "../lib/db";
import { env } from "../lib/env";
import { AppError } from "../lib/errors";
import { issueUserToken } from "./issue-user-token";
import type { Context } from "./rules";
import type { TokenSet } from "./schema";
import { lockActiveUser } from "./user-store";
import { verifyIdToken } from "./verify-id-token";

/**
 * An id_token of the configured issuer → a token set of the user of its verified address. Within its life it may be sent
 * again, because an answer can be lost. One that is not accepted, an unknown address and a disabled user are the same
 * failure.
 * @throws AppError INVALID_INPUT where no client id is configured, UNAUTHORIZED, FORBIDDEN, SERVICE_UNAVAILABLE
 */
export async function grantGoogleIdToken(
  ctx: Ctx,
  input: { id_token: string; ctx?: Context | undefined },
): Promise<TokenSet> {
  const { googleIssuer: issuer, googleClientId: clientId } = env();
  if (clientId === null) {
    const errors = [{ field: "grant_type", message: "google_id_token is not configured here" }];
    throw new AppError("INVALID_INPUT", { message: "The request is not valid.", metadata: { errors } });
  }
  const proved = await verifyIdToken(input.id_token, { issuer, clientId });
  return inTransaction(ctx, async (tx) => {
    const user = proved && (await lockActiveUser(tx, proved.email));
    if (!user) throw new AppError("UNAUTHORIZED", { message: "The id_token is not accepted." });
    return issueUserToken(tx, ctx, user, { wanted: input.ctx, grant: "google_id_token" });
  });
}
