import { randomInt } from "node:crypto";
import type { Scope } from "../lib/context";
import { hmacSha256Hex } from "../lib/crypto";
import { networkOf } from "../lib/networks";
import { isUrl } from "../lib/parse-url";

/** Source of these bounds: the service contract, "Tokens", magic_code. */
export const CODE_TTL_S = 10 * 60;
export const CODE_LENGTH = 6;
export const MAX_TRIES = 5;
/**
 * Codes for one account within the hour that were asked for and not used, for each who asks: a known browser, a session, or
 * an address of which nothing is known.
 */
export const MAX_CODES_PER_REQUESTER = 10;
/**
 * The same for all together of whom nothing is known. Past it passkeys, Google, known browsers and sessions still work. With
 * five tries a code that is 100 guesses an hour at 30 bits: one chance in 1,200 in a year of it.
 */
export const MAX_CODES_OF_STRANGERS = 20;
/**
 * The same of one address over all accounts, for strangers alone. Wide, because an office or a proxy may share it: it stops
 * one machine from filling the mailboxes of every account it knows.
 */
export const MAX_CODES_PER_SITE = 300;
export const CODES_WINDOW_S = 60 * 60;
/**
 * What a code is good for: coming into the Console, a token for a program, or confirming a dangerous act. One mailed for
 * the one is none for the others.
 */
export type Purpose = "console" | "api" | "verify";
/** For so long a second step may follow the first. */
export const SECOND_STEP_TTL_S = 10 * 60;
/** A sign-in to the Console. It ends by itself after a working day, however much it is used. */
export const SESSION_TTL_S = 12 * 60 * 60;

/** No 0, 1, I or O: what is read aloud or typed from a phone is not mistaken. 32 characters, so 30 bits a code. */
const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** A new code of six characters. */
export function newCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

/** As people type it: small letters and spaces are fine. */
export function normaliseCode(typed: string): string {
  return typed.replace(/[\s-]/g, "").toUpperCase();
}

/**
 * What is stored of a code. Keyed, because 30 bits could be tried out against a plain hash; bound to its challenge, so
 * that equal codes do not look alike.
 */
export function hashCode(key: string, challengeId: string, code: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(hmacSha256Hex(key, `${challengeId}:${code}`), "hex"));
}

/**
 * The token in the browser's own cookie, by which it is known again; null: it keeps none. `formerToken`: of the cookie that
 * browsers were given before it was tied to this host.
 */
export type Browser = { deviceToken: string | null; formerToken?: string | null };

/** How a requester begins who is known by the address alone. */
export const STRANGER_PREFIX = "stranger ";

/** Somebody of whom nothing is known but the address; for IPv6 its /64, which is one subscriber. */
export function strangerOf(ip: string | null): string {
  return `${STRANGER_PREFIX}${networkOf(ip)}`;
}

/** What a role may do, as scopes of a caller. Empty: everything. An unknown role may only read. */
export function scopesOfRole(role: string): readonly Scope[] {
  if (role === "owner" || role === "admin" || role === "developer") return [];
  return role === "finance" ? ["read", "payments"] : ["read"];
}

/** The sections that one may go back to. Beside them, nothing: not the API, not the shoppers' pages, not the outbox. */
const RETURN_PATH = /^\/(?:console|operator|acting|account|invitation)(?:\/|$)/;

/** A path of our own to go to after signing in; anything else is the Console's front page. */
export function safeReturnPath(given: string | null | undefined): string {
  const fallback = "/console";
  // Two slashes, or a backslash, which browsers read as a slash, would begin another host.
  if (!given || !RETURN_PATH.test(given.split(/[?]/, 1)[0] ?? "") || /[\\\p{C}]/u.test(given)) return fallback;
  const base = "http://console.invalid";
  const url = isUrl(given, base) ? new URL(given, base) : null;
  return url?.origin === base && RETURN_PATH.test(url.pathname) ? url.pathname + url.search : fallback;
}
