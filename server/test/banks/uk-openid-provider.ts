import { createServer, type RequestListener } from "node:http";
import { exportJWK, type JWK } from "jose";
import type { JWKS } from "oidc-provider";
import { vi } from "vitest";
import { publicKeySet } from "../../connectors/keys/signing-key";
import { onLoopback } from "../processes/on-loopback";
import { newBrowser } from "./openid-provider";
import { rsaKeyPair } from "./rsa-keys";
import { CLIENT_ID } from "./tpp";

const ALGORITHM = "PS256";
/**
 * Redirects of web clients in the hybrid flow must be https. There is no server: the tests' browser stops before it.
 */
export const RETURN_URI = "https://pay.example/return";

/** A third-party, certified FAPI 1.0 authorisation server instead of a bank's. */
export type UkOpenIdProvider = {
  issuer: string;
  /** The person signs in and agrees; returns the redirect's address. */
  approve(url: string): Promise<string>;
  /** The person cancels at the first page. */
  turnBack(url: string): Promise<string>;
  /** The token's owner, by the provider; null for an unknown token. */
  holderOf(accessToken: string): Promise<string | null>;
  close(): Promise<void>;
};

export async function startUkOpenIdProvider(): Promise<UkOpenIdProvider> {
  // The provider logs long warnings that it is not a production set-up.
  for (const level of ["warn", "info"] as const) vi.spyOn(console, level).mockImplementation(() => undefined);
  let serve: RequestListener = (_request, response) => response.end();
  const server = createServer((request, response) => serve(request, response));
  const { origin: issuer, close } = await onLoopback(server);
  serve = await callbackOf(issuer);
  const visit = async (url: string, ...forms: Record<string, string>[]) => {
    const browse = newBrowser(RETURN_URI);
    let at = await browse(url);
    for (const form of forms) at = await browse(at, new URLSearchParams(form));
    return { at, browse };
  };
  return {
    issuer,
    approve: async (url) => {
      const login = { prompt: "login", login: "a shopper", password: "any" };
      return (await visit(url, login, { prompt: "consent" })).at;
    },
    turnBack: async (url) => {
      const { at, browse } = await visit(url);
      return browse(`${at}/abort`);
    },
    holderOf: async (accessToken) => {
      const answer = await fetch(`${issuer}/me`, { headers: { authorization: `Bearer ${accessToken}` } });
      return answer.ok ? ((await answer.json()) as { sub: string }).sub : null;
    },
    close,
  };
}

async function callbackOf(issuer: string): Promise<RequestListener> {
  const { default: Provider } = await import("oidc-provider");
  const { privateKey } = rsaKeyPair();
  const key: JWK = { ...(await exportJWK(privateKey)), kid: "bank-1", alg: ALGORITHM, use: "sig" };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        jwks: (await publicKeySet()) as JWKS,
        redirect_uris: [RETURN_URI],
        response_types: ["code", "code id_token"],
        grant_types: ["authorization_code", "implicit", "client_credentials", "refresh_token"],
        scope: "openid payments accounts",
        token_endpoint_auth_method: "private_key_jwt",
        token_endpoint_auth_signing_alg: ALGORITHM,
        id_token_signed_response_alg: ALGORITHM,
        request_object_signing_alg: ALGORITHM,
        authorization_signed_response_alg: ALGORITHM,
      },
    ],
    jwks: { keys: [key] } as JWKS,
    cookies: { keys: ["a secret that only the tests know"] },
    responseTypes: ["code", "code id_token"],
    scopes: ["openid", "payments", "accounts"],
    claims: { openid: ["sub"], openbanking_intent_id: null },
    enabledJWA: {
      clientAuthSigningAlgValues: [ALGORITHM],
      requestObjectSigningAlgValues: [ALGORITHM],
      idTokenSigningAlgValues: [ALGORITHM],
      authorizationSigningAlgValues: [ALGORITHM],
    },
    features: {
      fapi: { enabled: true, profile: "1.0 Final" },
      claimsParameter: { enabled: true },
      requestObjects: { enabled: true, requireSignedRequestObject: true },
      jwtResponseModes: { enabled: true },
      clientCredentials: { enabled: true },
    },
    issueRefreshToken: async () => true,
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: (_use, _scope, claims) => ({ sub: id, openbanking_intent_id: intentOf(claims) }),
    }),
  });
  return provider.callback();
}

/** The consent for the id_token: the one that the request object named. */
function intentOf(claims: Record<string, unknown>): unknown {
  return (claims["openbanking_intent_id"] as { value?: unknown } | null | undefined)?.value;
}
