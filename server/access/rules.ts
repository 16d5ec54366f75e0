import type { Caller } from "../lib/context";
import { scopesOfRole } from "./sign-in-rules";

/** Validity of an access token (spec, "Limits"). */
export const ACCESS_TOKEN_TTL_S = 900;
/** A token family lives this long from its first issue. */
export const TOKEN_FAMILY_TTL_S = 24 * 60 * 60;
/** For this long a used refresh token still answers, with the same successor: a lost answer can be asked again. */
const REFRESH_GRACE_S = 60;
/** A lost answer is asked for again once or twice; a pool of workers shares one token. Each repeat is one more access token. */
export const MAX_REFRESH_REPEATS = 5;
/**
 * Families of one credential or user that can be refreshed: a new one ends the refreshing of the oldest. Programs that ask
 * for a token for every call never refresh; a pool of a hundred workers has a family each.
 */
export const MAX_LIVE_FAMILIES = 100;

/**
 * Refresh token seen → what to do (contract, "Tokens"). `usedForS` is null for one that was never used. The clock alone
 * tells a repeat from reuse: within the grace it is a repeat even when its successor has been used in turn, because requests
 * overtake one another, and what it then answers is in a grace of its own. Repeats beyond the few are refused, and no more:
 * a busy client does that to itself.
 */
export function refreshDecision(token: {
  active: boolean;
  usedForS: number | null;
  repeats: number;
}): "rotate" | "repeat" | "reuse" | "refuse" {
  if (!token.active) return "refuse";
  if (token.usedForS === null) return "rotate";
  if (token.usedForS > REFRESH_GRACE_S) return "reuse";
  return token.repeats < MAX_REFRESH_REPEATS ? "repeat" : "refuse";
}

export const USER_ROLES = ["owner", "admin", "developer", "finance", "viewer"] as const;
export type UserRole = (typeof USER_ROLES)[number];

/** Where a role holds, and a user's token acts: a merchant, a partner, or (both null) the platform. */
export type Context = { merchantId: string | null; partnerId: string | null };
export type Role = Context & { role: string };

/** `ctx` of a token request. */
export const CONTEXT_PATTERN = /^(?:global|(?:partner|merchant):[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12})$/;

/** A text of that pattern as a context. */
export function parseContext(text: string): Context {
  const [kind, id = ""] = text.toLowerCase().split(":");
  return { merchantId: kind === "merchant" ? id : null, partnerId: kind === "partner" ? id : null };
}

export function isSameContext(a: Context, b: Context): boolean {
  return a.merchantId === b.merchantId && a.partnerId === b.partnerId;
}

/**
 * The role that a user's token acts in: the one of the context asked for; none asked for, the widest (the platform, then
 * partners, then merchants; among equals the one that may do most, then the one given first, which is the order of
 * `roles`). Null: not held.
 */
export function pickRole(roles: readonly Role[], wanted: Context | undefined): Role | null {
  if (wanted) return roles.find((role) => isSameContext(role, wanted)) ?? null;
  const breadth = ({ merchantId, partnerId }: Context) => (merchantId !== null ? 2 : partnerId !== null ? 1 : 0);
  const [widest] = [...roles].sort(
    (a, b) => breadth(a) - breadth(b) || limitation(scopesOfRole(a.role)) - limitation(scopesOfRole(b.role)),
  );
  return widest ?? null;
}

/** How far scopes hold their caller back: 0 for none, which is everything; then the fewer, the more. */
function limitation(scopes: Caller["scopes"]): number {
  return scopes.length === 0 ? 0 : 1 / scopes.length;
}

/** Whom a user acts as in one of the roles that they hold. */
export function callerOfRole(userId: string, { merchantId, partnerId, role }: Role): Caller {
  const common = { actor: { kind: "user", id: userId }, scopes: scopesOfRole(role), testOnly: false } as const;
  if (merchantId !== null) return { kind: "merchant", merchantId, ...common };
  return partnerId !== null ? { kind: "partner", partnerId, ...common } : { kind: "admin", ...common };
}
