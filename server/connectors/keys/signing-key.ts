import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import { calculateJwkThumbprint, exportJWK, type JWK } from "jose";
import { findSigningKey, type StoredSigningKey, storeSigningKey } from "./signing-key-store";

/** RSASSA-PSS with SHA-256 (RFC 7518 §3.5), required by UK Open Banking and FAPI 1.0. */
export const SIGNING_ALGORITHM = "PS256";
const MODULUS_BITS = 2048;
const NAME = "installation";

export type SigningKey = { keyId: string; privateKey: KeyObject };

let kept: Promise<SigningKey> | undefined;

/**
 * The installation's own signing key: generated at its first use, stored sealed, then kept in memory. Only simulated banks
 * know it; for live banks the operator names a file. `keyId`: the public key's thumbprint (RFC 7638).
 */
export function installationSigningKey(): Promise<SigningKey> {
  if (kept) return kept;
  const loading = load();
  kept = loading;
  // A failed load is not kept, so that the next call tries again.
  loading.catch(() => {
    kept = undefined;
  });
  return loading;
}

async function load(): Promise<SigningKey> {
  const { keyId, pem } = (await findSigningKey(NAME)) ?? (await storeSigningKey(NAME, await newKey()));
  return { keyId, privateKey: createPrivateKey(pem) };
}

async function newKey(): Promise<StoredSigningKey> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: MODULUS_BITS });
  const keyId = await calculateJwkThumbprint(await exportJWK(publicKey));
  return { keyId, pem: privateKey.export({ type: "pkcs8", format: "pem" }).toString() };
}

/** The public key as a JWK Set (RFC 7517 §5). */
export async function publicKeySet(): Promise<{ keys: JWK[] }> {
  const { keyId, privateKey } = await installationSigningKey();
  const { kty = "RSA", n = "", e = "" } = await exportJWK(createPublicKey(privateKey));
  return { keys: [{ kty, n, e, kid: keyId, alg: SIGNING_ALGORITHM, use: "sig" }] };
}
