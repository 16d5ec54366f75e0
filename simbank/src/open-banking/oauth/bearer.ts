import type { ClientCertificate } from "../../simbank-call";
import { refusal } from "../refusal";
import { type Client, findClient } from "./clients";
import { findToken, type Scope } from "./grant-store";

/** The owner of a token: the client itself, or one consent that an account holder has approved. */
export type Bearer = { client: Client; consentId: string | null };

/**
 * The caller of an access token (RFC 6750), which must be presented with the certificate that it is bound to.
 * @throws refusal 401 without a body; 403 when the token is valid for something else
 */
export async function readBearer(
  request: Request,
  bank: string,
  scope: Scope,
  certificate: ClientCertificate | null,
): Promise<Bearer> {
  const token = /^Bearer ([\x21-\x7e]+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1];
  const grant = token === undefined ? null : await findToken(bank, "access", token);
  const client = findClient(grant?.clientId ?? null);
  const isBound = grant?.certificateThumbprint === (certificate?.thumbprint ?? null);
  if (!grant || !client || !isBound) throw refusal(401, [], { "WWW-Authenticate": 'Bearer error="invalid_token"' });
  if (!grant.scope.split(" ").includes(scope)) throw wrongToken(`The token is not for ${scope}.`);
  return { client, consentId: grant.consentId };
}

/** The client, when it acts in its own name. */
export function requireOwnToken({ client, consentId }: Bearer): Client {
  if (consentId !== null) throw wrongToken("A token of the client_credentials grant is required.");
  return client;
}

/** The client and the consent, when it acts in an account holder's name. */
export function requireConsentToken({ client, consentId }: Bearer): { client: Client; consentId: string } {
  if (consentId === null) throw wrongToken("A token that an account holder approved is required.");
  return { client, consentId };
}

function wrongToken(message: string): Error {
  return refusal(403, [{ code: "UK.OBIE.UnexpectedError", message, path: "Authorization" }]);
}
