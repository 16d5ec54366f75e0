import { SignJWT } from "jose";
import { unixSeconds } from "../../lib/clock";
import { newId } from "../../lib/ids";
import { signingOf } from "../keys/key-material";
import { SIGNING_ALGORITHM } from "../keys/signing-key";
import type { BankProfile } from "../profile-schema";
import { oauthOf } from "./oauth";

const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
/** An assertion is for one call; its lifetime covers the difference of clocks. */
const ASSERTION_LIFETIME_S = 120;
/** What we sign is issued so much earlier: a bank whose clock is behind ours refuses what is issued in its future. */
export const CLOCK_SKEW_S = 30;

/**
 * The client authentication parameters of the token endpoint: for `private_key_jwt` a signed assertion (RFC 7523 §3, OpenID
 * Connect Core 1.0 §9), for `tls_client_auth` only the client id, because the certificate proves it (RFC 8705 §2.1).
 */
export async function clientAuthentication(profile: BankProfile): Promise<Record<string, string>> {
  const { clientId, clientAuthentication: method } = oauthOf(profile);
  if (method === "tls_client_auth") return { client_id: clientId };
  const now = unixSeconds();
  return {
    client_id: clientId,
    client_assertion_type: ASSERTION_TYPE,
    client_assertion: await signForBank(profile, {
      iss: clientId,
      sub: clientId,
      aud: audienceOf(profile),
      jti: newId(),
      iat: now - CLOCK_SKEW_S,
      exp: now + ASSERTION_LIFETIME_S,
    }),
  };
}

/** The issuer, which another server cannot impersonate. RFC 7523 also allowed the token endpoint's address. */
function audienceOf(profile: BankProfile): string {
  const { issuer, tokenEndpoint } = oauthOf(profile);
  return profile.quirks.assertionForTokenEndpoint ? tokenEndpoint : issuer;
}

/** Signs a JWT with our key. */
export async function signForBank(profile: BankProfile, claims: Record<string, unknown>): Promise<string> {
  const signing = await signingOf(profile);
  if (!signing) throw new Error(`Connection "${profile.id}" has no "signing", which UK Open Banking requires.`);
  const { keyId, privateKey } = signing;
  return new SignJWT(claims).setProtectedHeader({ alg: SIGNING_ALGORITHM, kid: keyId, typ: "JWT" }).sign(privateKey);
}
