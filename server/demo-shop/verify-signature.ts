import { createHmac, timingSafeEqual } from "node:crypto";

/** An older signature is refused, so that a recorded delivery cannot be replayed later. */
const TOLERANCE_S = 5 * 60;
const SIGNATURE = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

/**
 * Whether a webhook was signed with the merchant's secret. Header: `X-Signature: t=<unix seconds>,v1=<hex>`, where the
 * hex is HMAC-SHA256 under the whole secret (its `whsec_` included) of `<t>.` and the raw body.
 * `rawBody` must be the bytes as received: a body that was parsed and serialised again has other bytes.
 */
export function verifySignature(header: string | undefined, rawBody: Buffer, secret: string, nowS: number): boolean {
  const match = SIGNATURE.exec(header ?? "");
  if (!match?.[1] || !match[2]) return false;
  if (Math.abs(nowS - Number(match[1])) > TOLERANCE_S) return false;
  const expected = createHmac("sha256", secret).update(`${match[1]}.`).update(rawBody).digest();
  return timingSafeEqual(expected, Buffer.from(match[2], "hex"));
}
