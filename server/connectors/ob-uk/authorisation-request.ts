import { createHash } from "node:crypto";
import { unixSeconds } from "../../lib/clock";
import { hmacSha256Hex } from "../../lib/crypto";
import type { RedirectBack } from "../port";
import type { BankProfile } from "../profile-schema";
import { CLOCK_SKEW_S, signForBank } from "./client-authentication";
import type { Scope } from "./client-tokens";
import { oauthOf } from "./oauth";

/** As long as a return is accepted. FAPI 1.0 allows an hour. */
const LIFETIME_S = 30 * 60;
/** Strong customer authentication, or the bank's equivalent (Open Banking Security Profile v1.1.2). */
const AUTHENTICATION = ["urn:openbanking:psd2:sca", "urn:openbanking:psd2:ca"];

/**
 * The address where a PSU approves a consent: the authorisation endpoint with a signed request object (OpenID Connect Core
 * 1.0 §6.1; FAPI 1.0 Advanced §5.2.2). The result is a JWT in the query (`code` with JARM) or in the fragment (`code
 * id_token`), bound to this consent, the state, and secrets that never leave the server.
 */
export async function authorisationUrl(
  profile: BankProfile,
  { consentId, scope, redirect }: { consentId: string; scope: Scope; redirect: RedirectBack },
): Promise<string> {
  const { issuer, authorizationEndpoint, clientId, responseMode } = oauthOf(profile);
  const known = {
    client_id: clientId,
    response_type: responseMode === "jwt" ? "code" : "code id_token",
    scope: `openid ${scope}`,
    redirect_uri: redirect.uri,
  };
  const now = unixSeconds();
  const request = await signForBank(profile, {
    iss: clientId,
    aud: issuer,
    nbf: now - CLOCK_SKEW_S,
    iat: now - CLOCK_SKEW_S,
    exp: now + LIFETIME_S,
    ...known,
    response_mode: responseMode,
    state: redirect.state,
    nonce: nonceOf(redirect),
    code_challenge: createHash("sha256").update(codeVerifierOf(redirect), "ascii").digest("base64url"),
    code_challenge_method: "S256",
    claims: {
      id_token: { openbanking_intent_id: { value: consentId, essential: true }, acr: { values: AUTHENTICATION } },
    },
  });
  const url = new URL(authorizationEndpoint);
  // OAuth 2.0 requires these in the query too (OpenID Connect Core 1.0 §6.1); the signed values count.
  for (const [name, value] of Object.entries({ ...known, request })) url.searchParams.set(name, value);
  return url.toString();
}

/** OpenID Connect Core 1.0 §3.1.2.1: binds the id_token to this redirect. */
export function nonceOf({ secret }: RedirectBack): string {
  return hmacSha256Hex(secret, "nonce");
}

/** RFC 7636 §4.1: only the server that started the flow can exchange the code. 64 characters. */
export function codeVerifierOf({ secret }: RedirectBack): string {
  return hmacSha256Hex(secret, "code_verifier");
}
