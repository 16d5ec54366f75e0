import { createHash } from "node:crypto";
import { equalInConstantTime } from "../../../../server/lib/crypto";
import type { Tx } from "../../../../server/lib/db";
import { readBody } from "../../bodies";
import type { ClientCertificate } from "../../simbank-call";
import { inSimTransaction } from "../../store";
import { findConsentOf } from "../consents";
import { refusalOf } from "../refusal";
import { authenticateClient } from "./client-authentication";
import type { Client } from "./clients";
import {
  type Authorisation,
  findToken,
  issueToken,
  lockAuthorisationOfCode,
  markCodeUsed,
  revokeTokensOf,
  type TokenGrant,
} from "./grant-store";
import { signIdToken } from "./id-token";
import { oauthError, oauthErrorOf } from "./oauth-error";

const ACCESS_TOKEN_LIFETIME_S = 3_600;
/** The validity of an account holder's strong authentication: 180 days (UK RTS, since 2022; EBA RTS, since 2023). */
const REFRESH_TOKEN_LIFETIME_S = 180 * 24 * 3_600;
const SCOPES = ["payments", "accounts"];

type TokenAnswer = {
  access_token: string;
  token_type: "Bearer";
  expires_in: number;
  scope: string;
  refresh_token?: string;
  id_token?: string;
};

type Call = { bank: string; client: Client; form: URLSearchParams; thumbprint: string | null };

/** `POST /simbank/{bank}/token` (RFC 6749 §3.2). With a transport certificate, tokens are bound to it (RFC 8705 §3). */
export async function tokenEndpoint(
  request: Request,
  bank: string,
  certificate: ClientCertificate | null,
): Promise<Response> {
  const headers = { "Cache-Control": "no-store", Pragma: "no-cache" };
  if (request.method !== "POST") return new Response(null, { status: 405, headers: { ...headers, Allow: "POST" } });
  try {
    const form = await readForm(request);
    const client = await authenticateClient(bank, form, certificate);
    const answer = await grant({ bank, client, form, thumbprint: certificate?.thumbprint ?? null });
    return Response.json(answer, { headers });
  } catch (error) {
    const known = oauthErrorOf(error);
    // The client's keys could not be loaded, so it cannot be authenticated now.
    const unavailable = known ? null : refusalOf(error);
    if (unavailable)
      return Response.json({ error: "temporarily_unavailable" }, { status: unavailable.status, headers });
    if (!known) throw error;
    const status = known.code === "invalid_client" ? 401 : 400;
    return Response.json({ error: known.code, error_description: known.description }, { status, headers });
  }
}

async function readForm(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded")
    throw oauthError("invalid_request", "The body must be application/x-www-form-urlencoded.");
  const text = await readBody(request);
  if (text === null) throw oauthError("invalid_request", "The body is too long.");
  const form = new URLSearchParams(text);
  const twice = [...form.keys()].find((name) => form.getAll(name).length > 1);
  if (twice !== undefined) throw oauthError("invalid_request", "A parameter is repeated.");
  return form;
}

function grant(call: Call): Promise<TokenAnswer> {
  const type = call.form.get("grant_type");
  if (type === "client_credentials") return grantToClient(call);
  if (type === "authorization_code") return grantByCode(call);
  if (type === "refresh_token") return grantByRefresh(call);
  throw oauthError("unsupported_grant_type", "client_credentials, authorization_code or refresh_token.");
}

/** For consents and for status requests: in the client's own name. */
async function grantToClient({ bank, client, form, thumbprint }: Call): Promise<TokenAnswer> {
  const scopes = (form.get("scope") ?? "").split(" ").filter((scope) => scope !== "" && scope !== "openid");
  if (scopes.length === 0 || scopes.some((scope) => !SCOPES.includes(scope)))
    throw oauthError("invalid_scope", `scope: ${SCOPES.join(", ")}`);
  const tokenGrant = { bank, clientId: client.clientId, scope: [...new Set(scopes)].sort().join(" ") };
  const noConsent = { consentId: null, authorisationId: null };
  return inSimTransaction((tx) => accessToken(tx, { ...tokenGrant, ...noConsent, certificateThumbprint: thumbprint }));
}

/** For one consent, in the name of its approver. A code can be used once. */
async function grantByCode(call: Call): Promise<TokenAnswer> {
  const { bank, client, form, thumbprint } = call;
  const result = await inSimTransaction(async (tx) => {
    const authorisation = await lockAuthorisationOfCode(tx, bank, form.get("code") ?? "");
    if (!authorisation || authorisation.clientId !== client.clientId) return null;
    if (authorisation.codeUsedAt) {
      await revokeTokensOf(tx, authorisation.id);
      return null;
    }
    if (!isRedeemable(authorisation, form)) return null;
    await markCodeUsed(tx, authorisation.id);
    const { id, scope, consentId } = authorisation;
    const tokenGrant: TokenGrant = {
      bank,
      clientId: client.clientId,
      scope,
      consentId,
      authorisationId: id,
      certificateThumbprint: thumbprint,
    };
    const answer = await accessToken(tx, tokenGrant);
    if (scope === "payments") return { answer, authorisation };
    const refresh_token = await issueToken(tx, "refresh", tokenGrant, REFRESH_TOKEN_LIFETIME_S);
    return { answer: { ...answer, refresh_token }, authorisation };
  });
  if (!result) throw oauthError("invalid_grant", "The code is not valid here.");
  return { ...result.answer, id_token: await signIdToken(result.authorisation, {}) };
}

function isRedeemable({ redirectUri, codeChallenge }: Authorisation, form: URLSearchParams): boolean {
  if (form.get("redirect_uri") !== redirectUri) return false;
  const verifier = form.get("code_verifier");
  if (codeChallenge === null) return verifier === null;
  const challenge = createHash("sha256")
    .update(verifier ?? "", "utf8")
    .digest("base64url");
  return equalInConstantTime(Buffer.from(challenge), Buffer.from(codeChallenge));
}

/** Access for as long as the consent is valid, without its approver present. */
async function grantByRefresh({ bank, client, form, thumbprint }: Call): Promise<TokenAnswer> {
  const found = await findToken(bank, "refresh", form.get("refresh_token") ?? "");
  const belongs = found?.clientId === client.clientId && found.certificateThumbprint === thumbprint;
  if (!found || !belongs || !(await isAuthorised(found)))
    throw oauthError("invalid_grant", "The refresh token is no longer valid.");
  return inSimTransaction((tx) => accessToken(tx, found));
}

async function isAuthorised({ bank, clientId, scope, consentId }: TokenGrant): Promise<boolean> {
  if (consentId === null || (scope !== "payments" && scope !== "accounts")) return false;
  const consent = await findConsentOf({ bank, clientId, scope, consentId });
  return consent?.status === "Authorised";
}

async function accessToken(tx: Tx, tokenGrant: TokenGrant): Promise<TokenAnswer> {
  const access_token = await issueToken(tx, "access", tokenGrant, ACCESS_TOKEN_LIFETIME_S);
  return { access_token, token_type: "Bearer", expires_in: ACCESS_TOKEN_LIFETIME_S, scope: tokenGrant.scope };
}
