import { type Answer, type ApprovalAnswer, paymentApproval, type WayBack } from "../../approval";
import { isOurs } from "../../berlin-group/addresses";
import { readBody } from "../../bodies";
import { consentApproval } from "../../consent-approval";
import { PRIVATE_HEADERS, redirect } from "../../redirect";
import type { Executor } from "../../store";
import { traitsOf } from "../../traits";
import { CURRENCY } from "../account-identification";
import { findConsentOf } from "../consents";
import { refusalOf } from "../refusal";
import { grantedUrl, type ResponseTarget, refusedUrl } from "./authorisation-response";
import { type Client, findClient } from "./clients";
import {
  type Authorisation,
  findAuthorisation,
  insertAuthorisation,
  type ResponseMode,
  type Scope,
} from "./grant-store";
import { oauthError, oauthErrorOf } from "./oauth-error";
import { type RequestObject, readRequestObject } from "./request-object";

const MAX_REQUEST_LENGTH = 8 * 1024;

/**
 * `GET /simbank/{bank}/authorize`: the authorisation endpoint (OpenID Connect Core §3.3, FAPI 1.0 Advanced). A valid
 * request redirects the browser to the approval page, and from there back to the client.
 */
export async function authorise(request: Request, bank: string): Promise<Response> {
  const parameters = new URL(request.url).searchParams;
  const client = findClient(parameters.get("client_id"));
  const jwt = parameters.get("request");
  if (!client || jwt === null || jwt.length > MAX_REQUEST_LENGTH) return page("The address is incomplete.");
  let asked: RequestObject;
  try {
    asked = await readRequestObject(bank, client, jwt);
    if (!isOurs(asked.redirect_uri)) throw oauthError("invalid_request", "redirect_uri is not registered.");
  } catch (error) {
    // No redirect address is verified yet.
    const known = oauthErrorOf(error);
    if (known) return page(known.description);
    const unavailable = refusalOf(error);
    if (unavailable) return page("Try again in a moment.", unavailable.status);
    throw error;
  }
  const target = targetOf(bank, client, asked);
  try {
    return redirect(await begin(target, asked));
  } catch (error) {
    const known = oauthErrorOf(error);
    if (!known) throw error;
    return redirect(await refusedUrl(target, known.code, known.description));
  }
}

/** The target of an answer, also of an error in the flow: errors use the bank's own response mode. */
function targetOf(bank: string, client: Client, asked: RequestObject): ResponseTarget {
  const withIdToken = asked.response_type.split(" ").includes("id_token");
  return {
    bank,
    clientId: client.clientId,
    redirectUri: asked.redirect_uri,
    state: asked.state ?? null,
    withIdToken,
    responseMode: defaultMode(bank, withIdToken),
  };
}

/** JARM §2.3: the id_token must not be in the query, because logs would record it. */
function defaultMode(bank: string, withIdToken: boolean): ResponseMode {
  if (traitsOf(bank).responseMode === "fragment") return "fragment";
  return withIdToken ? "fragment.jwt" : "query.jwt";
}

/** Stores the request and returns the approval page's address. */
async function begin(target: ResponseTarget, asked: RequestObject): Promise<string> {
  checkFlow(target, asked);
  const { bank, clientId } = target;
  const scope = scopeOf(asked.scope);
  const consentId = asked.claims.id_token.openbanking_intent_id.value;
  const consent = await findConsentOf({ bank, clientId, scope, consentId });
  if (consent?.status !== "AwaitingAuthorisation")
    throw oauthError(
      "invalid_request",
      "openbanking_intent_id does not name a consent that is awaiting authorisation.",
    );
  const nonce = asked.nonce ?? null;
  const codeChallenge = asked.code_challenge ?? null;
  const id = await insertAuthorisation({ ...target, consentId, scope, nonce, codeChallenge });
  if (id === null) throw oauthError("temporarily_unavailable", "Authorisation of this consent was started too often.");
  return `/simbank/${bank}/authorize/${id}`;
}

function checkFlow({ withIdToken, responseMode }: ResponseTarget, asked: RequestObject): void {
  const types = asked.response_type.split(" ").sort().join(" ");
  if (types !== "code" && types !== "code id_token")
    throw oauthError("unsupported_response_type", "response_type: code, or code id_token.");
  if (responseMode === "fragment" && !withIdToken)
    throw oauthError("unsupported_response_type", "This bank supports code id_token only.");
  if (withIdToken && asked.nonce === undefined) throw oauthError("invalid_request", "nonce is missing.");
  // FAPI 1.0 Advanced: without s_hash, or a signature over the whole response, state could be replaced.
  if (asked.state === undefined) throw oauthError("invalid_request", "state is missing.");
  const { response_mode: mode } = asked;
  const fits =
    responseMode === "fragment" ? mode === undefined || mode === "fragment" : mode === "jwt" || mode === responseMode;
  if (!fits) throw oauthError("invalid_request", `This bank answers by response_mode ${responseMode}.`);
}

function scopeOf(text: string): Scope {
  const scopes = text.split(" ").filter((scope) => scope !== "openid");
  const [scope] = scopes;
  if (scopes.length === 1 && (scope === "payments" || scope === "accounts")) return scope;
  throw oauthError("invalid_request", "scope: openid, and either payments or accounts.");
}

/**
 * `GET` and `POST /simbank/{bank}/authorize/{id}`: the approval page, and its form. Its address has 256 random bits and
 * is known only to the browser that sent the request.
 */
export async function approvalOfAuthorisation(request: Request, bank: string, id: string): Promise<ApprovalAnswer> {
  const authorisation = await findAuthorisation(bank, id);
  if (!authorisation) return { kind: "unknown" };
  const { scope, consentId } = authorisation;
  const where = { bank, id: consentId };
  const wayBack: WayBack<unknown> = (on, _subject, answer) => wayBackOf(on, authorisation, answer);
  const form = request.method === "POST" ? new URLSearchParams((await readBody(request)) ?? "") : null;
  if (scope === "accounts") return consentApproval(where, form, CURRENCY, wayBack);
  return (await paymentApproval(where, form, wayBack)).answer;
}

/**
 * A new code for each redirect, so that the form can be sent again after a lost response; only one code can be used.
 */
async function wayBackOf(on: Executor, authorisation: Authorisation, answer: Answer): Promise<string> {
  if (answer === "rejected") return refusedUrl(authorisation, "access_denied", "The account holder did not approve.");
  if (authorisation.codeUsedAt)
    return refusedUrl(authorisation, "invalid_request", "This authorisation has already been used.");
  return grantedUrl(on, authorisation);
}

/** A page for people whose client sent an invalid request. */
function page(words: string, status = 400): Response {
  const headers = {
    ...PRIVATE_HEADERS,
    "Content-Type": "text/plain; charset=utf-8",
    "X-Content-Type-Options": "nosniff",
  };
  return new Response(`Simulated bank: this authorisation cannot start. ${words}\n`, { status, headers });
}
