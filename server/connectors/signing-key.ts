import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import { calculateJwkThumbprint, exportJWK, type JWK } from "jose";
import { findSigningKey, keepSigningKey, type StoredSigningKey } from "./signing-key-store";

/** What the key is used with: RSASSA-PSS with SHA-256 (RFC 7518 §3.5), as UK Open Banking and FAPI 1.0 demand. */
export const SIGNING_ALGORITHM = "PS256";
const MODULUS_BITS = 2048;
const NAME = "installation";

export type SigningKey = { keyId: string; privateKey: KeyObject };

let kept: Promise<SigningKey> | undefined;

/**
 * The installation's own signing key: made at its first use, stored sealed, in memory from then on. Only simulated banks
 * know it; for live ones the operator names a file. `keyId` is the thumbprint of its public half (RFC 7638).
 */
export function installationSigningKey(): Promise<SigningKey> {
  if (kept) return kept;
  const loading = load();
  kept = loading;
  // A database that was away for a moment must not be remembered as a key that there is not.
  loading.catch(() => {
    kept = undefined;
  });
  return loading;
}

async function load(): Promise<SigningKey> {
  const { keyId, pem } = (await findSigningKey(NAME)) ?? (await keepSigningKey(NAME, await newKey()));
  return { keyId, privateKey: createPrivateKey(pem) };
}

async function newKey(): Promise<StoredSigningKey> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: MODULUS_BITS });
  const keyId = await calculateJwkThumbprint(await exportJWK(publicKey));
  return { keyId, pem: privateKey.export({ type: "pkcs8", format: "pem" }).toString() };
}

/** The public half, for whoever checks our signatures (RFC 7517 §5). */
export async function publicKeySet(): Promise<{ keys: JWK[] }> {
  const { keyId, privateKey } = await installationSigningKey();
  const { kty = "RSA", n = "", e = "" } = await exportJWK(createPublicKey(privateKey));
  return { keys: [{ kty, n, e, kid: keyId, alg: SIGNING_ALGORITHM, use: "sig" }] };
}
