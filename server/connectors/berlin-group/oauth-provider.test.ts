import { createServer, type RequestListener } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { bankThat, json, SEPA_INITIATION } from "../../test/banks/fake-bank";
import { newBrowser } from "../../test/banks/openid-provider";
import { onLoopback } from "../../test/processes/on-loopback";
import type { RedirectBack } from "../port";
import type { BankProfile } from "../profile-schema";
import { berlinGroup } from "./connector";

const REDIRECT: RedirectBack = { uri: "https://pay.example/return", state: "s".repeat(43), secret: "x".repeat(43) };
const CLIENT_ID = "PSDDE-BAFIN-123456";

/** A bank whose PSUs approve at that provider. */
async function bankOf(issuer: string): Promise<BankProfile> {
  const links = { scaOAuth: { href: `${issuer}/.well-known/openid-configuration` } };
  const profile = await bankThat(
    (_request, response) => json(response, 201, { transactionStatus: "RCVD", paymentId: "p1", _links: links }),
    { clientId: CLIENT_ID },
  );
  return { ...profile, hosts: [...profile.hosts, new URL(issuer).host] };
}

describe("with another vendor's OpenID provider", () => {
  let issuer: string;
  let close: () => Promise<void>;
  beforeAll(async () => {
    for (const level of ["warn", "info"] as const) vi.spyOn(console, level).mockImplementation(() => undefined);
    let serve: RequestListener = (_request, response) => response.end();
    const server = createServer((request, response) => serve(request, response));
    ({ origin: issuer, close } = await onLoopback(server));
    const { default: Provider } = await import("oidc-provider");
    const grants = ["authorization_code", "refresh_token"];
    const client = { client_id: CLIENT_ID, redirect_uris: [REDIRECT.uri], grant_types: grants };
    const provider = new Provider(issuer, {
      clients: [{ ...client, token_endpoint_auth_method: "none" }],
      scopes: ["openid", "PIS:p1"],
      cookies: { keys: ["of the tests"] },
      pkce: { required: () => true },
      issueRefreshToken: async () => true,
    });
    serve = provider.callback();
  });
  afterAll(() => close());

  it("a PSU approves, the code is exchanged once, and the grant is refreshed", async () => {
    const profile = await bankOf(issuer);
    const params = Object.fromEntries(new URL(await approve(profile)).searchParams);
    expect(params).toMatchObject({ state: REDIRECT.state, iss: issuer });
    const links = { scaOAuth: `${issuer}/.well-known/openid-configuration` };
    const ref = { scheme: "SEPA_CREDIT_TRANSFER", bankPaymentId: "p1", consentId: null, links };
    const outcome = await berlinGroup.completeRedirect(profile, { ref, params, redirect: REDIRECT });
    if (!outcome.ok || outcome.value.kind !== "granted") throw new Error(JSON.stringify(outcome));
    const { grant } = outcome.value;
    expect(grant).toMatchObject({ tokenEndpoint: `${issuer}/token`, expiresAt: expect.stringMatching(/Z$/) });
    const refreshed = await berlinGroup.refreshGrant?.(profile, grant);
    expect(refreshed).toMatchObject({ ok: true, value: { tokenEndpoint: grant.tokenEndpoint } });
    expect(refreshed?.ok && refreshed.value.accessToken).not.toBe(grant.accessToken);
    const again = await berlinGroup.completeRedirect(profile, { ref, params, redirect: REDIRECT });
    expect(again).toMatchObject({ ok: false, kind: "consent", code: "invalid_grant" });
  });

  it("a stolen code cannot be exchanged without the verifier", async () => {
    const profile = await bankOf(issuer);
    const params = Object.fromEntries(new URL(await approve(profile)).searchParams);
    const links = { scaOAuth: `${issuer}/.well-known/openid-configuration` };
    const ref = { scheme: "SEPA_CREDIT_TRANSFER", bankPaymentId: "p1", consentId: null, links };
    const redirect = { ...REDIRECT, secret: "a thief has none" };
    expect(await berlinGroup.completeRedirect(profile, { ref, params, redirect })).toMatchObject({ kind: "consent" });
  });
});

/** Signs in and approves as the PSU; returns the address of the last redirect. */
async function approve(profile: BankProfile): Promise<string> {
  const outcome = await berlinGroup.initiate(profile, { ...SEPA_INITIATION, redirect: REDIRECT });
  if (!outcome.ok || outcome.value.next.kind !== "redirect") throw new Error(JSON.stringify(outcome));
  const browse = newBrowser(REDIRECT.uri);
  let at = await browse(outcome.value.next.url);
  for (const body of [{ prompt: "login", login: "shopper", password: "any" }, { prompt: "consent" }])
    at = await browse(at, new URLSearchParams(body));
  return at;
}
