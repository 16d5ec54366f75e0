import { Secret, TOTP } from "otpauth";
import { now } from "../../lib/clock";

/** RFC 6238 with the parameters that every authenticator app supports: SHA-1, six digits, 30 seconds. */
const STEP_S = 30;
export const TOTP_DIGITS = 6;
const SECRET_BYTES = 20;
/** A clock may be one step off (RFC 6238 §5.2). */
const WINDOW_STEPS = 1;

/** A new secret for an app, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

function totpOf(secret: string, email = ""): TOTP {
  return new TOTP({ issuer: "Bankside", label: email, secret, digits: TOTP_DIGITS, period: STEP_S });
}

/** The URI in the QR code (Key URI format). */
export function totpUri(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

/** The time step of a code: the current one, the one before or the one after; null: the code matches none. */
export function totpStep(secret: string, code: string): number | null {
  const timestamp = now().getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW_STEPS });
  return delta === null ? null : Math.floor(timestamp / 1000 / STEP_S) + delta;
}
