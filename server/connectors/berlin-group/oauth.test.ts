import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { bankThat, json, SEPA_INITIATION } from "../../test/banks/fake-bank";
import type { RedirectBack } from "../port";
import type { BankProfile } from "../profile-schema";
import { berlinGroup } from "./connector";

const REDIRECT: RedirectBack = { uri: "https://pay.example/return", state: "s".repeat(43), secret: "x".repeat(43) };
const CLIENT_ID = "PSDDE-BAFIN-123456";

type Metadata = Record<string, unknown>;
type Played = { profile: BankProfile; forms: URLSearchParams[]; asked: string[] };
type Plan = {
  metadata?: Metadata;
  link?: string;
  token?: [status: number, body: unknown];
  /** The profile has no client id. */
  unknown?: true;
};

/** A bank with an authorisation server whose token endpoint accepts and records every request. */
async function oauthBank({ metadata = {}, link, token, unknown }: Plan = {}): Promise<Played> {
  const forms: URLSearchParams[] = [];
  const asked: string[] = [];
  const profile = await bankThat(
    (request, response, body) => {
      const origin = new URL(profile.baseUrl).origin;
      asked.push(`${request.method} ${request.url}`);
      if (request.url?.startsWith("/as/.well-known/")) {
        const endpoints = { authorization_endpoint: `${origin}/as/authorize`, token_endpoint: `${origin}/as/token` };
        return json(response, 200, { issuer: `${origin}/as`, ...endpoints, ...metadata });
      }
      if (request.url === "/as/token") {
        forms.push(new URLSearchParams(body));
        return json(response, ...(token ?? [200, { access_token: "at", refresh_token: "rt", expires_in: "300" }]));
      }
      const links = { scaOAuth: { href: link ?? "/as/.well-known/oauth-authorization-server" } };
      return json(response, 201, { transactionStatus: "RCVD", paymentId: "p1", _links: links });
    },
    unknown ? {} : { clientId: CLIENT_ID },
  );
  return { profile, forms, asked };
}

const initiate = (profile: BankProfile) => berlinGroup.initiate(profile, { ...SEPA_INITIATION, redirect: REDIRECT });

async function addressOf(profile: BankProfile): Promise<URL> {
  const outcome = await initiate(profile);
  if (!outcome.ok || outcome.value.next.kind !== "redirect") throw new Error(JSON.stringify(outcome));
  return new URL(outcome.value.next.url);
}

const complete = (profile: BankProfile, params: Record<string, string>, redirect = REDIRECT) => {
  const links = { scaOAuth: `${new URL(profile.baseUrl).origin}/as/.well-known/oauth-authorization-server` };
  const ref = { scheme: "SEPA_CREDIT_TRANSFER", bankPaymentId: "p1", consentId: null, links };
  return berlinGroup.completeRedirect(profile, { ref, params, redirect });
};

