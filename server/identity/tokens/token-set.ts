import { now } from "../../lib/clock";
import { newCheckedSecret, sha256 } from "../../lib/crypto";
import type { Db } from "../../lib/db";
import { newId } from "../../lib/ids";
import { ACCESS_TOKEN_TTL_S, MAX_LIVE_FAMILIES, TOKEN_FAMILY_TTL_S } from "../rules";
import type { TokenSet } from "../schema";
import { insertFamilies, type NewFamily } from "./family-store";
import type { TokenOwner } from "./token-store";

export const ACCESS_TOKEN_PREFIX = "atok_";
export const REFRESH_TOKEN_PREFIX = "rtok_";

/**
 * Begins a token family. Each token is 256 random bits, returned once and stored hashed. `endsInS`: of the credential;
 * null: no end.
 */
export async function beginFamily(
  store: (row: NewFamily) => Promise<void>,
  owner: TokenOwner,
  endsInS: number | null = null,
): Promise<TokenSet> {
  const accessToken = newCheckedSecret(ACCESS_TOKEN_PREFIX);
  const refreshToken = newCheckedSecret(REFRESH_TOKEN_PREFIX);
  await store({
    id: newId(),
    owner,
    accessHash: sha256(accessToken),
    accessExpiresInS: ACCESS_TOKEN_TTL_S,
    refreshHash: sha256(refreshToken),
    expiresInS: TOKEN_FAMILY_TTL_S,
  });
  return tokenSetOf(accessToken, refreshToken, endsInS);
}

/** Of one owner, in one process. Meanwhile it may have more live families than the limit. */
const END_OLDEST_EVERY_MS = 1_000;
const MAX_REMEMBERED = 1_000;
const endedAtMs = new Map<string, number>();

/**
 * Stores families. Beyond the limit of families an owner's oldest can't be refreshed any more, at the latest from the first
 * token on that it gets a second later.
 */
export function storeFamilies(db: Db, rows: readonly NewFamily[]): Promise<void> {
  const owners = rows.map(({ owner }) => owner).filter(isDue);
  return insertFamilies(db, rows, { owners, max: MAX_LIVE_FAMILIES });
}

function isDue(owner: TokenOwner): boolean {
  const id = "credentialId" in owner ? owner.credentialId : owner.userId;
  const atMs = now().getTime();
  if (atMs - (endedAtMs.get(id) ?? 0) < END_OLDEST_EVERY_MS) return false;
  if (endedAtMs.size >= MAX_REMEMBERED) endedAtMs.clear();
  endedAtMs.set(id, atMs);
  return true;
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
