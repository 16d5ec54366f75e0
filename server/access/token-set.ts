import { newSecret, sha256 } from "../lib/crypto";
import type { Db } from "../lib/db";
import { newId } from "../lib/ids";
import { ACCESS_TOKEN_TTL_S, MAX_LIVE_FAMILIES, TOKEN_FAMILY_TTL_S } from "./rules";
import type { TokenSet } from "./schema";
import { endOldestFamilies, insertFamily, type TokenOwner } from "./token-store";

export const ACCESS_TOKEN_PREFIX = "atok_";
export const REFRESH_TOKEN_PREFIX = "rtok_";

/**
 * Begins a family of tokens. Each is 256 random bits, answered once and stored hashed. Beyond the bound on live families the
 * owner's oldest can be refreshed no more.
 */
export async function beginFamily(db: Db, owner: TokenOwner): Promise<TokenSet> {
  const accessToken = newSecret(ACCESS_TOKEN_PREFIX);
  const refreshToken = newSecret(REFRESH_TOKEN_PREFIX);
  await insertFamily(db, {
    id: newId(),
    owner,
    accessHash: sha256(accessToken),
    accessExpiresInS: ACCESS_TOKEN_TTL_S,
    refreshHash: sha256(refreshToken),
    expiresInS: TOKEN_FAMILY_TTL_S,
  });
  await endOldestFamilies(db, owner, MAX_LIVE_FAMILIES);
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
