import { randomInt } from "node:crypto";
import { keyedHashes } from "../../lib/crypto";
import { invalidField } from "../../lib/errors";
import { TOTP_DIGITS } from "./totp";

export const MAX_PASSKEYS = 20;
const MAX_NAME = 60;

/** Guesses per hour and requester at an app's code. Three codes of a million are valid at any moment. */
export const MAX_TRIES_PER_REQUESTER = 10;
export const TRIES_WINDOW_S = 60 * 60;
/**
 * Guesses within a day of all unknown requesters together who have passed the first factor: an attacker who reads the
 * user's mail can use many IP addresses. With three valid codes of a million, the chance is one in 6,600 a day.
 */
export const MAX_TRIES_OF_UNKNOWN = 50;
export const UNKNOWN_WINDOW_S = 24 * 60 * 60;

export const RECOVERY_CODES = 10;
/** Ten characters out of 32: 50 bits each. */
const RECOVERY_LENGTH = 10;
const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** Checks the name of a passkey. @throws AppError VALIDATION_ERROR on `name` */
export function checkFactorName(given: string): string {
  const name = given.replace(/[\p{C}\s]+/gu, " ").trim();
  if (!name || name.length > MAX_NAME) throw invalidField("name", `Enter a name of 1 to ${MAX_NAME} characters.`);
  return name;
}

/**
 * What the user typed as a second factor: an app's code, a recovery code, or (null) neither. Spaces, dashes and lower
 * case are accepted.
 */
export function parseSecondFactor(typed: string): { kind: "app" | "recovery"; code: string } | null {
  const code = typed.replace(/[\s-]/g, "").toUpperCase();
  if (new RegExp(`^\\d{${TOTP_DIGITS}}$`).test(code)) return { kind: "app", code };
  return new RegExp(`^[${ALPHABET}]{${RECOVERY_LENGTH}}$`).test(code) ? { kind: "recovery", code } : null;
}

/** Ten new recovery codes, formatted for display. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const code = Array.from({ length: RECOVERY_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
    return `${code.slice(0, RECOVERY_LENGTH / 2)}-${code.slice(RECOVERY_LENGTH / 2)}`;
  });
}

/** The stored hashes of a recovery code, under each of our keys, the current key first; bound to the user. */
export function recoveryHashes(userId: string, code: string): ReturnType<typeof keyedHashes> {
  return keyedHashes(`${userId} ${code.replace("-", "")}`, "recovery code");
}
