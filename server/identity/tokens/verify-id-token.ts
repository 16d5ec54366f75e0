import { errors, type JWTPayload, jwtVerify } from "jose";
import { now } from "../../lib/clock";
import { issuerKeys } from "./issuer-keys";

/** Asymmetric signatures only: with HS256 the verifier holds the key too, and `none` has no signature. */
const ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA"];

/**
 * Google uses its name with and without the scheme (Google Identity, "Verify the Google ID token"). Other issuers may
 * not.
 */
const GOOGLE = "https://accounts.google.com";

/**
 * Verifies an id_token by OpenID Connect Core 1.0 §3.1.3.7: the signature by the issuer's published keys, `iss`, `aud`
 * (exactly ours), `exp`, `nbf`, `email_verified`, and the `nonce` where one was sent. Returns the address as the issuer
 * writes it. Null: not valid, for any reason.
 * @throws AppError SERVICE_UNAVAILABLE when the issuer's keys can't be fetched
 */
export async function verifyIdToken(
  idToken: string,
  { issuer, clientId, nonce }: { issuer: string; clientId: string; nonce?: string },
): Promise<{ email: string } | null> {
  try {
    const { payload } = await jwtVerify(idToken, issuerKeys(issuer), {
      algorithms: ALGORITHMS,
      issuer: issuer === GOOGLE ? [GOOGLE, "accounts.google.com"] : issuer,
      audience: clientId,
      requiredClaims: ["exp"],
      currentDate: now(),
    });
    if (nonce !== undefined && payload["nonce"] !== nonce) return null;
    const email = verifiedEmail(payload);
    return email !== null && [payload.aud].flat().length === 1 ? { email } : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

function verifiedEmail({ email, email_verified: verified }: JWTPayload): string | null {
  return verified === true && typeof email === "string" ? email : null;
}
