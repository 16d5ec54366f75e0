import { createHash, createHmac, X509Certificate } from "node:crypto";
import { z } from "zod";
import { now } from "../../lib/clock";
import type { HttpAnswer } from "../../lib/net/http-client";
import { tlsOf } from "../keys/key-material";
import { tokenLifetimeS } from "../parse-response";
import type { BankConnector, Failure, FailureKind, Grant, Outcome, RedirectBack } from "../port";
import type { BankProfile } from "../profile-schema";
import { retryAfterOf } from "../retry-after";
import { withoutUndefined } from "../without-undefined";
import { callBank } from "./call";
import { refuseBrowserAddress, refuseServerAddress } from "./links";

/** The used members of RFC 8414 §2. */
const metadataSchema = z.object({
  issuer: z.url(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  code_challenge_methods_supported: z.array(z.string()).optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional().catch(undefined),
});
type Metadata = z.infer<typeof metadataSchema>;

/** RFC 6749 §5.1. */
const tokenSchema = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional().catch(undefined),
  expires_in: tokenLifetimeS,
});

/** RFC 6749 §5.2. A refused grant has ended; a refused client is an error of our registration. */
const KIND_BY_ERROR: Record<string, FailureKind> = {
  invalid_grant: "consent",
  invalid_client: "auth",
  unauthorized_client: "auth",
  invalid_request: "invalid",
  invalid_scope: "invalid",
  unsupported_grant_type: "invalid",
  temporarily_unavailable: "unavailable",
};

/** The payment or consent that the scope names (NextGenPSD2 1.3, section 13.1). */
export type Subject = { service: "PIS" | "AIS"; id: string };

