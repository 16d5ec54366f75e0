import { createHash } from "node:crypto";
import { unixSeconds } from "../../../../server/lib/clock";
import { addressesOf } from "../addresses";
import { signToken } from "../bank-keys";
import type { Authorisation } from "./grant-store";

const ID_TOKEN_LIFETIME_S = 3_600;
/** Two factors, as PSD2 requires (Open Banking Security Profile v1.1). */
export const STRONG_AUTHENTICATION = "urn:openbanking:psd2:sca";

/**
 * The id_token of an approval (OpenID Connect Core §3.3.2.11; FAPI 1.0 Advanced §5.2.2): its subject is the consent. It
 * protects code and state by their hashes.
 */
export function signIdToken(authorisation: Authorisation, beside: { code?: string }): Promise<string> {
  const { bank, clientId, consentId, nonce, state } = authorisation;
  const issuedAt = unixSeconds();
  return signToken(bank, {
    iss: addressesOf(bank).issuer,
    sub: consentId,
    aud: clientId,
    iat: issuedAt,
    exp: issuedAt + ID_TOKEN_LIFETIME_S,
    auth_time: issuedAt,
    acr: STRONG_AUTHENTICATION,
    openbanking_intent_id: consentId,
    ...(nonce === null ? {} : { nonce }),
    ...(beside.code === undefined ? {} : { c_hash: leftHalf(beside.code) }),
    ...(beside.code === undefined || state === null ? {} : { s_hash: leftHalf(state) }),
  });
}

/** The left half of the SHA-256, base64url. */
function leftHalf(text: string): string {
  const digest = createHash("sha256").update(text, "ascii").digest();
  return digest.subarray(0, digest.length / 2).toString("base64url");
}
