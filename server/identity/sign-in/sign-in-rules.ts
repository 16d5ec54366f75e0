import { randomInt } from "node:crypto";
import type { Scope } from "../../lib/context";
import { hmacSha256Hex } from "../../lib/crypto";
import { networkOf } from "../../lib/net/networks";
import { isUrl } from "../../lib/net/parse-url";

/** Source: the service contract, "Tokens", magic_code. */
export const CODE_TTL_S = 10 * 60;
export const CODE_LENGTH = 6;
export const MAX_TRIES = 5;
/** Unused codes for one account within an hour, per requester: a known browser, a session, or an unknown address. */
export const MAX_CODES_PER_REQUESTER = 10;
/**
 * The same for all unknown requesters together. Beyond it passkeys, Google, known browsers and sessions still work.
 * With five tries a code this allows 100 guesses an hour at 30 bits: one chance in 1,200 in a year.
 */
export const MAX_CODES_OF_UNKNOWN = 20;
/**
 * The same for one unknown IP address over all accounts, so that one machine can't flood the mailboxes of all accounts.
 * An office or a proxy may share an address, so the limit is high.
 */
export const MAX_CODES_PER_SITE = 300;
export const CODES_WINDOW_S = 60 * 60;
/** The purpose of a code: a Console sign-in, an API token, or a step-up. A code works for its own purpose only. */
export type Purpose = "console" | "api" | "verify";
/** The time to give the second factor after the first. */
export const TWO_FACTOR_TTL_S = 10 * 60;
/** Life of a Console session, independent of its use: one working day. */
export const SESSION_TTL_S = 12 * 60 * 60;

/** Why a session is over: its 12 hours, or something before they were over. */
export type SessionEnd = "expired" | "ended";

/** Why a session that would have lasted until `endsAt` (ISO 8601, from a cookie) is gone; null: not a time. */
export function sessionEndOf(endsAt: string, at: Date): SessionEnd | null {
  const end = Date.parse(endsAt);
  if (Number.isNaN(end)) return null;
  return end <= at.getTime() ? "expired" : "ended";
}

/** Without 0, 1, I and O, which are easily confused. 32 characters, so a code has 30 bits. */
const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** A new code of six characters. */
export function newCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

/** Codes may be typed in lower case and with spaces. */
export function normaliseCode(typed: string): string {
  return typed.replace(/[\s-]/g, "").toUpperCase();
}

/**
 * The stored hash of a code. Keyed, because all 30-bit codes can be tried against a plain hash; bound to its challenge,
 * so that equal codes have different hashes.
 */
export function hashCode(key: string, challengeId: string, code: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(hmacSha256Hex(key, `${challengeId}:${code}`), "hex"));
}

/** The token in the browser's cookie that recognises it; null: no cookie. */
export type Browser = { deviceToken: string | null };

/** The prefix of a requester who is identified by IP address only. */
export const UNKNOWN_PREFIX = "stranger ";

/** A requester who is identified by IP address only; for IPv6 by its /64, which is one subscriber. */
export function unknownRequester(ip: string | null): string {
  return `${UNKNOWN_PREFIX}${networkOf(ip)}`;
}

/** The scopes of a role. Empty: all. An unknown role may only read. */
export function scopesOfRole(role: string): readonly Scope[] {
  if (role === "owner" || role === "admin" || role === "developer") return [];
  return role === "finance" || role === "visitor" ? ["read", "payments"] : ["read"];
}

/** The sections allowed as a return path after sign-in. Excluded: the API, the checkout, the outbox. */
const RETURN_PATH = /^\/(?:console|operator|acting|account|invitation|open|docs)(?:\/|$)/;

/** A cookie holds the path, escaped or sealed: at most 4,000 bytes. Browsers drop one of over 4,096 (RFC 6265bis §5.6). */
const MAX_RETURN_PATH = 2_400;

/** The given path if it is an allowed return path, otherwise the Console's home page. */
export function safeReturnPath(given: string | null | undefined): string {
  const fallback = "/console";
  // `//` or a backslash, which browsers read as a slash, would lead to another host.
  if (!given || !RETURN_PATH.test(given.split(/[?]/, 1)[0] ?? "") || /[\\\p{C}]/u.test(given)) return fallback;
  const base = "http://console.invalid";
  const url = isUrl(given, base) ? new URL(given, base) : null;
  if (url?.origin !== base || !RETURN_PATH.test(url.pathname)) return fallback;
  const path = url.pathname + url.search;
  return path.length <= MAX_RETURN_PATH ? path : fallback;
}
