import { generateAuthenticationOptions, verifyAuthenticationResponse } from "@simplewebauthn/server";
import { isoBase64URL } from "@simplewebauthn/server/helpers";
import { env } from "../../lib/config/env";
import { sha256 } from "../../lib/crypto";
import { db, type Tx } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { log } from "../../lib/log";
import {
  newPasskeyChallenge,
  PASSKEY_CHALLENGE_TTL_S,
  type PasskeyPurpose,
  readPasskeyChallenge,
} from "./passkey-challenge";
import { findPasskey, listCredentialIds, noteUse, type PasskeyRow, spendPasskeyChallenge } from "./passkey-store";
import type { PasskeyAssertion } from "./schema";

/** The browser's request options (WebAuthn Level 2 §5.5, as JSON). */
export type PasskeyRequest = Awaited<ReturnType<typeof generateAuthenticationOptions>>;

/** Passkeys are bound to this host name: browsers don't offer them on another one. */
export function relyingParty(): { rpID: string; origin: string } {
  const { baseUrl } = env();
  return { rpID: new URL(baseUrl).hostname, origin: baseUrl };
}

/** Request options for a sign-in with any passkey. Independent of an address, so they reveal none. */
export function passkeySignInOptions(): Promise<PasskeyRequest> {
  return requestOf({ kind: "sign-in" }, []);
}

/** Request options for one of the user's own passkeys, for a step-up within a session. */
export async function passkeyStepUpOptions(userId: string, sessionId: string): Promise<PasskeyRequest> {
  return requestOf({ kind: "verify", sessionId }, await listCredentialIds(db(), userId));
}

function requestOf(purpose: PasskeyPurpose, known: { id: string; transports: string[] }[]): Promise<PasskeyRequest> {
  return generateAuthenticationOptions({
    rpID: relyingParty().rpID,
    challenge: newPasskeyChallenge(purpose),
    userVerification: "required",
    timeout: PASSKEY_CHALLENGE_TTL_S * 1000,
    ...(known.length > 0 ? { allowCredentials: known } : {}),
  });
}

/** A verified passkey response: its user, and `spend`, which runs in the transaction that uses the proof. */
type AcceptedPasskey = { userId: string; spend: (tx: Tx) => Promise<void> };

/**
 * Checks a passkey's response (WebAuthn Level 2 §7.2): our challenge for this purpose, our origin and host name, user
 * verification, the signature, the counter. An unknown passkey and a wrong response are the same error.
 * @throws AppError UNAUTHORIZED
 */
export async function acceptPasskey(purpose: PasskeyPurpose, response: PasskeyAssertion): Promise<AcceptedPasskey> {
  const credentialId = new Uint8Array(Buffer.from(response.id, "base64url"));
  const passkey = await findPasskey(db(), credentialId);
  if (!passkey) throw notAccepted();
  const { challenge, expiresAt, newCounter } = await verified(purpose, response, passkey);
  const handle = response.response.userHandle;
  if (handle !== undefined && Buffer.from(handle, "base64url").toString("utf8") !== passkey.userId) throw notAccepted();
  return {
    userId: passkey.userId,
    spend: async (tx) => {
      if (!(await spendPasskeyChallenge(tx, sha256(challenge), expiresAt))) throw notAccepted();
      if (!(await noteUse(tx, passkey.id, BigInt(newCounter)))) throw notAccepted();
    },
  };
}

async function verified(purpose: PasskeyPurpose, response: PasskeyAssertion, passkey: PasskeyRow) {
  const { rpID, origin } = relyingParty();
  let asked: { challenge: string; expiresAt: Date } | null = null;
  try {
    const { verified: holds, authenticationInfo } = await verifyAuthenticationResponse({
      response: withoutUndefined(response),
      expectedChallenge: (challenge) => {
        const ours = readPasskeyChallenge(purpose, challenge);
        asked = ours && { challenge, ...ours };
        return ours !== null;
      },
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      credential: {
        id: isoBase64URL.fromBuffer(new Uint8Array(passkey.credentialId)),
        publicKey: new Uint8Array(passkey.publicKey),
        counter: Number(passkey.counter),
      },
    });
    if (!holds || !asked) throw notAccepted();
    return { ...(asked as { challenge: string; expiresAt: Date }), newCounter: authenticationInfo.newCounter };
  } catch (error) {
    // The library throws a different error for each kind of wrong response. The reason goes to the log only.
    log().info(
      { passkey_id: passkey.id, reason: error instanceof Error ? error.message : String(error) },
      "passkey refused",
    );
    throw notAccepted();
  }
}

function withoutUndefined({ response, ...rest }: PasskeyAssertion) {
  const { userHandle, ...signed } = response;
  return { ...rest, response: { ...signed, ...(userHandle === undefined ? {} : { userHandle }) } };
}

function notAccepted(): AppError {
  return new AppError("UNAUTHORIZED", { message: "This passkey was not accepted. Try again, or sign in with a code." });
}
