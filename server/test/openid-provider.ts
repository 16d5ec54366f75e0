import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from "jose";
import { vi } from "vitest";

const REDIRECT_URI = "https://client.example/back";
const SECRET = "a secret that only the tests know";
const TOKEN_TTL_S = 3600;

/** An OpenID provider on a port of loopback, with everything that a real one does: pages, sessions, codes, signatures. */
export type OpenIdProvider = {
  issuer: string;
  /** Its private key. */
  key: JWK;
  /** The paths that were asked for, in order. */
  asked: string[];
  /** What it answers with in place of itself, while set. */
  fault: RequestListener | null;
  /** Signs in as that address and comes back with an ID token. `unverified@…` has an address that was never checked. */
  signIn(email: string, clientId?: string): Promise<string>;
  /** Signs with its own key what the provider itself would never say: these claims in the place of a good token's. */
  sign(email: string, claims?: Record<string, unknown>): Promise<string>;
  /** Signs with a new key from now on, and publishes no other. */
  rotate(): Promise<void>;
  close(): Promise<void>;
};

export async function startOpenIdProvider(clientIds: readonly [string, ...string[]]): Promise<OpenIdProvider> {
  // It says, at length, that it is no production set-up.
  for (const level of ["warn", "info"] as const) vi.spyOn(console, level).mockImplementation(() => undefined);
  let serve: RequestListener = (_request, response) => response.end();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    (provider.fault ?? serve)(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: OpenIdProvider = {
    issuer,
    key: await newKey(),
    asked,
    fault: null,
    signIn: (email, clientId = clientIds[0]) => signIn(issuer, clientId, email),
    sign: (email, claims = {}) => {
      const times = { iat: seconds(), exp: seconds() + TOKEN_TTL_S };
      const good = { iss: issuer, aud: clientIds[0], sub: email, email, email_verified: true, ...times };
      return signWith(provider.key, { ...good, ...claims });
    },
    rotate: async () => {
      provider.key = await newKey();
      serve = await callbackOf(issuer, clientIds, provider.key);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  await provider.rotate();
  return provider;
}

/** The present, in Unix seconds: the provider knows nothing of the clock that tests move. */
export const seconds = () => Math.floor(Date.now() / 1000);

async function signWith(key: JWK, payload: Record<string, unknown>): Promise<string> {
  const jwt = new SignJWT(payload).setProtectedHeader({ alg: "RS256", kid: String(key.kid) });
  return jwt.sign(await importJWK(key, "RS256"));
}

let made = 0;

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  made += 1;
  return { ...(await exportJWK(privateKey)), kid: `key-${made}`, alg: "RS256", use: "sig" };
}

async function callbackOf(issuer: string, clientIds: readonly string[], key: JWK): Promise<RequestListener> {
  const { default: Provider } = await import("oidc-provider");
  const provider = new Provider(issuer, {
    clients: clientIds.map((id) => ({ client_id: id, client_secret: SECRET, redirect_uris: [REDIRECT_URI] })),
    jwks: { keys: [key as { kty: string }] },
    cookies: { keys: [SECRET] },
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    conformIdTokenClaims: false,
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: id, email_verified: !id.startsWith("unverified") }),
    }),
  });
  return provider.callback();
}

/** The authorization code flow (OpenID Connect Core 1.0 §3.1), a person's browser and the client in one. */
async function signIn(issuer: string, clientId: string, email: string): Promise<string> {
  const browse = newBrowser(REDIRECT_URI);
  const asking = { client_id: clientId, response_type: "code", scope: "openid email", redirect_uri: REDIRECT_URI };
  let at = `${issuer}/auth?${new URLSearchParams(asking)}`;
  for (const body of [{ prompt: "login", login: email, password: "any" }, { prompt: "consent" }]) {
    const page = await browse(at);
    at = await browse(page, new URLSearchParams(body));
  }
  const code = new URL(at).searchParams.get("code") ?? "";
  const answer = await fetch(`${issuer}/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${clientId}:${encodeURIComponent(SECRET)}`)}` },
    body: new URLSearchParams({ grant_type: "authorization_code", code, redirect_uri: REDIRECT_URI }),
  });
  const { id_token: idToken } = (await answer.json()) as { id_token?: string };
  if (!idToken) throw new Error(`The provider gave no ID token to ${clientId}: ${answer.status}`);
  return idToken;
}

/** Follows redirects with its cookies, to the first page or to the client (`home`); returns that address. */
export function newBrowser(home = REDIRECT_URI): (address: string, form?: URLSearchParams) => Promise<string> {
  const cookies = new Map<string, string>();
  return async (address, form) => {
    let at = address;
    let body = form;
    while (!at.startsWith(home)) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const init = { headers: { cookie }, redirect: "manual" } as const;
      const response = await fetch(at, body ? { ...init, method: "POST", body } : init);
      for (const line of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      const next = response.headers.get("location");
      if (next === null) return at;
      at = new URL(next, at).toString();
      body = undefined;
    }
    return at;
  };
}
