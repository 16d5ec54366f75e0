import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import type { PasskeyAssertion, PasskeyAttestation } from "../identity/mfa/schema";
import { env } from "../lib/config/env";

/**
 * Flags of authenticator data (WebAuthn Level 2 §6.1): user present, user verified, attested credential data included.
 */
const [PRESENT, VERIFIED, ATTACHED] = [0x01, 0x04, 0x40];

/** The faults of an answer, in tests of refusals. */
export type Wrong = { origin?: string; rpId?: string; challenge?: string; unverified?: true; counter?: number };

/** A software authenticator with one passkey: signs as a browser would let it sign. */
export type Authenticator = {
  make: (asked: { challenge: string }, wrong?: Wrong) => PasskeyAttestation;
  /** `userHandle`: as stored at the registration. */
  answer: (asked: { challenge: string }, wrong?: Wrong) => PasskeyAssertion;
};

/** `counts`: whether it has a signature counter, as device-bound passkeys have. */
export function newAuthenticator(userId: string, { counts = true } = {}): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(16);
  let uses = 0;
  const common = { id: id.toString("base64url"), rawId: id.toString("base64url"), type: "public-key" } as const;
  const dataOf = (wrong: Wrong, attached: Buffer | null): Buffer => {
    uses += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(wrong.counter ?? (counts ? uses : 0));
    const bits = PRESENT | (wrong.unverified ? 0 : VERIFIED) | (attached ? ATTACHED : 0);
    const rpId = createHash("sha256")
      .update(wrong.rpId ?? new URL(env().baseUrl).hostname)
      .digest();
    return Buffer.concat([rpId, Buffer.from([bits]), counter, attached ?? Buffer.alloc(0)]);
  };
  return {
    make: (asked, wrong = {}) => {
      // COSE (RFC 9053 §7.1): an elliptic curve key for ES256 on P-256.
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, "base64url"))],
        [-3, new Uint8Array(Buffer.from(y, "base64url"))],
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attached = Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(key)]);
      const object = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", new Uint8Array(dataOf(wrong, attached))],
      ]);
      const attestationObject = Buffer.from(isoCBOR.encode(object as never)).toString("base64url");
      const clientDataJSON = clientDataOf("webauthn.create", asked, wrong).toString("base64url");
      const response = { clientDataJSON, attestationObject, transports: ["internal"] };
      return { ...common, clientExtensionResults: {}, response };
    },
    answer: (asked, wrong = {}) => {
      const clientData = clientDataOf("webauthn.get", asked, wrong);
      const data = dataOf(wrong, null);
      const signed = Buffer.concat([data, createHash("sha256").update(clientData).digest()]);
      const response = {
        clientDataJSON: clientData.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: createSign("sha256").update(signed).sign(privateKey).toString("base64url"),
        userHandle: Buffer.from(userId).toString("base64url"),
      };
      return { ...common, clientExtensionResults: {}, response };
    },
  };
}

function clientDataOf(type: string, asked: { challenge: string }, wrong: Wrong): Buffer {
  const challenge = wrong.challenge ?? asked.challenge;
  return Buffer.from(JSON.stringify({ type, challenge, origin: wrong.origin ?? env().baseUrl, crossOrigin: false }));
}
