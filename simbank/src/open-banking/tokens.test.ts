import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { unixSeconds } from "../../../server/lib/clock";
import { dataOf, ukBank } from "../../../server/test/banks/ob-uk-tpp";
import { simbankOfThisFile } from "../../../server/test/banks/simbank";
import { keySetOf, newTpp, readJws, type Tpp, tokenForm } from "../../../server/test/banks/tpp";
import { moveClock, query } from "../../../server/test/database";

const tpp = newTpp();
let published: Tpp[] = [tpp];
let keysAsked = 0;
const simbank = simbankOfThisFile(async () => {
  keysAsked += 1;
  return Response.json(keySetOf(...published));
});
let bank: ReturnType<typeof ukBank>;
beforeAll(async () => {
  bank = ukBank(tpp, "lloyds-bank");
});
afterEach(() => vi.useRealTimers());

const CLIENT = { grant_type: "client_credentials", scope: "payments" };
const errorOf = async (parameters: Record<string, string>, claims = {}) => {
  const { status, json } = await bank.token(parameters, claims);
  return [status, json["error"]];
};

describe("the provider", () => {
  it("publishes valid metadata: its URLs work, and its key stays the same", async () => {
    const found = (await (await fetch(`${bank.issuer}/.well-known/openid-configuration`)).json()) as Record<
      string,
      string
    >;
    expect(found["issuer"]).toBe(bank.issuer);
    expect(found["token_endpoint"]).toBe(`${bank.issuer}/token`);
    expect(found["authorization_endpoint"]).toBe(`${bank.issuer}/authorize`);
    const first = await (await fetch(found["jwks_uri"] ?? "")).json();
    expect(await (await fetch(bank.keys)).json()).toEqual(first);
    expect(JSON.stringify(first)).not.toContain('"d"');
    const other = await (await fetch(ukBank(tpp, "natwest").keys)).json();
    expect(other).not.toEqual(first);
  });

  it("stores its private key sealed", async () => {
    await bank.key();
    const rows = (await query("SELECT sealed_key FROM sim_signing_keys")).rows;
    expect(rows.length).toBeGreaterThan(0);
    for (const { sealed_key } of rows) expect(sealed_key.toString("latin1")).not.toMatch(/RSA|kty/);
  });

  it("does not exist at a bank of another standard", async () => {
    const elsewhere = bank.issuer.replace("lloyds-bank", "dkb");
    for (const path of [
      "/.well-known/openid-configuration",
      "/jwks",
      "/token",
      "/open-banking/v3.1/pisp/domestic-payments",
    ])
      expect((await fetch(elsewhere + path)).status).toBe(404);
  });
});

describe("a client", () => {
  it("is accepted by an assertion for this bank, once", async () => {
    expect((await bank.token(CLIENT)).json).toMatchObject({
      token_type: "Bearer",
      expires_in: 3600,
      scope: "payments",
    });
    const form = tokenForm(tpp, `${bank.issuer}/token`, CLIENT);
    const post = async () => (await fetch(`${bank.issuer}/token`, { method: "POST", body: form })).status;
    expect(await Promise.all([post(), post(), post()]).then((all) => all.sort())).toEqual([200, 401, 401]);
  });

  it.each<[string, Record<string, unknown>]>([
    ["for another bank", { aud: "https://elsewhere.example" }],
    ["of another client", { iss: "another-client", sub: "another-client" }],
    ["in another's name", { iss: "another-client" }],
    ["that is over", { exp: unixSeconds() - 3600 }],
    ["without an end", { exp: undefined }],
    ["that never ends", { exp: unixSeconds() + 1_000_000 }],
    ["without an id", { jti: undefined }],
  ])("with an assertion %s is rejected", async (_what, claims) => {
    expect(await errorOf(CLIENT, claims)).toEqual([401, "invalid_client"]);
  });

  it("with an unpublished key is rejected, until it is published", async () => {
    const next = newTpp();
    const by = () => ukBank(next, "lloyds-bank").token(CLIENT);
    await bank.token(CLIENT);
    expect((await by()).status).toBe(401);
    published = [tpp, next];
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(Date.now() + 5_000);
    const before = keysAsked;
    expect((await by()).status).toBe(200);
    expect((await by()).status).toBe(200);
    expect(keysAsked - before).toBe(1);
  });

  it("is refused unknown grants, invalid scopes, a duplicate parameter, JSON and GET", async () => {
    expect(await errorOf({ grant_type: "password" })).toEqual([400, "unsupported_grant_type"]);
    expect(await errorOf({ grant_type: "client_credentials", scope: "everything" })).toEqual([400, "invalid_scope"]);
    expect(await errorOf({ grant_type: "client_credentials" })).toEqual([400, "invalid_scope"]);
    const twice = new URLSearchParams(tokenForm(tpp, bank.issuer, CLIENT));
    twice.append("scope", "accounts");
    expect((await fetch(`${bank.issuer}/token`, { method: "POST", body: twice })).status).toBe(400);
    const asJson = { method: "POST", body: JSON.stringify(CLIENT), headers: { "Content-Type": "application/json" } };
    expect((await fetch(`${bank.issuer}/token`, asJson)).status).toBe(400);
    expect((await fetch(`${bank.issuer}/token`)).status).toBe(405);
  });
});