/** The authorisation address of an OAuth 2.0 approval: the code flow (RFC 6749 §4.1) with PKCE (RFC 7636). */
export async function authorisationAddress(
  profile: BankProfile,
  call: { link: string; subject: Subject; redirect: RedirectBack; deadlineMs: number },
): Promise<Outcome<string>> {
  const { link, subject, redirect } = call;
  const clientId = clientIdOf(profile);
  if (clientId === null) return noClientId();
  const metadata = await readMetadata(profile, link, call.deadlineMs);
  if (!metadata.ok) return metadata;
  const { authorization_endpoint: endpoint, code_challenge_methods_supported: methods } = metadata.value;
  const url = new URL(endpoint);
  const scope = new URL(link).searchParams.get("scope") ?? `${subject.service}:${subject.id}`;
  const parameters = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirect.uri,
    scope,
    state: redirect.state,
    // Also sent where the metadata does not name the methods: the standard requires PKCE, and servers ignore unknown parameters.
    ...(methods && !methods.includes("S256")
      ? {}
      : {
          code_challenge: createHash("sha256").update(verifierOf(redirect), "ascii").digest("base64url"),
          code_challenge_method: "S256",
        }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { ok: true, value: url.href };
}

/** Derived from the redirect's secret instead of stored. 43 characters, as RFC 7636 §4.1 allows. */
function verifierOf({ secret }: RedirectBack): string {
  return createHmac("sha256", secret).update("pkce code_verifier", "utf8").digest("base64url");
}

/**
 * The metadata of the bank's authorisation server. The issuer must be the profile's issuer or on one of its hosts. It is not
 * compared with the link's path (RFC 8414 §3.3), because banks serve the metadata at other paths.
 */
async function readMetadata(profile: BankProfile, link: string, deadlineMs: number): Promise<Outcome<Metadata>> {
  const outcome = await callBank(profile, {
    operation: "oauth-metadata",
    method: "GET",
    url: link,
    deadlineMs,
    schema: metadataSchema,
    authorisationServer: { failureOf: metadataFailureOf },
  });
  // A GET changes nothing, so an unknown outcome is certainly not processed.
  if (!outcome.ok) return outcome.kind === "unknown" ? { ...outcome, kind: "unavailable" } : outcome;
  const { value } = outcome.value;
  const wrongIssuer =
    profile.oauth && profile.oauth.issuer !== value.issuer
      ? { ok: false as const, kind: "protocol" as const, detail: "The authorisation server names another issuer." }
      : refuseServerAddress(profile, value.issuer);
  return (
    wrongIssuer ??
    refuseServerAddress(profile, value.token_endpoint) ??
    refuseBrowserAddress(profile, value.authorization_endpoint) ?? { ok: true, value }
  );
}

function metadataFailureOf({ status }: HttpAnswer): Failure {
  const kind = status >= 500 || status === 408 || status === 429 ? "unavailable" : "protocol";
  return { ok: false, kind, detail: `${status} for the authorisation server's metadata` };
}

/** Exchanges a code for a grant (RFC 6749 §4.1.3). A code works once, so a lost response is `unknown`. */
export async function exchangeCode(
  profile: BankProfile,
  call: { link: string; params: Readonly<Record<string, string>>; redirect: RedirectBack; leftMs: () => number },
): Promise<Outcome<Grant>> {
  const { params, redirect, leftMs } = call;
  const clientId = clientIdOf(profile);
  if (clientId === null) return noClientId();
  const metadata = await readMetadata(profile, call.link, leftMs());
  if (!metadata.ok) return metadata;
  const {
    issuer,
    token_endpoint: tokenEndpoint,
    authorization_response_iss_parameter_supported: named,
  } = metadata.value;
  // RFC 9207: prevents mix-up attacks between authorisation servers.
  if (params["iss"] === undefined ? named === true : params["iss"] !== issuer) {
    return { ok: false, kind: "protocol", detail: "The return does not name the bank's authorisation server." };
  }
  return requestToken(profile, {
    tokenEndpoint,
    form: {
      grant_type: "authorization_code",
      client_id: clientId,
      code: params["code"] ?? "",
      redirect_uri: redirect.uri,
      code_verifier: verifierOf(redirect),
    },
    deadlineMs: leftMs(),
  });
}

/** RFC 6749 §6. Without a new refresh token the old one stays in use. */
export const refreshGrant: NonNullable<BankConnector["refreshGrant"]> = async (profile, grant) => {
  const clientId = clientIdOf(profile);
  if (clientId === null) return noClientId();
  const tokenEndpoint = grant.tokenEndpoint ?? profile.oauth?.tokenEndpoint;
  if (grant.refreshToken === undefined || tokenEndpoint === undefined) {
    return { ok: false, kind: "consent", detail: "The grant has no refresh token." };
  }
  const form = { grant_type: "refresh_token", client_id: clientId, refresh_token: grant.refreshToken };
  const outcome = await requestToken(profile, { tokenEndpoint, form, deadlineMs: profile.tokenTimeoutMs });
  return outcome.ok ? { ok: true, value: { refreshToken: grant.refreshToken, ...outcome.value } } : outcome;
};

async function requestToken(
  profile: BankProfile,
  call: { tokenEndpoint: string; form: Record<string, string>; deadlineMs: number },
): Promise<Outcome<Grant>> {
  const outcome = await callBank(profile, {
    operation: "token",
    method: "POST",
    url: call.tokenEndpoint,
    body: new URLSearchParams(call.form).toString(),
    deadlineMs: call.deadlineMs,
    schema: tokenSchema,
    authorisationServer: { failureOf: tokenFailureOf },
  });
  if (!outcome.ok) return outcome;
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: expiresInS } = outcome.value.value;
  return {
    ok: true,
    value: withoutUndefined({
      accessToken,
      refreshToken,
      expiresAt: expiresInS === undefined ? undefined : new Date(now().getTime() + expiresInS * 1000).toISOString(),
      tokenEndpoint: call.tokenEndpoint,
    }),
  };
}

function tokenFailureOf(answer: HttpAnswer): Failure {
  const { status, body } = answer;
  const code = /"error"\s*:\s*"([a-z_]{1,64})"/.exec(body)?.[1];
  const about = withoutUndefined({ code, detail: `${status} ${code ?? ""}`.trim() });
  if (status >= 500 || status === 408) return { ok: false, kind: "unknown", ...about };
  if (status === 429) return { ok: false, kind: "rate-limited", ...retryAfterOf(answer), ...about };
  return { ok: false, kind: KIND_BY_ERROR[code ?? ""] ?? (status === 401 ? "auth" : "invalid"), ...about };
}

/** Our client id: the profile's, else the organizationIdentifier of our certificate, as the standard defines. */
function clientIdOf(profile: BankProfile): string | null {
  const named = profile.clientId ?? profile.oauth?.clientId;
  if (named !== undefined) return named;
  const tls = tlsOf(profile);
  if (tls === null) return null;
  const { subject } = new X509Certificate(tls.cert);
  return /^(?:organizationIdentifier|2\.5\.4\.97)=(.+)$/m.exec(subject)?.[1] ?? null;
}

function noClientId(): Failure {
  return { ok: false, kind: "invalid", detail: "Neither the profile nor its certificate contains a client id." };
}
