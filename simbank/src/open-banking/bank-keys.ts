import { CompactSign, exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from "jose";
import { newId } from "../../../server/lib/ids";
import { findSigningKey, keepSigningKey } from "./key-store";

/** RSASSA-PSS with SHA-256 (RFC 7518 §3.5): the algorithm of UK Open Banking, for tokens and for messages. */
export const SIGNING_ALGORITHM = "PS256";
const MODULUS_BITS = 2048;

type BankKey = { keyId: string; key: CryptoKey; publicJwk: JWK };

const kept = new Map<string, Promise<BankKey>>();

/** The bank's signing key: created at its first use, stored encrypted, and cached in memory. */
function bankKey(bank: string): Promise<BankKey> {
  const known = kept.get(bank);
  if (known) return known;
  const loading = loadKey(bank);
  kept.set(bank, loading);
  loading.catch(() => kept.delete(bank));
  return loading;
}

async function loadKey(bank: string): Promise<BankKey> {
  const jwk = (await findSigningKey(bank)) ?? (await keepSigningKey(bank, await newKey()));
  const { kid: keyId = "", kty = "RSA", n = "", e = "" } = jwk;
  const key = await importJWK(jwk, SIGNING_ALGORITHM);
  if (key instanceof Uint8Array) throw new Error(`The signing key of ${bank} is no key pair.`);
  return { keyId, key, publicJwk: { kty, n, e, kid: keyId, alg: SIGNING_ALGORITHM, use: "sig" } };
}

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { modulusLength: MODULUS_BITS, extractable: true });
  return { ...(await exportJWK(privateKey)), kid: newId() };
}

/** `GET /simbank/{bank}/jwks` (RFC 7517 §5). */
export async function publicKeys(bank: string): Promise<{ keys: JWK[] }> {
  return { keys: [(await bankKey(bank)).publicJwk] };
}

/** A JWT signed by the bank. The caller sets its times as claims. */
export async function signToken(bank: string, claims: JWTPayload): Promise<string> {
  const { keyId, key } = await bankKey(bank);
  return new SignJWT(claims).setProtectedHeader({ alg: SIGNING_ALGORITHM, kid: keyId }).sign(key);
}

/** A JWS of these bytes, signed by the bank (RFC 7515, compact), with further critical header parameters. */
export async function signBytes(
  bank: string,
  bytes: Uint8Array,
  critical: Readonly<Record<string, string | number>>,
): Promise<string> {
  const { keyId, key } = await bankKey(bank);
  const names = Object.keys(critical);
  return new CompactSign(bytes)
    .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: "JOSE", kid: keyId, ...critical, crit: names })
    .sign(key, { crit: Object.fromEntries(names.map((name) => [name, true])) });
}
