import { errors, FlattenedSign, type FlattenedVerifyGetKey, flattenedVerify } from "jose";
import { unixSeconds } from "../../lib/clock";
import type { SigningMaterial } from "../keys/key-material";
import { SIGNING_ALGORITHM } from "../keys/signing-key";
import { CLOCK_SKEW_S } from "./client-authentication";

// Read/Write Data API Profile v3.1.11, "Message Signing": a JWS with detached content (RFC 7515, appendix F) over the
// body's exact bytes. Up to v3.1.3 the payload was unencoded (`b64: false`, RFC 7797); since v3.1.4 it is encoded, without `b64`.
const ISSUED_AT = "http://openbanking.org.uk/iat";
const ISSUER = "http://openbanking.org.uk/iss";
const TRUST_ANCHOR = "http://openbanking.org.uk/tan";
const CRITICAL = [ISSUED_AT, ISSUER, TRUST_ANCHOR];
const UNDERSTOOD = Object.fromEntries(CRITICAL.map((name) => [name, true]));

/** How far the bank's clock may be ahead of ours. */
const CLOCK_TOLERANCE_S = 60;

export const SIGNATURE_HEADER = "x-jws-signature";

/**
 * The value of `x-jws-signature` for a body. `issuer`: our name at the trust anchor, in the Open Banking Directory
 * `{organisation}/{software statement}`.
 */
export async function signMessage(
  body: string,
  { keyId, privateKey }: SigningMaterial,
  names: { issuer: string; trustAnchor: string },
): Promise<string> {
  const header = {
    alg: SIGNING_ALGORITHM,
    kid: keyId,
    [ISSUED_AT]: unixSeconds() - CLOCK_SKEW_S,
    [ISSUER]: names.issuer,
    [TRUST_ANCHOR]: names.trustAnchor,
    crit: CRITICAL,
  };
  const signer = new FlattenedSign(Buffer.from(body, "utf8")).setProtectedHeader(header);
  const { protected: encoded, signature } = await signer.sign(privateKey, { crit: UNDERSTOOD });
  return `${encoded}..${signature}`;
}

/**
 * Why a signature does not prove that the bank sent this body, or null when it does.
 * @throws Error when the bank's keys cannot be fetched
 */
export async function whyUnproven(
  signature: string | undefined,
  body: string,
  keys: FlattenedVerifyGetKey,
): Promise<string | null> {
  if (signature === undefined || signature === "") return "it is not signed";
  const [header, payload, proof, ...rest] = signature.split(".");
  if (!header || payload !== "" || !proof || rest.length > 0) return "its signature is not a JWS with detached content";
  const jws = { protected: header, payload: Buffer.from(body, "utf8").toString("base64url"), signature: proof };
  try {
    const { protectedHeader } = await flattenedVerify(jws, keys, {
      algorithms: [SIGNING_ALGORITHM],
      crit: UNDERSTOOD,
    });
    return wrongClaim(protectedHeader ?? {});
  } catch (error) {
    if (isDisproof(error)) return `its signature is wrong (${error.code})`;
    throw error;
  }
}

/** jose has checked that every claim in `crit` is known and present, but not that `crit` has all three. */
function wrongClaim(header: Readonly<Record<string, unknown>>): string | null {
  const { crit, b64 } = header;
  if (b64 !== undefined && b64 !== true) return "its payload is not encoded (b64)";
  if (!Array.isArray(crit) || CRITICAL.some((name) => !crit.includes(name)))
    return "its signature lacks required claims";
  const issuedAt = header[ISSUED_AT];
  if (typeof issuedAt !== "number" || issuedAt > unixSeconds() + CLOCK_TOLERANCE_S) return "it is signed in the future";
  return typeof header[ISSUER] === "string" && typeof header[TRUST_ANCHOR] === "string"
    ? null
    : "its signature has no issuer or trust anchor";
}

/** Whether an error means a wrong signature, and not keys that could not be fetched. */
export function isDisproof(error: unknown): error is errors.JOSEError {
  if (!(error instanceof errors.JOSEError)) return false;
  // The codes of jose for keys that could not be fetched or parsed.
  return !["ERR_JOSE_GENERIC", "ERR_JWKS_TIMEOUT", "ERR_JWKS_INVALID"].includes(error.code);
}
