import { createHash, createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { unixSeconds } from "../../lib/clock";
import { newId } from "../../lib/ids";
import { type FakeUkBank, startFakeUkBank, TOKEN } from "../../test/banks/fake-uk-bank";
import { CLIENT_ID, type Json, newTpp, signJwt, type Tpp } from "../../test/banks/tpp";
import type { RedirectCall } from "../port";
import type { BankProfile } from "../profile-schema";
import { codeVerifierOf, nonceOf } from "./authorisation-request";
import { obUk } from "./connector";

// Returns as the bank signs them, and forged ones, whose code must not be used.

let bank: FakeUkBank;
beforeAll(async () => {
  bank = await startFakeUkBank();
});
beforeEach(() => {
  bank.asked.length = 0;
  bank.token = () => ({ status: 200, body: { ...TOKEN, id_token: idToken({}) } });
});
afterAll(() => bank.close());

const redirect = { uri: "https://pay.example/return", state: newId(), secret: newId() };
const consentId = newId();
const CODE = "code-1";
const ref = { scheme: "FASTER_PAYMENTS", bankPaymentId: null, consentId, links: {} };

const leftHalf = (text: string) => createHash("sha256").update(text).digest().subarray(0, 16).toString("base64url");
const common = () => ({ iss: bank.issuer, aud: CLIENT_ID, iat: unixSeconds(), exp: unixSeconds() + 300 });
/** Undefined removes a claim. */
const idToken = (changed: Json, key: Tpp = bank.key) =>
  signJwt(key, {
    ...common(),
    sub: consentId,
    nonce: nonceOf(redirect),
    openbanking_intent_id: consentId,
    s_hash: leftHalf(redirect.state),
    c_hash: leftHalf(CODE),
    ...changed,
  });
const response = (changed: Json, key: Tpp = bank.key) =>
  signJwt(key, { ...common(), code: CODE, state: redirect.state, ...changed });

const inFragment = (): BankProfile => withMode("fragment");
function withMode(responseMode: "jwt" | "fragment", quirks: BankProfile["quirks"] = {}): BankProfile {
  const { oauth } = bank.profile;
  if (!oauth) throw new Error("The profile has no authorisation server.");
  return { ...bank.profile, oauth: { ...oauth, responseMode }, quirks };
}

const complete = (profile: BankProfile, params: RedirectCall["params"]) =>
  obUk.completeRedirect(profile, { ref, params, redirect });
const exchanges = () => bank.asked.filter(({ path, body }) => path === "/token" && body.includes("authorization_code"));
const asFragment = (token: string) => ({ code: CODE, id_token: token, state: redirect.state });

/** The same claims without a signature, and signed with the public key as shared secret. */
const unsigned = (jwt: string) => `${header({ alg: "none" })}.${jwt.split(".")[1]}.`;
function signedWithPublicKey(jwt: string): string {
  const input = `${header({ alg: "HS256", kid: bank.key.keyId })}.${jwt.split(".")[1]}`;
  const secret = bank.key.publicKey.export({ type: "spki", format: "pem" });
  return `${input}.${createHmac("sha256", secret).update(input).digest("base64url")}`;
}
const header = (claims: Json) => Buffer.from(JSON.stringify(claims)).toString("base64url");

type Forge = (make: (changed: Json, key?: Tpp) => string) => string;
const FORGED: [string, Forge][] = [
  ["another issuer", (make) => make({ iss: "https://other.example" })],
  ["another audience", (make) => make({ aud: "somebody-else" })],
  ["a further audience", (make) => make({ aud: [CLIENT_ID, "somebody-else"] })],
  ["no audience", (make) => make({ aud: undefined })],
  ["an end that is past", (make) => make({ exp: unixSeconds() - 3600 })],
  ["no end", (make) => make({ exp: undefined })],
  ["a beginning to come", (make) => make({ nbf: unixSeconds() + 3600 })],
  ["no signature (alg none)", (make) => unsigned(make({}))],
  ["the public key as a secret (HS256)", (make) => signedWithPublicKey(make({}))],
  ["a key that the bank does not publish", (make) => make({}, newTpp())],
  ["another key under the bank's name", (make) => make({}, { ...newTpp(), keyId: bank.key.keyId })],
  ["no JWT at all", () => "x.y.z"],
];

describe("a return in the fragment (code id_token)", () => {
  it("that is verified is exchanged once, with the verifier", async () => {
    const outcome = await complete(inFragment(), asFragment(idToken({})));
    expect(outcome).toMatchObject({ ok: true, value: { kind: "granted", grant: { accessToken: "at" } } });
    expect(exchanges()).toHaveLength(1);
    const form = new URLSearchParams(exchanges()[0]?.body);
    expect(form.get("code")).toBe(CODE);
    expect(form.get("redirect_uri")).toBe(redirect.uri);
    expect(form.get("code_verifier")).toBe(codeVerifierOf(redirect));
  });

  const forged: [string, Forge][] = [
    ...FORGED,
    ["another nonce", (make) => make({ nonce: newId() })],
    ["no nonce", (make) => make({ nonce: undefined })],
    ["another code's hash", (make) => make({ c_hash: leftHalf("code-2") })],
    ["no hash of the code", (make) => make({ c_hash: undefined })],
    ["another state's hash", (make) => make({ s_hash: leftHalf(newId()) })],
    ["no hash of the state", (make) => make({ s_hash: undefined })],
    ["another consent", (make) => make({ openbanking_intent_id: newId() })],
    ["no consent", (make) => make({ openbanking_intent_id: undefined })],
  ];
  it.each(forged)("with %s is refused, and nothing is exchanged", async (_name, forge) => {
    expect(await complete(inFragment(), asFragment(forge(idToken)))).toMatchObject({ ok: false, kind: "protocol" });
    expect(exchanges()).toEqual([]);
  });

  it.each<[string, Record<string, string>]>([
    ["another state", { state: newId() }],
    ["an empty state", { state: "" }],
    ["another code", { code: "code-2" }],
    ["no code", { code: "" }],
  ])("with %s beside a valid id_token is refused", async (_name, changed) => {
    const outcome = await complete(inFragment(), { ...asFragment(idToken({})), ...changed });
    expect(outcome).toMatchObject({ ok: false, kind: "protocol" });
    expect(exchanges()).toEqual([]);
  });

  it("without an id_token, or in the other mode, is refused", async () => {
    for (const params of [{ code: CODE, state: redirect.state }, { response: response({}) }, {}])
      expect(await complete(inFragment(), params)).toMatchObject({ ok: false, kind: "protocol" });
    expect(exchanges()).toEqual([]);
  });

  it("without s_hash is accepted with the quirk idTokenWithoutStateHash; with a wrong one it is refused", async () => {
    const profile = withMode("fragment", { idTokenWithoutStateHash: true });
    expect((await complete(profile, asFragment(idToken({ s_hash: undefined })))).ok).toBe(true);
    const wrong = await complete(profile, asFragment(idToken({ s_hash: leftHalf("x") })));
    expect(wrong).toMatchObject({ ok: false, kind: "protocol" });
  });
});

describe("a return in the query (JARM)", () => {
  it("that is verified is exchanged, and accepted when the id_token is for this consent", async () => {
    const outcome = await complete(bank.profile, { response: response({}) });
    expect(outcome).toMatchObject({ ok: true, value: { kind: "granted", grant: { accessToken: "at" } } });
    expect(exchanges()).toHaveLength(1);
  });

  const forged: [string, Forge][] = [
    ...FORGED,
    ["another state", (make) => make({ state: newId() })],
    ["no state", (make) => make({ state: undefined })],
    ["no code", (make) => make({ code: undefined })],
    ["a code that is no text", (make) => make({ code: 7 })],
  ];
  it.each(forged)("with %s is refused, and nothing is exchanged", async (_name, forge) => {
    expect(await complete(bank.profile, { response: forge(response) })).toMatchObject({ ok: false, kind: "protocol" });
    expect(exchanges()).toEqual([]);
  });

  it("without a signature is refused: parameters outside of the JWT are ignored", async () => {
    const plain = { code: CODE, state: redirect.state };
    for (const params of [plain, asFragment(idToken({})), { error: "access_denied", state: redirect.state }, {}])
      expect(await complete(bank.profile, params)).toMatchObject({ ok: false, kind: "protocol" });
    const outcome = await complete(bank.profile, { response: response({ code: undefined }), ...plain });
    expect(outcome).toMatchObject({ ok: false, kind: "protocol" });
    expect(exchanges()).toEqual([]);
  });

  it.each<[string, string | undefined]>([
    ["no id_token", undefined],
    ["one about another consent", "other"],
    ["one with another nonce", "nonce"],
    ["one that is not the bank's", "key"],
  ])("whose token response has %s gives no grant", async (_name, fault) => {
    const tokens: Record<string, () => string> = {
      other: () => idToken({ openbanking_intent_id: newId() }),
      nonce: () => idToken({ nonce: newId() }),
      key: () => idToken({}, newTpp()),
    };
    const given = fault === undefined ? {} : { id_token: tokens[fault]?.() };
    bank.token = () => ({ status: 200, body: { ...TOKEN, ...given } });
    expect(await complete(bank.profile, { response: response({}) })).toMatchObject({ ok: false, kind: "protocol" });
  });
});

describe("a return with an error", () => {
  // Banks add a text to the code; in a fragment anyone may have written it.
  const words = { error_description: "Call 0900 1234" };
  const failed = (error: string) => [
    () => complete(bank.profile, { response: response({ code: undefined, error, ...words }) }),
    () => complete(inFragment(), { error, ...words, state: redirect.state }),
  ];

  it("is denied for access_denied, with only the code as reason", async () => {
    for (const come of failed("access_denied"))
      expect(await come()).toEqual({ ok: true, value: { kind: "denied", reason: "access_denied" } });
  });

  it("is unavailable for server errors and invalid for others", async () => {
    for (const error of ["server_error", "temporarily_unavailable"])
      for (const come of failed(error))
        expect(await come()).toMatchObject({ ok: false, kind: "unavailable", code: error });
    for (const come of failed("invalid_request")) expect(await come()).toMatchObject({ ok: false, kind: "invalid" });
    expect(exchanges()).toEqual([]);
  });

  it("with another state is refused", async () => {
    const outcome = await complete(inFragment(), { error: "access_denied", state: newId() });
    expect(outcome).toMatchObject({ ok: false, kind: "protocol" });
  });
});

describe("a code exchange", () => {
  const come = () => complete(bank.profile, { response: response({}) });

  it.each<[string, FakeUkBank["token"], string]>([
    ["is lost", () => null, "unknown"],
    ["ends in a server's error", () => ({ status: 500 }), "unknown"],
    ["ends in a page", () => ({ status: 200, body: "<html>" }), "unknown"],
    ["brings no token", () => ({ status: 200, body: {} }), "unknown"],
    ["brings a token of another type", () => ({ status: 200, body: { ...TOKEN, token_type: "DPoP" } }), "unknown"],
    ["is refused, the code being used", () => ({ status: 400, body: { error: "invalid_grant" } }), "consent"],
    ["is refused, we being unknown", () => ({ status: 401, body: { error: "invalid_client" } }), "auth"],
    [
      "is refused, the bank being busy",
      () => ({ status: 400, body: { error: "temporarily_unavailable" } }),
      "unavailable",
    ],
    ["is put off", () => ({ status: 429, headers: { "retry-after": "3" } }), "rate-limited"],
  ])("that %s has its own kind", async (_name, token, kind) => {
    bank.token = token;
    expect(await come()).toMatchObject({ ok: false, kind });
    expect(exchanges()).toHaveLength(1);
  });

  it("is not started while the bank's keys cannot be fetched: the return can be repeated", async () => {
    const other = await startFakeUkBank();
    other.keys = () => ({ status: 503 });
    const outcome = await complete(other.profile, { response: response({}) });
    expect(outcome).toMatchObject({ ok: false, kind: "unavailable" });
    expect(other.asked.map(({ path }) => path)).toEqual(["/jwks"]);
    await other.close();
  });
});
