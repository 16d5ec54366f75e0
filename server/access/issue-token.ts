import type { Ctx } from "../lib/context";
import { equalInConstantTime, newSecret, sha256 } from "../lib/crypto";
import { dbOf } from "../lib/db";
import { AppError } from "../lib/errors";
import { newId } from "../lib/ids";
import { ACCESS_TOKEN_TTL_S, TOKEN_FAMILY_TTL_S } from "./rules";
import type { TokenSet } from "./schema";
import { findSecretHash, insertFamily } from "./store";

export const ACCESS_TOKEN_PREFIX = "atok_";
export const REFRESH_TOKEN_PREFIX = "rtok_";

const NO_HASH = new Uint8Array(32);

/**
 * OAuth 2.0 client credentials (RFC 6749 §4.4) → a token set. The same answer, after the same work, for an unknown
 * client and a wrong secret. @throws AppError UNAUTHORIZED
 */
export async function issueToken(ctx: Ctx, input: { client_id: string; client_secret: string }): Promise<TokenSet> {
  const stored = await findSecretHash(dbOf(ctx), input.client_id);
  const matches = equalInConstantTime(sha256(input.client_secret), stored ?? NO_HASH);
  if (!stored || !matches)
    throw new AppError("UNAUTHORIZED", { message: "The client id or the client secret is wrong." });
  const accessToken = newSecret(ACCESS_TOKEN_PREFIX);
  const refreshToken = newSecret(REFRESH_TOKEN_PREFIX);
  await insertFamily(dbOf(ctx), {
    familyId: newId(),
    credentialId: input.client_id,
    accessHash: sha256(accessToken),
    accessExpiresInS: ACCESS_TOKEN_TTL_S,
    refreshHash: sha256(refreshToken),
    familyExpiresInS: TOKEN_FAMILY_TTL_S,
  });
  return tokenSetOf(accessToken, refreshToken);
}

/** The public shape of a pair of tokens. */
export function tokenSetOf(accessToken: string, refreshToken: string): TokenSet {
  return {
    access_token: accessToken,
    refresh_token: refreshToken,
    token_type: "Bearer",
    expires_in: ACCESS_TOKEN_TTL_S,
  };
}
