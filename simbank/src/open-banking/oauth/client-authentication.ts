import { decodeJwt, errors, jwtVerify } from "jose";
import { now } from "../../../../server/lib/clock";
import type { ClientCertificate } from "../../simbank-call";
import { addressesOf } from "../addresses";
import { type Client, clientKeys, findClient } from "./clients";
import { takeAssertion } from "./grant-store";
import { oauthError } from "./oauth-error";

/** The algorithms that a client's JWT may be signed with. */
export const CLIENT_ALGORITHMS = ["PS256", "RS256"];
export const CLIENT_CLOCK_TOLERANCE_S = 30;

const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
const MAX_ASSERTION_AGE_MS = 3_600_000;
const MAX_JTI_LENGTH = 255;

/**
 * Authenticates the client of the token endpoint: by `private_key_jwt` (RFC 7523 §3, OpenID Connect Core §9), or by
 * `tls_client_auth` (RFC 8705 §2.1) where the listener requires certificates.
 * @throws oauthError invalid_client
 */
export async function authenticateClient(
  bank: string,
  form: URLSearchParams,
  certificate: ClientCertificate | null,
): Promise<Client> {
  const assertion = form.get("client_assertion");
  if (assertion !== null) return clientOfAssertion(bank, form, assertion);
  const client = findClient(form.get("client_id"));
  if (!client || certificate?.commonName !== client.certificateName)
    throw refused("Send a client_assertion, or the certificate that is registered.");
  return client;
}

async function clientOfAssertion(bank: string, form: URLSearchParams, assertion: string): Promise<Client> {
  if (form.get("client_assertion_type") !== ASSERTION_TYPE) throw refused(`client_assertion_type: ${ASSERTION_TYPE}`);
  const client = findClient(subjectOf(assertion));
  if (!client) throw refused("No client with that id is registered.");
  const { clientId } = client;
  if ((form.get("client_id") ?? clientId) !== clientId) throw refused("client_id is not the assertion's subject.");
  const { issuer, token } = addressesOf(bank);
  const { payload } = await jwtVerify(assertion, clientKeys(client), {
    algorithms: CLIENT_ALGORITHMS,
    issuer: clientId,
    subject: clientId,
    audience: [issuer, token],
    requiredClaims: ["exp", "jti"],
    clockTolerance: CLIENT_CLOCK_TOLERANCE_S,
    currentDate: now(),
  }).catch(asRefusal);
  const { jti = "", exp = 0 } = payload;
  const expiresAt = new Date(exp * 1000);
  if (expiresAt.getTime() - now().getTime() > MAX_ASSERTION_AGE_MS)
    throw refused("The assertion must expire within an hour.");
  if (jti === "" || jti.length > MAX_JTI_LENGTH) throw refused(`jti must have 1 to ${MAX_JTI_LENGTH} characters.`);
  const keptUntil = new Date(expiresAt.getTime() + CLIENT_CLOCK_TOLERANCE_S * 1000);
  if (!(await takeAssertion(bank, clientId, jti, keptUntil))) throw refused("This assertion has already been used.");
  return client;
}

function subjectOf(assertion: string): string | null {
  try {
    return decodeJwt(assertion).sub ?? null;
  } catch {
    return null;
  }
}

function asRefusal(error: unknown): never {
  if (error instanceof errors.JOSEError) throw refused(`The assertion is not valid: ${error.code}.`);
  throw error;
}

function refused(description: string): Error {
  return oauthError("invalid_client", description);
}
