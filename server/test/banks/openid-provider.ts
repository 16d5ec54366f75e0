import { createServer, type RequestListener } from "node:http";
import { exportJWK, importJWK, type JWK, SignJWT } from "jose";
import { onLoopback } from "../processes/on-loopback";
import { rsaKeyPair } from "./rsa-keys";

const REDIRECT_URI = "https://client.example/back";
/** The secret of its clients. */
export const PROVIDER_SECRET = "a secret that only the tests know";
const TOKEN_TTL_S = 3600;

/** An OpenID provider on a loopback port, complete like a real one: pages, sessions, codes, signatures. */
export type OpenIdProvider = {
  issuer: string;
  /** Its private key. */
  key: JWK;
  /** The requested paths, in order. */
  asked: string[];
  /** While set, it answers instead of the provider. */
  fault: RequestListener | null;
  /** Signs in as that address and returns an ID token. `unverified@…` has an unverified address. */
  signIn(email: string, clientId?: string): Promise<string>;
  /** Follows a browser from the client's redirect to the provider's redirect back, signed in as that address. */
  browse(address: string, email: string, home: string): Promise<URL>;
  /** Signs, with the provider's key, a token with these claims changed, which the provider itself would not issue. */
  sign(email: string, claims?: Record<string, unknown>): Promise<string>;
  /** Signs with a new key from now on, and publishes only that one. */
  rotate(): Promise<void>;
  close(): Promise<void>;
};

/** `homes`: further redirect addresses of its clients. */
export async function startOpenIdProvider(
  clientIds: readonly [string, ...string[]],
  homes: readonly string[] = [],
): Promise<OpenIdProvider> {
  // The provider logs long warnings that it is not a production set-up.
  for (const level of ["warn", "info"] as const) console[level] = () => undefined;
  let serve: RequestListener = (_request, response) => response.end();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    (provider.fault ?? serve)(request, response);
  });
  const { origin: issuer, close } = await onLoopback(server);
  const firstKey = await newKey();
  const provider: OpenIdProvider = {
    issuer,
    key: firstKey,
    asked,
    fault: null,
    signIn: (email, clientId = clientIds[0]) => signIn(issuer, clientId, email),
    browse: (address, email, home) => browse(address, email, home),
    sign: (email, claims = {}) => {
      const times = { iat: seconds(), exp: seconds() + TOKEN_TTL_S };
      const good = { iss: issuer, aud: clientIds[0], sub: email, email, email_verified: true, ...times };
      return signWith(provider.key, { ...good, ...claims });
    },
    rotate: async () => {
      provider.key = await newKey();
      serve = await callbackOf(issuer, { clientIds, homes, key: provider.key });
    },
    close,
  };
  serve = await callbackOf(issuer, { clientIds, homes, key: firstKey });
  return provider;
}

/** The present, in Unix seconds: the provider does not use the clock that tests move. */
export const seconds = () => Math.floor(Date.now() / 1000);

async function signWith(key: JWK, payload: Record<string, unknown>): Promise<string> {
  const jwt = new SignJWT(payload).setProtectedHeader({ alg: "RS256", kid: String(key.kid) });
  return jwt.sign(await importJWK(key, "RS256"));
}

let made = 0;

async function newKey(): Promise<JWK> {
  const { privateKey } = rsaKeyPair();
  made += 1;
  return { ...(await exportJWK(privateKey)), kid: `key-${made}`, alg: "RS256", use: "sig" };
}

type Clients = { clientIds: readonly string[]; homes: readonly string[]; key: JWK };

async function callbackOf(issuer: string, { clientIds, homes, key }: Clients): Promise<RequestListener> {
  const { default: Provider } = await import("oidc-provider");
  const provider = new Provider(issuer, {
    clients: clientIds.map((id) => ({
      client_id: id,
      client_secret: PROVIDER_SECRET,
      redirect_uris: [REDIRECT_URI, ...homes],
    })),
    jwks: { keys: [key as { kty: string }] },
    cookies: { keys: [PROVIDER_SECRET] },
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    conformIdTokenClaims: false,
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: id, email_verified: !id.startsWith("unverified") }),
    }),
  });
  return provider.callback();
}

/** The authorization code flow (OpenID Connect Core 1.0 §3.1), with the browser and the client in one function. */
async function signIn(issuer: string, clientId: string, email: string): Promise<string> {
  const asking = { client_id: clientId, response_type: "code", scope: "openid email", redirect_uri: REDIRECT_URI };
  const back = await browse(`${issuer}/auth?${new URLSearchParams(asking)}`, email, REDIRECT_URI);
  const code = back.searchParams.get("code") ?? "";
  const answer = await fetch(`${issuer}/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${clientId}:${encodeURIComponent(PROVIDER_SECRET)}`)}` },
    body: new URLSearchParams({ grant_type: "authorization_code", code, redirect_uri: REDIRECT_URI }),
  });
  const { id_token: idToken } = (await answer.json()) as { id_token?: string };
  if (!idToken) throw new Error(`The provider gave no ID token to ${clientId}: ${answer.status}`);
  return idToken;
}

async function browse(address: string, email: string, home: string): Promise<URL> {
  const open = newBrowser(home);
  let at = address;
  for (const body of [{ prompt: "login", login: email, password: "any" }, { prompt: "consent" }]) {
    const page = await open(at);
    at = page.startsWith(home) ? page : await open(page, new URLSearchParams(body));
  }
  return new URL(at);
}

/** Follows redirects with cookies, to the first page or to the client (`home`); returns that address. */
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
