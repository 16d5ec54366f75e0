import { constants, type KeyObject, randomUUID, sign, verify, type X509Certificate } from "node:crypto";
import { CLIENT_ID } from "../../../simbank/src/open-banking/oauth/clients";
import { unixSeconds } from "../../lib/clock";
import { rsaKeyPair } from "./rsa-keys";

const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
const LIFETIME_S = 300;
const SALT_BYTES = 32;
const OB = "http://openbanking.org.uk";
const PSS = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: SALT_BYTES };

export { CLIENT_ID };
export type Json = Record<string, unknown>;

/**
 * A third party provider of UK Open Banking with node:crypto: an implementation of the standards independent of the
 * library that the bank uses.
 */
export type Tpp = { keyId: string; key: KeyObject; publicKey: KeyObject };

export function newTpp(): Tpp {
  const { privateKey, publicKey } = rsaKeyPair();
  return { keyId: randomUUID(), key: privateKey, publicKey };
}

/** Its published key set. */
export function keySetOf(...tpps: Tpp[]): { keys: Json[] } {
  return {
    keys: tpps.map(({ keyId, publicKey }) => ({ ...publicKey.export({ format: "jwk" }), kid: keyId, use: "sig" })),
  };
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value), "utf8").toString("base64url");

/** A compact JWS over these bytes. */
function signBytes({ key, keyId }: Tpp, header: Json, payload: string): string {
  const input = `${encode({ alg: "PS256", kid: keyId, ...header })}.${payload}`;
  return `${input}.${sign("sha256", Buffer.from(input), { key, ...PSS }).toString("base64url")}`;
}

export function signJwt(tpp: Tpp, claims: Json): string {
  return signBytes(tpp, { typ: "JWT" }, encode(claims));
}

/** `x-jws-signature` of a body: a JWS without its payload. */
export function signDetached(tpp: Tpp, body: string, header: Json = {}): string {
  const critical = { [`${OB}/iat`]: unixSeconds(), [`${OB}/iss`]: CLIENT_ID, [`${OB}/tan`]: "127.0.0.1" };
  const whole = { typ: "JOSE", ...critical, crit: Object.keys(critical), ...header };
  const payload = Buffer.from(body, "utf8").toString("base64url");
  return signBytes(tpp, whole, payload).replace(`.${payload}.`, "..");
}

/** The header and the claims of a JWS, verified with a published key; null when the signature is invalid. */
export function readJws(
  jws: string,
  key: KeyObject | X509Certificate["publicKey"],
): { header: Json; claims: Json } | null {
  const [header = "", payload = "", signature = ""] = jws.split(".");
  const isGood = verify(
    "sha256",
    Buffer.from(`${header}.${payload}`),
    { key, ...PSS },
    Buffer.from(signature, "base64url"),
  );
  const decode = (text: string) => JSON.parse(Buffer.from(text, "base64url").toString("utf8")) as Json;
  return isGood ? { header: decode(header), claims: decode(payload) } : null;
}

export type AssertionChanges = Json;

/** The form of a call to the token endpoint, with a client assertion for one use. */
export function tokenForm(
  tpp: Tpp,
  audience: string,
  parameters: Record<string, string>,
  claims: AssertionChanges = {},
): URLSearchParams {
  const exp = unixSeconds() + LIFETIME_S;
  const whole = { iss: CLIENT_ID, sub: CLIENT_ID, aud: audience, exp, jti: randomUUID(), ...claims };
  return new URLSearchParams({
    client_assertion_type: ASSERTION_TYPE,
    client_assertion: signJwt(tpp, whole),
    ...parameters,
  });
}

/** The address to which the browser is redirected for an authorisation. */
export function authorisationUrl(tpp: Tpp, issuer: string, consentId: string, claims: Json = {}): string {
  const iat = unixSeconds();
  const request = signJwt(tpp, {
    iss: CLIENT_ID,
    aud: issuer,
    client_id: CLIENT_ID,
    response_type: "code",
    response_mode: "jwt",
    scope: "openid payments",
    state: "a state",
    nonce: "a nonce",
    iat,
    nbf: iat,
    exp: iat + LIFETIME_S,
    claims: { id_token: { openbanking_intent_id: { value: consentId, essential: true } } },
    ...claims,
  });
  return `${issuer}/authorize?${new URLSearchParams({ client_id: CLIENT_ID, request })}`;
}
