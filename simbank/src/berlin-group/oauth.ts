/**
 * The OAuth 2.0 approval of Berlin Group (`scaOAuth`): authorisation server metadata (RFC 8414), code flow with PKCE
 * (RFC 7636, S256 only), scope `PIS:{paymentId}` or `AIS:{consentId}`. The shopper answers on the approval page. Access
 * tokens expire after an hour; those of a consent are refreshed while it is valid.
 */
import { createHash } from "node:crypto";
import { z } from "zod";
import { newSecret } from "../../../server/lib/crypto";
import { isUuid } from "../../../server/lib/ids";
import { consentStatusOf } from "../consent-rules";
import { findConsent } from "../consent-store";
import { PRIVATE_HEADERS, redirect } from "../redirect";
import type { Xs2aCall } from "../simbank-call";
import { findPayment, readNow } from "../store";
import { bankOrigin, isOurs, pathsOf } from "./addresses";
import {
  exchangeCode,
  type Granted,
  insertOauthRequest,
  rotateTokens,
  TOKEN_LIFETIME_S,
  type Tokens,
} from "./oauth-store";

const MAX_PARAMETER_LENGTH = 512;

/** RFC 8414 metadata. */
export function oauthMetadata(bank: string): Response {
  const issuer = bankOrigin() + pathsOf(bank).oauthIssuer;
  return Response.json({
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    response_types_supported: ["code"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
  });
}

const parameter = z.string().min(1).max(MAX_PARAMETER_LENGTH);
const authorisationSchema = z.object({
  response_type: z.literal("code"),
  client_id: parameter,
  scope: z.string().refine((scope) => /^(PIS|AIS):/.test(scope) && isUuid(scope.slice(4))),
  state: parameter.optional(),
  code_challenge: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  code_challenge_method: z.literal("S256"),
});

/**
 * `GET …/oauth/authorize`: stores the request and redirects to the approval page. Without a redirect URI of this
 * installation it shows an error and does not redirect (RFC 6749 section 4.1.2.1).
 */
export async function authorise({ request, bank }: Xs2aCall): Promise<Response> {
  const given = Object.fromEntries(new URL(request.url).searchParams);
  const redirectUri = given["redirect_uri"] ?? "";
  if (!isOurs(redirectUri)) {
    const text = "The redirect_uri does not belong to this installation.\n";
    return new Response(text, { status: 400, headers: PRIVATE_HEADERS });
  }
  const parsed = authorisationSchema.safeParse(given);
  const state = given["state"] ?? null;
  if (!parsed.success) {
    const code = parsed.error.issues[0]?.path[0] === "scope" ? "invalid_scope" : "invalid_request";
    return redirect(oauthReturn(redirectUri, { error: code }, state));
  }
  const [service, id = ""] = parsed.data.scope.split(":");
  const paymentId = service === "PIS" && (await findPayment({ bank, id, standard: "berlin-group" })) ? id : null;
  const consentId = service === "AIS" && (await findConsent({ bank, id, standard: "berlin-group" })) ? id : null;
  if (paymentId === null && consentId === null) {
    return redirect(oauthReturn(redirectUri, { error: "invalid_scope" }, state));
  }
  const { client_id: clientId, code_challenge: codeChallenge } = parsed.data;
  const order = { bank, paymentId, consentId, clientId, redirectUri, state, codeChallenge };
  const handle = await insertOauthRequest(order);
  if (handle === null) return redirect(oauthReturn(redirectUri, { error: "temporarily_unavailable" }, state));
  return redirect(pathsOf(bank).approval(handle));
}

/** The redirect URI with the answer's parameters; its own parameters stay. */
export function oauthReturn(redirectUri: string, answer: Record<string, string>, state: string | null): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  if (state !== null) url.searchParams.set("state", state);
  return url.href;
}

/**
 * `POST …/oauth/token`: exchanges a code, once, with the client, address and verifier of its request; or refreshes the
 * tokens of a consent.
 */
export async function token({ bank, body }: Xs2aCall): Promise<Response> {
  const form = new URLSearchParams(body);
  const tokens = { access: newSecret("at_"), refresh: newSecret("rt_") };
  const type = form.get("grant_type");
  if (type === "authorization_code") return tokenAnswer(tokens, await grantByCode(bank, form, tokens));
  if (type === "refresh_token") return tokenAnswer(tokens, await grantByRefresh(bank, form, tokens));
  return tokenError("unsupported_grant_type");
}

function grantByCode(bank: string, form: URLSearchParams, tokens: Tokens): Promise<Granted | null> {
  const codeChallenge = createHash("sha256")
    .update(form.get("code_verifier") ?? "", "utf8")
    .digest("base64url");
  return exchangeCode(tokens, {
    bank,
    code: form.get("code") ?? "",
    clientId: form.get("client_id") ?? "",
    redirectUri: form.get("redirect_uri") ?? "",
    codeChallenge,
  });
}

async function grantByRefresh(bank: string, form: URLSearchParams, tokens: Tokens): Promise<Granted | null> {
  const [refreshToken, clientId] = [form.get("refresh_token") ?? "", form.get("client_id") ?? ""];
  const granted = await rotateTokens(tokens, { bank, clientId, refreshToken });
  if (granted === null || granted.consentId === null) return null;
  const consent = await findConsent({ bank, id: granted.consentId, standard: "berlin-group" });
  return consent && consentStatusOf(consent, await readNow()) === "valid" ? granted : null;
}

function tokenAnswer(tokens: Tokens, granted: Granted | null): Response {
  if (granted === null) return tokenError("invalid_grant");
  const { paymentId, consentId } = granted;
  const answer = {
    access_token: tokens.access,
    token_type: "Bearer",
    expires_in: TOKEN_LIFETIME_S,
    // A payment is approved once and executed at once: its token is not refreshed.
    ...(consentId === null ? {} : { refresh_token: tokens.refresh }),
    scope: consentId === null ? `PIS:${paymentId}` : `AIS:${consentId}`,
  };
  return Response.json(answer, { headers: PRIVATE_HEADERS });
}

function tokenError(error: string): Response {
  return Response.json({ error }, { status: 400, headers: PRIVATE_HEADERS });
}
