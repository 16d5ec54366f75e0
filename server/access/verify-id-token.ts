import { errors, type JWTPayload, jwtVerify } from "jose";
import { now } from "../lib/clock";
import { issuerKeys } from "./issuer-keys";

/** Signatures that only the issuer can make. A key that the verifier holds as well (HS256), or none, proves nothing. */
const ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA"];

/** Google writes its own name with and without the scheme (Google Identity, "Verify the Google ID token"); nobody else may. */
const GOOGLE = "https://accounts.google.com";

/**
 * Checks an id_token as OpenID Connect Core 1.0 §3.1.3.7 says: the signature by the issuer's published keys, `iss`, `aud`
 * (ours and nobody else's), `exp`, `nbf`, `email_verified`, and the `nonce` where we gave one. Answers the address as the issuer writes it. Null: it is not accepted, for whatever reason.
 * @throws AppError SERVICE_UNAVAILABLE when the issuer's keys cannot be had
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
