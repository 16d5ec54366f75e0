import { exportSPKI, generateKeyPair, importJWK, type JWTPayload, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { env } from "../../lib/config/env";
import { type OpenIdProvider, seconds, startOpenIdProvider } from "../../test/banks/openid-provider";
import { moveClock, query } from "../../test/database";
import { ctx as operator } from "../../test/rows/fixtures";
import { newUser, postTokenRequest, whoIs } from "../../test/rows/users";
import { createUser } from "../users/create-user";
import { switchUser } from "../users/switch-user";

const CLIENT = "bankside.apps.example";
const OTHER_CLIENT = "somebody-else.apps.example";

let provider: OpenIdProvider;
let email: string;
const started: OpenIdProvider[] = [];

/** A new provider, whose keys are not cached. */
async function configured(): Promise<OpenIdProvider> {
  const fresh = await startOpenIdProvider([CLIENT, OTHER_CLIENT]);
  started.push(fresh);
  env().googleIssuer = fresh.issuer;
  return fresh;
}

beforeAll(async () => {
  provider = await configured();
  email = await newUser();
});
beforeEach(() => {
  env().googleIssuer = provider.issuer;
  env().googleClientId = CLIENT;
});
afterAll(() => Promise.all(started.map((one) => one.close())));

const come = (idToken: string, more: object = {}) =>
  postTokenRequest({ grant_type: "google_id_token", id_token: idToken, ...more });

const signed = (claims?: Record<string, unknown>) => provider.sign(email, claims);
const kid = () => String(provider.key.kid);
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const parts = (token: string) => token.split(".") as [string, string, string];
const payloadOf = (token: string) => JSON.parse(Buffer.from(parts(token)[1], "base64url").toString()) as JWTPayload;

/** The claims of a valid token, signed with this key. */
async function signedBy(
  key: CryptoKey | Uint8Array,
  header: { alg: string; kid?: string; jwk?: object },
): Promise<string> {
  return new SignJWT(payloadOf(await signed())).setProtectedHeader(header).sign(key);
}

describe("an ID token of the provider", () => {
  it("yields a token set of the user with its address", async () => {
    const reply = await come(await provider.signIn(email));
    expect(reply.status).toBe(200);
    expect(reply.headers.get("cache-control")).toBe("no-store");
    expect(await whoIs(reply.data.access_token)).toBe("user admin all");
  });

  it("may be sent again while valid: each time a new family", async () => {
    const idToken = await provider.signIn(email);
    const [first, second] = [await come(idToken), await come(idToken)];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.data.refresh_token).not.toBe(first.data.refresh_token);
  });

  it("control: a token made as the forgeries below is accepted", async () => {
    expect((await come(await signed())).status).toBe(200);
    const own = await signedBy(await importJWK(provider.key, "RS256"), { alg: "RS256", kid: kid() });
    expect((await come(own)).status).toBe(200);
  });

  it("gives no role that the user does not have", async () => {
    const ctx = "merchant:01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a10";
    const reply = await come(await provider.signIn(email), { ctx });
    expect([reply.status, reply.error.code]).toEqual([403, "FORBIDDEN"]);
  });
});

const stranger = await generateKeyPair("RS256", { extractable: true });

const refusals: [string, () => Promise<string>][] = [
  ["for another client", () => provider.signIn(email, OTHER_CLIENT)],
  ["for another client as well as for us", () => signed({ aud: [CLIENT, OTHER_CLIENT] })],
  ["for no audience", () => signed({ aud: [] })],
  ["of another provider", async () => (await startOther()).signIn(email)],
  ["that names another issuer", () => signed({ iss: "https://issuer.example" })],
  ["that names Google, where another is configured", () => signed({ iss: "accounts.google.com" })],
  ["that is over", () => signed({ exp: seconds() - 1 })],
  ["without an end", () => signed({ exp: undefined })],
  ["that is not yet valid", () => signed({ nbf: seconds() + 60 })],
  ["whose address was never checked", () => provider.signIn("unverified@olaria.example")],
  ["whose address is called checked in a text", () => signed({ email_verified: "true" })],
  ["without an address", () => signed({ email: undefined })],
  ["of an address without a user here", () => provider.signIn("nobody@olaria.example")],
  ["of a disabled user", () => provider.signIn("disabled@olaria.example")],
  ["with other claims than were signed", async () => changed(await signed())],
  ["without a signature", async () => `${base64({ alg: "none" })}.${parts(await signed())[1]}.`],
  ["signed with the public key as a shared secret", () => signedWithPublicKey()],
  ["signed by an unpublished key", () => signedBy(stranger.privateKey, { alg: "RS256", kid: "unknown" })],
  ["signed by another key of a known name", () => signedByNamesake({})],
  ["signed by a key that it brings along", async () => signedByNamesake({ jwk: await publicJwk() })],
  ["that is none", async () => "e30.e30.e30"],
  ["that is no three parts", async () => "opaque"],
];

describe("401 UNAUTHORIZED, with the same message, for one", () => {
  beforeAll(async () => {
    for (const address of ["unverified@olaria.example", "disabled@olaria.example"])
      await createUser(operator, { email: address, name: "Eva Cruz", role: "owner" });
    await switchUser(operator, { email: "disabled@olaria.example", to: "disabled" });
  });

  it.each(refusals)("%s", async (_name, make) => {
    const families = await countFamilies();
    const reply = await come(await make());
    const error = { code: "UNAUTHORIZED", message: "The id_token was not accepted." };
    expect([reply.status, JSON.parse(reply.text)]).toEqual([401, { success: false, error }]);
    expect(await countFamilies()).toBe(families);
  });

  it("that has expired", async () => {
    const idToken = await provider.signIn(email);
    await moveClock("59 minutes");
    expect((await come(idToken)).status).toBe(200);
    await moveClock("2 minutes");
    expect((await come(idToken)).error.code).toBe("UNAUTHORIZED");
  });
});

async function startOther(): Promise<OpenIdProvider> {
  const other = await startOpenIdProvider([CLIENT]);
  started.push(other);
  return other;
}

function changed(token: string): string {
  const [head, , signature] = parts(token);
  return `${head}.${base64({ ...payloadOf(token), sub: "somebody else" })}.${signature}`;
}

async function publicKey(): Promise<CryptoKey> {
  const { kty, n, e } = provider.key;
  return (await importJWK({ kty: String(kty), n: String(n), e: String(e) }, "RS256", {
    extractable: true,
  })) as CryptoKey;
}

async function signedWithPublicKey(): Promise<string> {
  const secret = new TextEncoder().encode(await exportSPKI(await publicKey()));
  return signedBy(secret, { alg: "HS256", kid: kid() });
}

async function publicJwk(): Promise<object> {
  return crypto.subtle.exportKey("jwk", stranger.publicKey);
}

async function signedByNamesake(header: object): Promise<string> {
  return signedBy(stranger.privateKey, { alg: "RS256", kid: kid(), ...header });
}

async function countFamilies(): Promise<number> {
  const { rows } = await query<{ count: number }>("SELECT count(*)::int FROM token_families");
  return rows[0]?.count ?? -1;
}
