import { hmacSha256Hex } from "../lib/crypto";

/**
 * Value of X-Signature: `t=<unix seconds>,v1=<hex>`, where the hex is HMAC-SHA256 (RFC 2104) under the whole secret, its
 * `whsec_` included, of `<t>.` and the raw body (contract, "Events and deliveries").
 */
export function signature(secret: string, timestampS: number, body: string): string {
  return `t=${timestampS},v1=${hmacSha256Hex(secret, `${timestampS}.${body}`)}`;
}
