import { createHash, createHmac, X509Certificate } from "node:crypto";
import { z } from "zod";
import { now } from "../../lib/clock";
import type { HttpAnswer } from "../../lib/http-client";
import { tlsOf } from "../key-material";
import type { BankConnector, Failure, FailureKind, Grant, Outcome, RedirectBack } from "../port";
import type { BankProfile } from "../profile-schema";
import { callBank } from "./call";
import { refuseBrowserAddress, refuseServerAddress } from "./links";

const MAX_LIFETIME_S = 10 * 365 * 24 * 3600;

/** RFC 8414 §2, as far as it is used; unknown members are the server's own. */
const metadataSchema = z.object({
  issuer: z.url(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  code_challenge_methods_supported: z.array(z.string()).optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional().catch(undefined),
});
type Metadata = z.infer<typeof metadataSchema>;

/** RFC 6749 §5.1. Some servers write the seconds as text. */
const tokenSchema = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional().catch(undefined),
  expires_in: z.coerce.number().int().positive().max(MAX_LIFETIME_S).optional().catch(undefined),
});

/** RFC 6749 §5.2: what a token endpoint's own words mean. A grant that is refused is over; the client is a matter of ours. */
const KIND_BY_ERROR: Record<string, FailureKind> = {
  invalid_grant: "consent",
  invalid_client: "auth",
  unauthorized_client: "auth",
  invalid_request: "invalid",
  invalid_scope: "invalid",
  unsupported_grant_type: "invalid",
  temporarily_unavailable: "unavailable",
};

/** What is approved: the scope names it (NextGenPSD2 1.3, section 13.1). */
export type Subject = { service: "PIS" | "AIS"; id: string };

/** Where the shopper's browser goes for an approval by OAuth 2.0: the code flow (RFC 6749 §4.1) with PKCE (RFC 7636). */
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
    // Sent also where the server does not tell: this standard demands it, and others ignore what they do not know.
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

/** Derived, not kept: whoever can complete the approval has the secret of it. 43 characters, as RFC 7636 §4.1 allows. */
function verifierOf({ secret }: RedirectBack): string {
  return createHmac("sha256", secret).update("pkce code_verifier", "utf8").digest("base64url");
}

/**
 * The configuration of the bank's authorisation server, from its link. The issuer is held to the profile's hosts, or to the
 * profile's own issuer, and not to the link's path as RFC 8414 §3.3 has it: banks serve it at paths of their own.
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
  // A question that changes nothing: where it stays open, surely nothing has been done.
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

/** A code for a grant (RFC 6749 §4.1.3). A code works once: what came of a call without an answer stays unknown. */
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
  // RFC 9207: the answer of one server must not be taken to another.
  if (params["iss"] === undefined ? named === true : params["iss"] !== issuer) {
    return { ok: false, kind: "protocol", detail: "The return does not name the bank's authorisation server." };
  }
  return askForToken(profile, {
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

/** RFC 6749 §6. What the answer leaves out stays as it was. */
export const refreshGrant: NonNullable<BankConnector["refreshGrant"]> = async (profile, grant) => {
  const clientId = clientIdOf(profile);
  if (clientId === null) return noClientId();
  const tokenEndpoint = grant.tokenEndpoint ?? profile.oauth?.tokenEndpoint;
  if (grant.refreshToken === undefined || tokenEndpoint === undefined) {
    return { ok: false, kind: "consent", detail: "The bank gave nothing to refresh the grant with." };
  }
  const form = { grant_type: "refresh_token", client_id: clientId, refresh_token: grant.refreshToken };
  const outcome = await askForToken(profile, { tokenEndpoint, form, deadlineMs: profile.tokenTimeoutMs });
  return outcome.ok ? { ok: true, value: { refreshToken: grant.refreshToken, ...outcome.value } } : outcome;
};

async function askForToken(
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
    value: {
      accessToken,
      ...(refreshToken === undefined ? {} : { refreshToken }),
      ...(expiresInS === undefined ? {} : { expiresAt: new Date(now().getTime() + expiresInS * 1000).toISOString() }),
      tokenEndpoint: call.tokenEndpoint,
    },
  };
}

function tokenFailureOf({ status, body }: HttpAnswer): Failure {
  const error = /"error"\s*:\s*"([a-z_]{1,64})"/.exec(body)?.[1];
  const code = error === undefined ? {} : { code: error };
  const detail = `${status} ${error ?? ""}`.trim();
  if (status >= 500 || status === 408) return { ok: false, kind: "unknown", ...code, detail };
  if (status === 429) return { ok: false, kind: "rate-limited", ...code, detail };
  return { ok: false, kind: KIND_BY_ERROR[error ?? ""] ?? (status === 401 ? "auth" : "invalid"), ...code, detail };
}

/** How the bank knows us: as the operator wrote it, else by the organizationIdentifier of our certificate, as the standard has it. */
function clientIdOf(profile: BankProfile): string | null {
  const named = profile.clientId ?? profile.oauth?.clientId;
  if (named !== undefined) return named;
  const tls = tlsOf(profile);
  if (tls === null) return null;
  const { subject } = new X509Certificate(tls.cert);
  return /^(?:organizationIdentifier|2\.5\.4\.97)=(.+)$/m.exec(subject)?.[1] ?? null;
}

function noClientId(): Failure {
  return { ok: false, kind: "invalid", detail: "Neither the profile nor its certificate names a client id." };
}
