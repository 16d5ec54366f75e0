import { createHmac, hkdfSync, randomBytes } from "node:crypto";
import { now } from "../../lib/clock";
import { env } from "../../lib/config/env";
import { equalInConstantTime } from "../../lib/crypto";

/** Validity of a passkey challenge. 5 minutes are enough to fetch a phone or a security key. */
export const PASSKEY_CHALLENGE_TTL_S = 5 * 60;

const NONCE_BYTES = 16;
const TIME_BYTES = 8;
const MAC_BYTES = 32;
const KEY_BYTES = 32;

/** The purpose of a passkey challenge: to sign in, to step up within a session, or to add a passkey within one. */
export type PasskeyPurpose = { kind: "sign-in" } | { kind: "verify" | "add"; sessionId: string };

function macOf(purpose: PasskeyPurpose, body: Uint8Array): Buffer {
  const key = Buffer.from(hkdfSync("sha256", env().nextauthSecret, "", "passkey challenge", KEY_BYTES));
  const bound = purpose.kind === "sign-in" ? purpose.kind : `${purpose.kind} ${purpose.sessionId}`;
  return createHmac("sha256", key).update(`${bound}\0`).update(body).digest();
}

/**
 * A WebAuthn challenge: 128 random bits, its expiry, and our seal on both, bound to its purpose. No row is stored until
 * it is answered, so that requests can't fill a table.
 */
export function newPasskeyChallenge(purpose: PasskeyPurpose): Uint8Array<ArrayBuffer> {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeBigUInt64BE(BigInt(now().getTime() + PASSKEY_CHALLENGE_TTL_S * 1000));
  const body = Buffer.concat([randomBytes(NONCE_BYTES), time]);
  return new Uint8Array(Buffer.concat([body, macOf(purpose, body)]));
}

/**
 * When a challenge of ours for this purpose expires; null for any other. The caller compares it with the database's
 * clock.
 */
export function readPasskeyChallenge(purpose: PasskeyPurpose, challenge: string): { expiresAt: Date } | null {
  const bytes = Buffer.from(challenge, "base64url");
  if (bytes.length !== NONCE_BYTES + TIME_BYTES + MAC_BYTES) return null;
  const body = bytes.subarray(0, NONCE_BYTES + TIME_BYTES);
  if (!equalInConstantTime(bytes.subarray(body.length), macOf(purpose, body))) return null;
  return { expiresAt: new Date(Number(body.readBigUInt64BE(NONCE_BYTES))) };
}
