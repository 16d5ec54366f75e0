import { env } from "../../lib/config/env";
import { equalInConstantTime, hmacSha256Hex } from "../../lib/crypto";

/** The text differs in form from the one that a code is hashed with, so a pass is never accepted as a code. */
const signatureOf = (email: string, ends: string) =>
  hmacSha256Hex(env().nextauthSecret, `sign-in pass ${ends} ${email}`);

/**
 * A pass proves that its holder reads the mail of an address: codes that are requested with it are not limited by those
 * that strangers requested. It is no sign-in. Stateless: `<unix time of its end>.<signature>`.
 */
export function newSignInPass(email: string, endsAt: Date): string {
  const ends = String(Math.floor(endsAt.getTime() / 1000));
  return `${ends}.${signatureOf(email, ends)}`;
}

/** Whether a pass is one for this address and has not ended. */
export function isSignInPass(pass: string, email: string, at: Date): boolean {
  const [, ends = "", signature = ""] = /^(\d{1,12})\.([\da-f]{64})$/.exec(pass) ?? [];
  if (ends === "" || Number(ends) * 1000 <= at.getTime()) return false;
  return equalInConstantTime(Buffer.from(signature), Buffer.from(signatureOf(email, ends)));
}
