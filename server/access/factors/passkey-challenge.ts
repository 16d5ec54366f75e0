import { createHmac, hkdfSync, randomBytes } from "node:crypto";
import { now } from "../../lib/clock";
import { equalInConstantTime } from "../../lib/crypto";
import { env } from "../../lib/env";

/** For so long a browser may show its question: people look for a phone, or a key in a drawer. */
export const PASSKEY_CHALLENGE_TTL_S = 5 * 60;

const NONCE_BYTES = 16;
const TIME_BYTES = 8;
const MAC_BYTES = 32;
const KEY_BYTES = 32;

/** What a passkey is asked for: to come in, to confirm an act within a session, or to be added within one. */
export type PasskeyPurpose = { kind: "sign-in" } | { kind: "verify" | "add"; sessionId: string };

function macOf(purpose: PasskeyPurpose, body: Uint8Array): Buffer {
  const key = Buffer.from(hkdfSync("sha256", env().nextauthSecret, "", "passkey challenge", KEY_BYTES));
  const bound = purpose.kind === "sign-in" ? purpose.kind : `${purpose.kind} ${purpose.sessionId}`;
  return createHmac("sha256", key).update(`${bound}\0`).update(body).digest();
}

/**
 * A challenge for WebAuthn: 128 random bits, its end, and our seal on both, bound to what it is for. It needs no row before it
 * is answered, so that nobody fills a table by asking.
 */
export function newPasskeyChallenge(purpose: PasskeyPurpose): Uint8Array<ArrayBuffer> {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeBigUInt64BE(BigInt(now().getTime() + PASSKEY_CHALLENGE_TTL_S * 1000));
  const body = Buffer.concat([randomBytes(NONCE_BYTES), time]);
  return new Uint8Array(Buffer.concat([body, macOf(purpose, body)]));
}

/** Whether the challenge is one of ours for that purpose, and when it ends; null when it is not. Whether it is over says the database. */
export function readPasskeyChallenge(purpose: PasskeyPurpose, challenge: string): { expiresAt: Date } | null {
  const bytes = Buffer.from(challenge, "base64url");
  if (bytes.length !== NONCE_BYTES + TIME_BYTES + MAC_BYTES) return null;
  const body = bytes.subarray(0, NONCE_BYTES + TIME_BYTES);
  if (!equalInConstantTime(bytes.subarray(body.length), macOf(purpose, body))) return null;
  return { expiresAt: new Date(Number(body.readBigUInt64BE(NONCE_BYTES))) };
}