describe("a code", () => {
  const codeOf = async (claims = {}) => {
    const { id } = await bank.consent();
    const { url } = await bank.authorise(id, "approve", claims);
    return { id, code: String((await bank.response(url))["code"]) };
  };

  it("yields a token for its consent, and an id_token about it", async () => {
    const { id, code } = await codeOf();
    const { json } = await bank.exchange(code);
    expect(json).toMatchObject({ token_type: "Bearer", scope: "payments" });
    expect(json["refresh_token"]).toBeUndefined();
    const idToken = readJws(String(json["id_token"]), await bank.key());
    expect(idToken?.claims).toMatchObject({
      iss: bank.issuer,
      aud: "bankside-simulation",
      sub: id,
      openbanking_intent_id: id,
      nonce: "a nonce",
      acr: "urn:openbanking:psd2:sca",
    });
  });

  it("is valid once: the second use fails and revokes the tokens", async () => {
    const { code } = await codeOf();
    const answers = await Promise.all([bank.exchange(code), bank.exchange(code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const token = String(answers.find(({ status }) => status === 200)?.json["access_token"]);
    const asked = await bank.call("GET", `${bank.paymentInitiation}/domestic-payments/x`, token);
    expect(asked.status).toBe(401);
  });

  it("is valid only for its redirect URI, time and bank", async () => {
    const { code } = await codeOf();
    expect((await bank.exchange(code, { redirect_uri: `${simbank.baseUrl}/another` })).status).toBe(400);
    expect((await bank.exchange(code, { code_verifier: "x".repeat(43) })).status).toBe(400);
    expect((await ukBank(tpp, "natwest").exchange(code)).status).toBe(400);
    expect((await bank.exchange("code_nobody's")).status).toBe(400);
    await moveClock("5 minutes 1 second");
    expect((await bank.exchange(code)).json["error"]).toBe("invalid_grant");
  });

  it("requested with a challenge needs its verifier (RFC 7636, appendix B)", async () => {
    const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
    const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
    const { code } = await codeOf({ code_challenge: challenge, code_challenge_method: "S256" });
    expect((await bank.exchange(code)).status).toBe(400);
    expect((await bank.exchange(code, { code_verifier: `${verifier}x` })).status).toBe(400);
    expect((await bank.exchange(code, { code_verifier: verifier })).status).toBe(200);
  });
});

it("a payment is known only at the bank where it was started", async () => {
  const { submitted } = { submitted: await bank.submit(await bank.approved()) };
  const path = `domestic-payments/${String(dataOf(submitted)["DomesticPaymentId"])}`;
  expect((await bank.status(path)).status).toBe(200);
  expect((await ukBank(tpp, "natwest").status(path)).status).toBe(400);
});
