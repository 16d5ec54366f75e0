import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { crc32 } from "node:zlib";
import { type EncryptionKey, env } from "./config/env";

const SECRET_BYTES = 32;
/** 28 random bytes and a checksum of 4 bytes are 32 bytes. */
const HEX_SECRET_BYTES = 28;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FORMAT_VERSION = 1;

/** A new secret of 256 random bits: the prefix (so that scanners find leaks) and 43 base64url characters. */
export function newSecret(prefix: string): string {
  return prefix + randomBytes(SECRET_BYTES).toString("base64url");
}

/** `newSecret` with a checksum appended: 49 characters after the prefix. For secrets that integrators store. */
export function newCheckedSecret(prefix: string): string {
  return checkedSecret(prefix, randomBytes(SECRET_BYTES));
}

/**
 * The same secret for the same `text` and `purpose`: HMAC-SHA256 under the current key, in the form of
 * `newCheckedSecret`. It is as secret as the text and the key together.
 */
export function derivedCheckedSecret(prefix: string, text: string, purpose: string): string {
  return checkedSecret(prefix, keyedHashes(text, purpose)[0]);
}

function checkedSecret(prefix: string, bytes: Uint8Array): string {
  const secret = prefix + Buffer.from(bytes).toString("base64url");
  return secret + checksumOf(secret);
}

/**
 * A new webhook signing secret: 64 hex digits after the prefix, which are also valid base64, as Standard Webhooks
 * receivers read them. The contract fixes the length, so the last 8 digits are the checksum of 224 random bits.
 */
export function newHexSecret(prefix: string): string {
  const secret = prefix + randomBytes(HEX_SECRET_BYTES).toString("hex");
  return secret + hexChecksumOf(secret);
}

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const CHECKSUM_LENGTH = 6;

/**
 * CRC-32 (IEEE 802.3) of prefix and body in six base62 digits, as in GitHub's tokens: scanners can recognise our
 * secrets.
 */
export function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let digit = 0; digit < CHECKSUM_LENGTH; digit += 1) {
    digits = BASE62.charAt(rest % BASE62.length) + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}

/** Whether a text ends in the checksum of `newCheckedSecret`: a text that was cut or mistyped does not. */
export function hasChecksum(secret: string): boolean {
  return checksumOf(secret.slice(0, -CHECKSUM_LENGTH)) === secret.slice(-CHECKSUM_LENGTH);
}

/** The same in eight lower-case hex digits, for hex secrets. */
export function hexChecksumOf(text: string): string {
  return crc32(text).toString(16).padStart(8, "0");
}

/** SHA-256. Sufficient for secrets of 256 random bits; passwords would need a slow hash. */
export function sha256(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(text, "utf8").digest());
}

/** Lower-case hex HMAC-SHA256 (RFC 2104) over UTF-8 text. */
export function hmacSha256Hex(key: string, text: string): string {
  return createHmac("sha256", key).update(text, "utf8").digest("hex");
}

/** Compares in constant time; different lengths are unequal. */
export function equalInConstantTime(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Keys to seal and open with, made by `keyRingOf`. */
export type KeyRing = { current: { id: string; key: Buffer }; byId: ReadonlyMap<string, Buffer> };

let ring: KeyRing | undefined;

/** ENCRYPTION_KEY is a list `id:base64,id:base64`: the first key seals, all keys open, so that keys can be rotated. */
export function keyRingOf(encryptionKeys: readonly EncryptionKey[]): KeyRing {
  const keys = encryptionKeys.map(({ id, key }) => ({ id, key: Buffer.from(key, "base64") }));
  const [current] = keys;
  if (!current) throw new Error("ENCRYPTION_KEY is not set.");
  return { current, byId: new Map(keys.map(({ id, key }) => [id, key])) };
}

/** The keys of this process. */
function keyRing(): KeyRing {
  ring ??= keyRingOf(env().encryptionKeys);
  return ring;
}

/**
 * Seals text with AES-256-GCM (NIST SP 800-38D) under the current key. `rowId` is bound as additional data, so that a
 * sealed value copied to another row does not open. Layout: version, key id length, key id, nonce, tag, ciphertext.
 */
export function seal(
  text: string,
  rowId: string,
  { current }: Pick<KeyRing, "current"> = keyRing(),
): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", current.key, nonce);
  cipher.setAAD(Buffer.from(rowId, "utf8"));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  const id = Buffer.from(current.id, "utf8");
  return new Uint8Array(
    Buffer.concat([Buffer.from([FORMAT_VERSION, id.length]), id, nonce, cipher.getAuthTag(), body]),
  );
}

/** The id of the key with which this process seals and hashes. */
export function sealingKey(): string {
  return keyRing().current.id;
}

/** The id of the key that sealed a value. */
export function sealingKeyId(sealed: Uint8Array): string {
  if (sealed[0] !== FORMAT_VERSION) throw new Error("Sealed value of an unknown format.");
  return Buffer.from(sealed.subarray(2, 2 + (sealed[1] ?? 0))).toString("utf8");
}

/** Opens a value that `seal` made for the same row. Throws when the key is missing, or the bytes or the row differ. */
export function open(sealed: Uint8Array, rowId: string, { byId }: Pick<KeyRing, "byId"> = keyRing()): string {
  const bytes = Buffer.from(sealed);
  const keyId = sealingKeyId(bytes);
  const keyEnd = 2 + (bytes[1] ?? 0);
  const nonceEnd = keyEnd + NONCE_BYTES;
  const tagEnd = nonceEnd + TAG_BYTES;
  const key = byId.get(keyId);
  if (!key) throw new Error(`Sealed under the key "${keyId}", which ENCRYPTION_KEY does not hold.`);
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(keyEnd, nonceEnd));
  decipher.setAAD(Buffer.from(rowId, "utf8"));
  decipher.setAuthTag(bytes.subarray(nonceEnd, tagEnd));
  return Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]).toString("utf8");
}

/** `seal` as base64url, for values that a browser keeps. */
export function sealText(text: string, rowId: string): string {
  return Buffer.from(seal(text, rowId)).toString("base64url");
}

/** Opens a value that `sealText` made for the same row; null for any other text. */
export function openText(sealed: string, rowId: string): string | null {
  try {
    return open(Buffer.from(sealed, "base64url"), rowId);
  } catch {
    return null;
  }
}

/**
 * HMAC-SHA256 of text under each key of ENCRYPTION_KEY, the current one first, to look up values that are too guessable
 * for a plain hash. `purpose` derives a separate key (HKDF, RFC 5869), so that equal texts have different hashes for
 * different purposes. Store the first; search for all, because a row may be older than the current key.
 */
export function keyedHashes(text: string, purpose: string): [Uint8Array<ArrayBuffer>, ...Uint8Array<ArrayBuffer>[]] {
  const hashUnder = (key: Buffer) => {
    const derived = Buffer.from(hkdfSync("sha256", key, "", purpose, SECRET_BYTES));
    return new Uint8Array(createHmac("sha256", derived).update(text, "utf8").digest());
  };
  const { current, byId } = keyRing();
  const older = [...byId].filter(([id]) => id !== current.id).map(([, key]) => hashUnder(key));
  return [hashUnder(current.key), ...older];
}
