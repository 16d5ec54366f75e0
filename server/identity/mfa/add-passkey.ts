import { generateRegistrationOptions, verifyRegistrationResponse } from "@simplewebauthn/server";
import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { sha256 } from "../../lib/crypto";
import { db, inTransaction } from "../../lib/db";
import { invalidField } from "../../lib/errors";
import { newId } from "../../lib/ids";
import { log } from "../../lib/log";
import { requireLiveSession, type Session } from "../sessions/sessions";
import { notifyUser } from "../users/notify-user";
import { lockUserRow } from "../users/user-store";
import { newPasskeyChallenge, PASSKEY_CHALLENGE_TTL_S, readPasskeyChallenge } from "./passkey-challenge";
import { insertPasskey, listCredentialIds, spendPasskeyChallenge } from "./passkey-store";
import { checkFactorName, MAX_PASSKEYS } from "./rules";
import type { PasskeyAttestation } from "./schema";
import { relyingParty } from "./use-passkey";

/** The browser's creation options (WebAuthn Level 2 §5.4, as JSON). */
type PasskeyCreation = Awaited<ReturnType<typeof generateRegistrationOptions>>;

/**
 * Begins adding a passkey: discoverable, with user verification. No attestation is requested: the authenticator's maker
 * is personal data that we don't need.
 */
export async function startPasskey({ id: sessionId, user }: Session): Promise<PasskeyCreation> {
  return generateRegistrationOptions({
    rpName: "Bankside",
    rpID: relyingParty().rpID,
    userID: new Uint8Array(Buffer.from(user.id, "utf8")),
    userName: user.email,
    userDisplayName: user.name,
    challenge: newPasskeyChallenge({ kind: "add", sessionId }),
    timeout: PASSKEY_CHALLENGE_TTL_S * 1000,
    attestationType: "none",
    excludeCredentials: await listCredentialIds(db(), user.id),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/**
 * Stores the passkey that the browser created, and notifies the user of the new sign-in method.
 * @throws AppError VALIDATION_ERROR on `name` or `passkey`, UNAUTHORIZED when the session has ended in the meantime
 */
export async function addPasskey(
  ctx: Ctx,
  session: Session,
  input: { name: string; response: PasskeyAttestation },
): Promise<{ id: string; name: string }> {
  const name = checkFactorName(input.name);
  const { user } = session;
  const { challenge, expiresAt, made } = await verified(session.id, input.response);
  const { credential } = made;
  const id = newId();
  return inTransaction(ctx, async (tx) => {
    if (!(await spendPasskeyChallenge(tx, sha256(challenge), expiresAt))) throw notAccepted();
    // Signing out everywhere and a reset hold the same lock: a passkey in flight must not survive them.
    await lockUserRow(tx, user.id);
    await requireLiveSession(tx, session.id);
    const added = await insertPasskey(
      tx,
      {
        id,
        userId: user.id,
        credentialId: new Uint8Array(Buffer.from(credential.id, "base64url")),
        publicKey: new Uint8Array(credential.publicKey),
        counter: BigInt(credential.counter),
        transports: input.response.response.transports ?? [],
        synced: made.credentialDeviceType === "multiDevice",
        name,
      },
      MAX_PASSKEYS,
    );
    if (!added)
      throw invalidField("passkey", `This passkey is already registered, or you have the maximum of ${MAX_PASSKEYS}.`);
    await recordAudit(tx, ctx, { action: "passkey.added", merchantId: null, subjectId: user.id, detail: { name } });
    await notifyUser(tx, ctx, user.email, { kind: "passkey-added", name });
    return { id, name };
  });
}

async function verified(sessionId: string, response: PasskeyAttestation) {
  const { rpID, origin } = relyingParty();
  let asked: { challenge: string; expiresAt: Date } | null = null;
  const { transports, ...made } = response.response;
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, response: made },
      expectedChallenge: (challenge) => {
        const ours = readPasskeyChallenge({ kind: "add", sessionId }, challenge);
        asked = ours && { challenge, ...ours };
        return ours !== null;
      },
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
    });
    if (!registrationInfo || !asked) throw notAccepted();
    return { ...(asked as { challenge: string; expiresAt: Date }), made: registrationInfo };
  } catch (error) {
    log().info({ reason: error instanceof Error ? error.message : String(error) }, "passkey was not added");
    throw notAccepted();
  }
}

function notAccepted() {
  return invalidField("passkey", "The passkey was not accepted. Try again.");
}
