import { invalidField } from "../lib/errors";

/** A person comes back from the bank within this time, or the question is over (as for payments). */
export const ANSWER_WITHIN_S = 30 * 60;
/** Questions to banks about one account that may be open at once: more are not somebody who lost a window. */
export const MAX_OPEN_RENEWALS = 10;
/** A consent that ends this soon is worth renewing now. */
export const ENDS_SOON_DAYS = 7;
/** Reads of an account in a day without a person present: the most that a bank has to allow (RTS on SCA, Article 36(5)(b)). */
export const READS_PER_DAY = 4;
/** From this year on a bank means "no end": the standard's way to ask for the longest validity is 9999-12-31. */
const NO_END_YEAR = 9000;

const ROLE = /^[a-z][a-z0-9_-]{0,31}$/;
const MAX_ROLES = 8;
/** The order in which people look for accounts; roles that the operator made up come behind them. */
const ROLE_ORDER = ["receiving", "settlement", "refund"];

/** What may be asked of a bank about an account; banks count each by itself. */
export type AccountService = "accounts" | "balances" | "transactions";

/**
 * Roles of an account, each once, the well-known ones first. What a role means for payments is decided where it is used.
 * @throws AppError VALIDATION_ERROR on `roles`
 */
export function checkRoles(given: readonly string[]): string[] {
  const roles = [...new Set(given.map((role) => role.trim()))];
  if (roles.length === 0 || roles.length > MAX_ROLES) throw invalidField("roles", `1 to ${MAX_ROLES} of them`);
  const odd = roles.find((role) => !ROLE.test(role));
  if (odd !== undefined) throw invalidField("roles", `"${odd}" is none: small letters, digits, - and _, at most 32`);
  return sortRoles(roles);
}

export function sortRoles(roles: readonly string[]): string[] {
  return [...roles].sort((a, b) => rankOf(a) - rankOf(b) || a.localeCompare(b, "en"));
}

/** Where a role stands among the others: 0 is first. */
export function rankOf(role: string): number {
  const at = ROLE_ORDER.indexOf(role);
  return at === -1 ? ROLE_ORDER.length : at;
}

/** The bank's word on how long a consent holds: a date holds to its end. Null: no end, or none that can be read. */
export function endOf(validUntil: string | undefined): Date | null {
  if (validUntil === undefined) return null;
  const end = new Date(/^\d{4}-\d{2}-\d{2}$/.test(validUntil) ? `${validUntil}T23:59:59.999Z` : validUntil);
  return Number.isNaN(end.getTime()) || end.getUTCFullYear() >= NO_END_YEAR ? null : end;
}

/** How an account can be read, as people are told. `corporate`: by the operator's agreement with the bank, for ever. */
export type Access =
  | { kind: "corporate" }
  | { kind: "none" }
  | { kind: "valid"; validUntil: Date | null; endsSoon: boolean }
  | { kind: "over"; state: "expired" | "revoked"; endedAt: Date | null };

/** What the newest consent that was ever granted says about the present. `isOver`: by the database's clock. */
export function accessOf(
  consent: {
    state: string;
    validUntil: Date | null;
    endedAt: Date | null;
    isOver: boolean;
    endsSoon: boolean;
  } | null,
): Exclude<Access, { kind: "corporate" }> {
  if (!consent) return { kind: "none" };
  const { state, validUntil, endedAt, isOver, endsSoon } = consent;
  if (state === "valid" && !isOver) return { kind: "valid", validUntil, endsSoon };
  if (state === "revoked") return { kind: "over", state, endedAt };
  return { kind: "over", state: "expired", endedAt: endedAt ?? validUntil };
}
