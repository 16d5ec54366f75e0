import type { Caller } from "../lib/context";
import { scopesOfRole } from "./sign-in/sign-in-rules";

/** Validity of an access token (spec, "Limits"). */
export const ACCESS_TOKEN_TTL_S = 900;
/** Life of a token family, from its first issue. */
export const TOKEN_FAMILY_TTL_S = 24 * 60 * 60;
/**
 * A used refresh token returns the same successor for this long, so that a client can repeat a call whose response was
 * lost.
 */
const REFRESH_GRACE_S = 60;
/**
 * Repeats with an access token of their own: a lost response takes one or two, and a pool of workers may share one
 * refresh token. Further repeats share one access token, so a loop issues no more of them.
 */
export const MAX_REFRESH_REPEATS = 5;
/**
 * Refreshable families of one credential or user: a new one makes the oldest unrefreshable. Programs that request a
 * token for every call never refresh; a pool of a hundred workers has one family each.
 */
export const MAX_LIVE_FAMILIES = 100;

/**
 * The decision on a refresh token (contract, "Tokens"). `usedForS`: seconds since the first use; null: unused. Only the
 * time distinguishes a repeat from reuse: within the grace period it is a repeat even when the successor was used
 * already, because requests can overtake each other; the returned successor has its own grace period.
 */
export function refreshDecision(token: {
  active: boolean;
  usedForS: number | null;
}): "rotate" | "repeat" | "reuse" | "refuse" {
  if (!token.active) return "refuse";
  if (token.usedForS === null) return "rotate";
  return token.usedForS > REFRESH_GRACE_S ? "reuse" : "repeat";
}

export const USER_ROLES = ["owner", "admin", "developer", "finance", "viewer"] as const;
export type UserRole = (typeof USER_ROLES)[number];

/** The scope of a role or of a user's token: a merchant, a partner, or (both null) the platform. */
export type Context = { merchantId: string | null; partnerId: string | null };
export type Role = Context & { role: string };

export const PLATFORM: Context = { merchantId: null, partnerId: null };

/** The pattern of `ctx` in a token request. */
export const CONTEXT_PATTERN = /^(?:global|(?:partner|merchant):[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12})$/;

/** Parses a text that matches CONTEXT_PATTERN. */
export function parseContext(text: string): Context {
  const [kind, id = ""] = text.toLowerCase().split(":");
  return { merchantId: kind === "merchant" ? id : null, partnerId: kind === "partner" ? id : null };
}

export function isSameContext(a: Context, b: Context): boolean {
  return a.merchantId === b.merchantId && a.partnerId === b.partnerId;
}

/**
 * The role of a user's token: the one in the requested context; without a request the widest (the platform, then
 * partners, then merchants; within one kind the most powerful, then the first in `roles`, which is the order of
 * creation). Null: the user doesn't hold such a role.
 */
export function pickRole(roles: readonly Role[], wanted: Context | undefined): Role | null {
  if (wanted) return roles.find((role) => isSameContext(role, wanted)) ?? null;
  const breadth = ({ merchantId, partnerId }: Context) => (merchantId !== null ? 2 : partnerId !== null ? 1 : 0);
  const [widest] = [...roles].sort(
    (a, b) => breadth(a) - breadth(b) || limitation(scopesOfRole(a.role)) - limitation(scopesOfRole(b.role)),
  );
  return widest ?? null;
}

/** How narrow scopes are, for sorting: 0 for no scopes, which allow everything; otherwise fewer scopes rank higher. */
function limitation(scopes: Caller["scopes"]): number {
  return scopes.length === 0 ? 0 : 1 / scopes.length;
}

/** The caller of a user who acts in one of their roles. */
export function callerOfRole(userId: string, { merchantId, partnerId, role }: Role): Caller {
  const common = {
    actor: { kind: "user", id: userId, ...(role === "visitor" ? { visitor: true as const } : {}) },
    scopes: scopesOfRole(role),
    testOnly: role === "visitor",
  } as const;
  if (merchantId !== null) return { kind: "merchant", merchantId, ...common };
  return partnerId !== null ? { kind: "partner", partnerId, ...common } : { kind: "admin", ...common };
}
