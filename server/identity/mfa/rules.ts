import { randomInt } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { now } from "../../lib/clock";
import { keyedHashes } from "../../lib/crypto";
import { invalidField } from "../../lib/errors";

export const MAX_PASSKEYS = 20;
const MAX_NAME = 60;

/** RFC 6238 with the parameters that every authenticator app supports: SHA-1, six digits, 30 seconds. */
const STEP_S = 30;
const DIGITS = 6;
const SECRET_BYTES = 20;
/** A clock may be one step off (RFC 6238 §5.2). */
const WINDOW_STEPS = 1;

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
  if (!name || name.length > MAX_NAME) throw invalidField("name", `1 to ${MAX_NAME} characters`);
  return name;
}

/** A new secret for an app, in base32. */
export function newAppSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

function totpOf(secret: string, email = ""): TOTP {
  return new TOTP({ issuer: "Bankside", label: email, secret, digits: DIGITS, period: STEP_S });
}

/** The address in the QR code (Key URI format). */
export function appAddress(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

/** The time step of a code: the current one, the one before or the one after; null: the code matches none. */
export function stepOfCode(secret: string, code: string): number | null {
  const timestamp = now().getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW_STEPS });
  return delta === null ? null : Math.floor(timestamp / 1000 / STEP_S) + delta;
}

/**
 * What the user typed as a second factor: an app's code, a recovery code, or (null) neither. Spaces, dashes and lower
 * case are accepted.
 */
export function parseSecondFactor(typed: string): { kind: "app" | "recovery"; code: string } | null {
  const code = typed.replace(/[\s-]/g, "").toUpperCase();
  if (new RegExp(`^\\d{${DIGITS}}$`).test(code)) return { kind: "app", code };
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
