import { newCheckedSecret, sha256 } from "../../lib/crypto";
import type { Db } from "../../lib/db";
import { newId } from "../../lib/ids";
import { ACCESS_TOKEN_TTL_S, MAX_LIVE_FAMILIES, TOKEN_FAMILY_TTL_S } from "../rules";
import type { TokenSet } from "../schema";
import { insertFamily, type TokenOwner } from "./token-store";

export const ACCESS_TOKEN_PREFIX = "atok_";
export const REFRESH_TOKEN_PREFIX = "rtok_";

/**
 * Begins a token family. Each token is 256 random bits, returned once and stored hashed. `endsInS`: of the credential;
 * null: no end. Beyond the limit of families the owner's oldest can't be refreshed any more.
 */
export async function beginFamily(db: Db, owner: TokenOwner, endsInS: number | null = null): Promise<TokenSet> {
  const accessToken = newCheckedSecret(ACCESS_TOKEN_PREFIX);
  const refreshToken = newCheckedSecret(REFRESH_TOKEN_PREFIX);
  const family = {
    id: newId(),
    owner,
    accessHash: sha256(accessToken),
    accessExpiresInS: ACCESS_TOKEN_TTL_S,
    refreshHash: sha256(refreshToken),
    expiresInS: TOKEN_FAMILY_TTL_S,
  };
  await insertFamily(db, family, MAX_LIVE_FAMILIES);
  return tokenSetOf(accessToken, refreshToken, endsInS);
}

/**
 * The token response. Tokens expire no later than their credential (`endsInS`; null: no end). `accessInS`: until the
 * access token expires.
 */
export function tokenSetOf(
  accessToken: string,
  refreshToken: string,
  endsInS: number | null,
  accessInS = ACCESS_TOKEN_TTL_S,
): TokenSet {
  return {
    access_token: accessToken,
    refresh_token: refreshToken,
    token_type: "Bearer",
    expires_in: Math.min(accessInS, endsInS ?? accessInS),
  };
}