describe("the authorisation address", () => {
  it("is a code flow with PKCE for this payment", async () => {
    const { profile } = await oauthBank();
    const address = await addressOf(profile);
    expect(address.pathname).toBe("/as/authorize");
    const { code_challenge: challenge = "", ...parameters } = Object.fromEntries(address.searchParams);
    expect(parameters).toEqual({
      response_type: "code",
      client_id: CLIENT_ID,
      redirect_uri: REDIRECT.uri,
      scope: "PIS:p1",
      state: REDIRECT.state,
      code_challenge_method: "S256",
    });
    expect(challenge).toMatch(/^[\w-]{43}$/);
    expect(address.href).not.toContain(REDIRECT.secret);
  });

  it("has the link's scope, and no challenge where the server does not support S256", async () => {
    const { profile } = await oauthBank({
      link: "/as/.well-known/openid-configuration?scope=payments%3Ap1",
      metadata: { code_challenge_methods_supported: ["plain"] },
    });
    const { searchParams } = await addressOf(profile);
    expect(searchParams.get("scope")).toBe("payments:p1");
    expect(searchParams.has("code_challenge")).toBe(false);
  });

  it("has exactly the initiation's redirect URI, for a bank that compares them", async () => {
    const seen: unknown[] = [];
    const bank = await oauthBank();
    const profile = await bankThat(
      (request, response) => {
        seen.push(request.headers["tpp-redirect-uri"]);
        const link = `${new URL(bank.profile.baseUrl).origin}/as/.well-known/oauth-authorization-server`;
        json(response, 201, { transactionStatus: "RCVD", paymentId: "p1", _links: { scaOAuth: { href: link } } });
      },
      { clientId: CLIENT_ID },
    );
    const hosts = [...profile.hosts, ...bank.profile.hosts];
    const address = await addressOf({ ...profile, hosts, quirks: { oauthRedirectAsInitiated: true } });
    expect(seen).toEqual([address.searchParams.get("redirect_uri")]);
    expect(address.searchParams.get("state")).toBe(REDIRECT.state);
    await addressOf({ ...profile, hosts });
    expect(seen[1]).toBe(`${REDIRECT.uri}?state=${REDIRECT.state}`);
  });

  const other = "https://evil.example/as";
  const wrong: [string, Plan, string][] = [
    ["a token endpoint elsewhere", { metadata: { token_endpoint: `${other}/token` } }, "protocol"],
    ["an issuer elsewhere", { metadata: { issuer: other } }, "protocol"],
    ["a page that is not https", { metadata: { authorization_endpoint: "http://bank.example/" } }, "protocol"],
    ["a link elsewhere", { link: `${other}/.well-known/oauth-authorization-server` }, "protocol"],
    ["metadata that is none", { metadata: { token_endpoint: 7 } }, "unavailable"],
    ["a server that does not know us", { unknown: true }, "invalid"],
  ];
  it.each(wrong)("is refused with %s", async (_what, plan, kind) => {
    const { profile } = await oauthBank(plan);
    expect(await initiate(profile)).toMatchObject({ ok: false, kind });
  });

  it("has the scope AIS for a consent", async () => {
    const profile = await bankThat(
      (request, response) => {
        const origin = new URL(profile.baseUrl).origin;
        const as = { issuer: origin, authorization_endpoint: `${origin}/a`, token_endpoint: `${origin}/t` };
        if (request.url === "/as") return json(response, 200, as);
        const links = { scaOAuth: { href: "/as" } };
        return json(response, 201, { consentStatus: "received", consentId: "c1", _links: links });
      },
      { clientId: CLIENT_ID },
    );
    const order = { iban: "DE89370400440532013000", currency: "EUR", redirect: REDIRECT, deadlineMs: 10_000 };
    const outcome = await berlinGroup.createAccountConsent(profile, order);
    expect(outcome).toMatchObject({ ok: true, value: { consentId: "c1", state: "awaiting" } });
    const { next } = outcome.ok ? outcome.value : { next: { kind: "none" as const } };
    expect(next.kind === "redirect" && new URL(next.url).searchParams.get("scope")).toBe("AIS:c1");
  });
});

