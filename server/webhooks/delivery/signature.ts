import { hmacSha256Hex } from "../../lib/crypto";

/**
 * The value of X-Signature: `t=<unix seconds>,v1=<hex>`. The hex is HMAC-SHA256 (RFC 2104), with the whole secret
 * including `whsec_`, of `<t>.` and the raw body (contract, "Events and deliveries").
 */
export function signature(secret: string, timestampS: number, body: string): string {
  return `t=${timestampS},v1=${hmacSha256Hex(secret, `${timestampS}.${body}`)}`;
}
