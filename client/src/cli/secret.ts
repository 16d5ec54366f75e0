import { createHmac } from "node:crypto";
import { crc32 } from "node:zlib";

const RANDOM_DIGITS = 56;

/**
 * The signing secret of a listener. Derived, so that it stays the same for an API key and a name without being stored:
 * HMAC-SHA256 of the name under the client secret, which it does not reveal. Of the form of every webhook secret:
 * `whsec_`, 56 hex digits, and the CRC-32 of all that in 8.
 */
export function listenerSecret(clientSecret: string, name: string): string {
  const digest = createHmac("sha256", clientSecret).update(`bankside listen ${name}`, "utf8").digest("hex");
  const text = `whsec_${digest.slice(0, RANDOM_DIGITS)}`;
  return text + crc32(text).toString(16).padStart(8, "0");
}