describe("the return", () => {
  it("exchanges the code with this approval's verifier", async () => {
    const { profile, forms } = await oauthBank();
    const challenge = (await addressOf(profile)).searchParams.get("code_challenge");
    const outcome = await complete(profile, { code: "c0de", state: REDIRECT.state });
    const origin = new URL(profile.baseUrl).origin;
    expect(outcome).toMatchObject({
      ok: true,
      value: { kind: "granted", grant: { accessToken: "at", refreshToken: "rt", tokenEndpoint: `${origin}/as/token` } },
    });
    const [form] = forms;
    const { code_verifier: verifier = "", ...rest } = Object.fromEntries(form ?? []);
    const common = { grant_type: "authorization_code", client_id: CLIENT_ID, code: "c0de" };
    expect(rest).toEqual({ ...common, redirect_uri: REDIRECT.uri });
    expect(createHash("sha256").update(verifier).digest("base64url")).toBe(challenge);
    await complete(profile, { code: "c0de" }, { ...REDIRECT, secret: "another" });
    expect(forms[1]?.get("code_verifier")).not.toBe(verifier);
  });

  const refused: [string, Record<string, string>, object][] = [
    ["access_denied", { error: "access_denied" }, { ok: true, value: { kind: "denied", reason: "access_denied" } }],
    [
      "a word of its own",
      { error: "user<cancelled" },
      { ok: true, value: { kind: "denied", reason: "usercancelled" } },
    ],
    ["server_error", { error: "server_error" }, { ok: false, kind: "unavailable" }],
    ["temporarily_unavailable", { error: "temporarily_unavailable" }, { ok: false, kind: "unavailable" }],
    ["invalid_scope", { error: "invalid_scope" }, { ok: false, kind: "invalid" }],
    ["nothing", {}, { ok: true, value: { kind: "nothing" } }],
    ["another's state", { code: "c", state: "other" }, { ok: false, kind: "protocol" }],
    ["an error beside a code", { code: "c", error: "access_denied" }, { ok: true, value: { kind: "denied" } }],
    ["another issuer", { code: "c", iss: "https://evil.example" }, { ok: false, kind: "protocol" }],
  ];
  it.each(refused)("with %s is not exchanged", async (_what, params, expected) => {
    const { profile, forms } = await oauthBank();
    expect(await complete(profile, params)).toMatchObject(expected);
    expect(forms).toEqual([]);
  });

  it("without an issuer is not exchanged where the metadata promises one", async () => {
    const metadata = { authorization_response_iss_parameter_supported: true };
    const { profile, forms } = await oauthBank({ metadata });
    expect(await complete(profile, { code: "c" })).toMatchObject({ ok: false, kind: "protocol" });
    expect(forms).toEqual([]);
    const iss = `${new URL(profile.baseUrl).origin}/as`;
    expect(await complete(profile, { code: "c", iss })).toMatchObject({ ok: true, value: { kind: "granted" } });
  });

  it.each([
    [400, { error: "invalid_grant" }, "consent"],
    [401, { error: "invalid_client" }, "auth"],
    [400, { error: "unauthorized_client" }, "auth"],
    [400, { error: "invalid_request" }, "invalid"],
    [401, {}, "auth"],
    [429, {}, "rate-limited"],
    [500, { error: "invalid_grant" }, "unknown"],
    [200, { token_type: "Bearer" }, "unknown"],
    [200, "<html>", "unknown"],
  ] as const)("a token endpoint's %i %j is %s", async (status, body, kind) => {
    const { profile } = await oauthBank({ token: [status, body] });
    expect(await complete(profile, { code: "c" })).toMatchObject({ ok: false, kind });
  });
});

it.each([
  ["is repeated once after a failure: its code is used up", 500, ["PUT", "PUT"]],
  ["control: is not repeated after a success", 200, ["PUT"]],
])("a confirmation with a grant %s", async (_what, status, expected) => {
  const sent: string[] = [];
  const { profile: oauth } = await oauthBank();
  const profile = await bankThat((request, response) => {
    sent.push(request.method ?? "");
    return json(response, sent.length === 1 ? status : 200, { scaStatus: "finalised", _links: {} });
  });
  const [as, bank] = [oauth.baseUrl, profile.baseUrl].map((url) => new URL(url).origin);
  const links = { scaOAuth: `${as}/as/.well-known/oauth-authorization-server`, confirmation: `${bank}/confirmation` };
  const ref = { scheme: "SEPA_CREDIT_TRANSFER", bankPaymentId: "p1", consentId: null, links };
  const both = { ...oauth, hosts: [...oauth.hosts, ...profile.hosts] };
  const completed = await berlinGroup.completeRedirect(both, { ref, params: { code: "c" }, redirect: REDIRECT });
  expect(completed).toMatchObject({ ok: true, value: { kind: "granted" } });
  expect(sent).toEqual(expected);
});

it("a grant without a refresh token cannot be refreshed", async () => {
  const { profile, asked } = await oauthBank();
  expect(await berlinGroup.refreshGrant?.(profile, { accessToken: "at" })).toMatchObject({
    ok: false,
    kind: "consent",
  });
  const elsewhere = { accessToken: "at", refreshToken: "rt", tokenEndpoint: "https://evil.example/token" };
  expect(await berlinGroup.refreshGrant?.(profile, elsewhere)).toMatchObject({ ok: false, kind: "protocol" });
  expect(asked).toEqual([]);
});
