import { compactVerify, decodeProtectedHeader, errors, type ProtectedHeaderParameters } from "jose";
import { unixSeconds } from "../../../server/lib/clock";
import { addressesOf } from "./addresses";
import { SIGNING_ALGORITHM, signBytes } from "./bank-keys";
import { type Client, clientKeys } from "./oauth/clients";
import { badRequest, type ObErrorCode } from "./refusal";

// Read/Write Data API Profile v3.1.11, "Message Signing": a detached JWS (RFC 7515, appendix F) over the body's bytes. Since
// v3.1.4 the payload is base64url-encoded as in any JWS, and `b64` (RFC 7797) must not switch that off.
const ISSUED_AT = "http://openbanking.org.uk/iat";
const ISSUER = "http://openbanking.org.uk/iss";
const TRUST_ANCHOR = "http://openbanking.org.uk/tan";
const CRITICAL = [ISSUED_AT, ISSUER, TRUST_ANCHOR] as const;

export const SIGNATURE_HEADER = "x-jws-signature";

/** The value of `x-jws-signature` for a body that the bank sends. */
export async function signMessage(bank: string, body: string): Promise<string> {
  const { issuer, trustAnchor } = addressesOf(bank);
  const critical = { [ISSUED_AT]: unixSeconds(), [ISSUER]: issuer, [TRUST_ANCHOR]: trustAnchor };
  const [header, , signature] = (await signBytes(bank, Buffer.from(body, "utf8"), critical)).split(".");
  return `${header}..${signature}`;
}

/**
 * Verifies the client's signature over these bytes.
 * @throws refusal 400 UK.OBIE.Signature.*
 */
export async function verifyMessage(signature: string | null, body: string, client: Client): Promise<void> {
  if (signature === null || signature === "") throw invalid("Missing", "The message must be signed.");
  const [header, payload, proof, ...rest] = signature.split(".");
  if (!header || payload !== "" || !proof || rest.length > 0)
    throw invalid("Malformed", "The signature is not a JWS with a detached payload.");
  checkClaims(parseHeader(signature), client);
  const whole = `${header}.${Buffer.from(body, "utf8").toString("base64url")}.${proof}`;
  const crit = Object.fromEntries(CRITICAL.map((name) => [name, true]));
  try {
    await compactVerify(whole, clientKeys(client), { algorithms: [SIGNING_ALGORITHM], crit });
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
    throw invalid("Invalid", "The signature does not match the message, or the key is not the sender's.");
  }
}

function parseHeader(signature: string): ProtectedHeaderParameters {
  try {
    return decodeProtectedHeader(signature);
  } catch {
    throw invalid("Malformed", "The JOSE header cannot be read.");
  }
}

function checkClaims(header: ProtectedHeaderParameters, client: Client): void {
  const { alg, kid, typ, cty, crit, b64 } = header;
  for (const name of ["alg", "kid", "crit", ...CRITICAL])
    if (header[name] === undefined) throw invalid("MissingClaim", `The header has no ${name}.`);
  const wrong = (name: string) => invalid("InvalidClaim", `The header's ${name} does not follow the standard.`);
  if (alg !== SIGNING_ALGORITHM) throw wrong("alg");
  if (typeof kid !== "string") throw wrong("kid");
  if (typ !== undefined && typ !== "JOSE") throw wrong("typ");
  if (cty !== undefined && cty !== "json" && cty !== "application/json") throw wrong("cty");
  if (b64 !== undefined && b64 !== true) throw wrong("b64");
  if (!Array.isArray(crit) || [...crit].sort().join(" ") !== CRITICAL.join(" ")) throw wrong("crit");
  const { [ISSUED_AT]: issuedAt, [ISSUER]: issuer, [TRUST_ANCHOR]: trustAnchor } = header;
  // Without tolerance for a signer's clock that is ahead, as some banks: signers have to allow for that.
  if (typeof issuedAt !== "number" || issuedAt > unixSeconds()) throw wrong(ISSUED_AT);
  if (typeof issuer !== "string" || !isNameOf(client, issuer)) throw wrong(ISSUER);
  if (typeof trustAnchor !== "string" || trustAnchor === "") throw wrong(TRUST_ANCHOR);
}

/** `{organisation}/{client}` as a directory issues it, or the client alone. */
function isNameOf({ clientId }: Client, issuer: string): boolean {
  return issuer === clientId || issuer.endsWith(`/${clientId}`);
}

function invalid(what: "Missing" | "Malformed" | "MissingClaim" | "InvalidClaim" | "Invalid", message: string): Error {
  const code: ObErrorCode = `UK.OBIE.Signature.${what}`;
  return badRequest(code, message, SIGNATURE_HEADER);
}
