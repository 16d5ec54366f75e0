/** Validity of an access token (spec, "Limits"). */
export const ACCESS_TOKEN_TTL_S = 900;
/** A token family lives this long from its first issue. */
export const TOKEN_FAMILY_TTL_S = 24 * 60 * 60;
/** For this long a used refresh token still answers, with the same successor: a lost answer can be asked again. */
const REFRESH_GRACE_S = 60;

/** Refresh token seen → what to do (contract, "Tokens"). `usedForS` is null for one that was never used. */
export function refreshDecision(token: {
  active: boolean;
  usedForS: number | null;
}): "rotate" | "repeat" | "reuse" | "refuse" {
  if (!token.active) return "refuse";
  if (token.usedForS === null) return "rotate";
  return token.usedForS <= REFRESH_GRACE_S ? "repeat" : "reuse";
}

export const USER_ROLES = ["owner", "admin", "developer", "finance", "viewer"] as const;
export type UserRole = (typeof USER_ROLES)[number];
