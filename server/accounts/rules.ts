import { invalidField } from "../lib/errors";

/** A user who returns from the bank later is refused, as for payments. */
export const ANSWER_WITHIN_S = 30 * 60;
/** Unfinished renewals of one account within ANSWER_WITHIN_S: each may ask the account holder in the bank's app. */
export const MAX_OPEN_RENEWALS = 10;
/** The Console suggests renewing a consent that ends within this time. */
export const ENDS_SOON_DAYS = 7;
/** Unattended reads of an account per day that a bank must allow (RTS on SCA, Article 36(5)(b)). */
export const READS_PER_DAY = 4;
/** A validity from this year on means "no end": the standard requests the longest validity as 9999-12-31. */
const NO_END_YEAR = 9000;

const ROLE = /^[a-z][a-z0-9_-]{0,31}$/;
const MAX_ROLES = 8;
/** The order in lists; the operator's own roles come last. */
const ROLE_ORDER = ["receiving", "settlement", "refund"];

/** A service of account information; banks count the reads of each separately. */
export type AccountService = "accounts" | "balances" | "transactions";

/**
 * Validates an account's roles and returns them without duplicates, well-known roles first.
 * @throws AppError VALIDATION_ERROR on `roles`
 */
export function checkRoles(given: readonly string[]): string[] {
  const roles = [...new Set(given.map((role) => role.trim()))];
  if (roles.length === 0 || roles.length > MAX_ROLES) throw invalidField("roles", `Choose 1 to ${MAX_ROLES} roles.`);
  const odd = roles.find((role) => !ROLE.test(role));
  if (odd !== undefined)
    throw invalidField("roles", `"${odd}" is not a role. Use lower-case letters, digits, - and _, at most 32.`);
  return sortRoles(roles);
}

export function sortRoles(roles: readonly string[]): string[] {
  return [...roles].sort((a, b) => rankOf(a) - rankOf(b) || a.localeCompare(b, "en"));
}

/** A role's position in lists: 0 is first. */
export function rankOf(role: string): number {
  const at = ROLE_ORDER.indexOf(role);
  return at === -1 ? ROLE_ORDER.length : at;
}

/** When a consent ends, by the bank's `validUntil`; a date includes its day. Null: no end, or an unreadable one. */
export function endOf(validUntil: string | undefined): Date | null {
  if (validUntil === undefined) return null;
  const end = new Date(/^\d{4}-\d{2}-\d{2}$/.test(validUntil) ? `${validUntil}T23:59:59.999Z` : validUntil);
  return Number.isNaN(end.getTime()) || end.getUTCFullYear() >= NO_END_YEAR ? null : end;
}

/** An account's access, for people. `corporate`: by the operator's agreement with the bank, without an end. */
export type Access =
  | { kind: "corporate" }
  | { kind: "none" }
  | { kind: "valid"; validUntil: Date | null; endsSoon: boolean }
  | { kind: "over"; state: "expired" | "revoked"; endedAt: Date | null };

type GrantedConsent = { state: string; isOver: boolean; endsSoon: boolean } & Record<
  "validUntil" | "endedAt",
  Date | null
>;

/** The access that an account's last granted consent gives. `isOver`: by the database's clock. */
export function accessOf(consent: GrantedConsent | null): Exclude<Access, { kind: "corporate" }> {
  if (!consent) return { kind: "none" };
  const { state, validUntil, endedAt, isOver, endsSoon } = consent;
  if (state === "valid" && !isOver) return { kind: "valid", validUntil, endsSoon };
  if (state === "revoked") return { kind: "over", state, endedAt };
  // The job records an expiry after `validUntil`, on the next day. An earlier end is the bank's.
  const isReached = validUntil !== null && (endedAt === null || validUntil < endedAt);
  return { kind: "over", state: "expired", endedAt: isReached ? validUntil : endedAt };
}
