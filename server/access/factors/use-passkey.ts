import { generateAuthenticationOptions, verifyAuthenticationResponse } from "@simplewebauthn/server";
import { isoBase64URL } from "@simplewebauthn/server/helpers";
import { sha256 } from "../../lib/crypto";
import { db, type Tx } from "../../lib/db";
import { env } from "../../lib/env";
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

/** What the browser is told to ask a passkey for (WebAuthn Level 2 §5.5, as JSON). */
export type PasskeyRequest = Awaited<ReturnType<typeof generateAuthenticationOptions>>;

/** A passkey belongs to this host name: at another one browsers do not show it. */
export function relyingParty(): { rpID: string; origin: string } {
  const { baseUrl } = env();
  return { rpID: new URL(baseUrl).hostname, origin: baseUrl };
}

/** Asks for a passkey to come in with: whichever the person has. No address is given, so none is told. */
export function askForPasskey(): Promise<PasskeyRequest> {
  return requestOf({ kind: "sign-in" }, []);
}

/** Asks for one of the user's own, to confirm an act within a session. */
export async function askForOwnPasskey(userId: string, sessionId: string): Promise<PasskeyRequest> {
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

/** A passkey's answer that holds: whose it is, and how it is spent in the transaction that begins what it is good for. */
export type AcceptedPasskey = { userId: string; spend: (tx: Tx) => Promise<void> };

/**
 * Checks a passkey's answer (WebAuthn Level 2 §7.2): our challenge for that purpose, our origin and host name, the user
 * verified by the device, the signature, the counter. An unknown passkey and a wrong answer are the same failure.
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
    // The library tells every way in which an answer can be wrong by throwing; which one it was goes to the log alone.
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
  return new AppError("UNAUTHORIZED", { message: "This passkey was not accepted. Try again, or come in by a code." });
}
