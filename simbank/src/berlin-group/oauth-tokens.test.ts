import { createHash, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { fictitiousIban } from "../../../server/lib/money/iban";
import { accessTo } from "../../../server/test/banks/approved-consent";
import { answerAtBank, simbankOfThisFile } from "../../../server/test/banks/simbank";
import { bankKey, codeOf, type Started, tppAt } from "../../../server/test/banks/xs2a";
import { moveClock } from "../../../server/test/database";

const simbank = simbankOfThisFile();
const CLIENT = "PSDXX-1";
const TOKEN_EXPIRED = "1 hour 1 second";

/** The token endpoint's answer to this form. */
async function tokensOf(form: Record<string, string>) {
  const answer = await fetch(`${simbank.baseUrl}/simbank/bawag/xs2a/oauth/token`, {
    method: "POST",
    headers: bankKey(),
    body: new URLSearchParams({ client_id: CLIENT, ...form }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
}

const refresh = (refreshToken = "", changed: Record<string, string> = {}) =>
  tokensOf({ grant_type: "refresh_token", refresh_token: refreshToken, ...changed });

/** The tokens of a payment or consent that its customer has approved. */
async function approve(started: Started, scope: string) {
  const tpp = tppAt("bawag");
  const metadata = (await tpp.call("GET", started.links["scaOAuth"] ?? "")).body;
  const redirect_uri = `${simbank.baseUrl}/back`;
  const code_verifier = randomBytes(32).toString("base64url");
  const code_challenge = createHash("sha256").update(code_verifier).digest("base64url");
  const pkce = { code_challenge, code_challenge_method: "S256" };
  const asked = { response_type: "code", client_id: CLIENT, scope, redirect_uri, ...pkce };
  const begun = await tpp.call("GET", `${metadata["authorization_endpoint"]}?${new URLSearchParams(asked)}`);
  const answer = await answerAtBank(simbank.baseUrl + begun.headers.get("location"), "approve");
  const code = new URL(answer.headers.get("location") ?? "").searchParams.get("code") ?? "";
  return (await tokensOf({ grant_type: "authorization_code", code, redirect_uri, code_verifier })).body;
}

async function approvedConsent() {
  const tpp = tppAt("bawag");
  const consent = await tpp.consentTo(tpp.consent(accessTo(fictitiousIban("EUR", randomBytes(8).toString("hex")))));
  const tokens = await approve(consent, `AIS:${consent.id}`);
  const read = async (token = "") => {
    const headers = { "Consent-ID": consent.id, Authorization: `Bearer ${token}` };
    return codeOf(await tpp.call("GET", `${tpp.root}/accounts`, undefined, headers)).slice(0, 2);
  };
  return { tpp, consent, tokens, read };
}

const REFUSED = { status: 400, body: { error: "invalid_grant" } };

describe("a refresh token of a consent", () => {
  it("gets a new access token and a new refresh token, and ends the former access token", async () => {
    const { tokens, read, consent } = await approvedConsent();
    await moveClock(TOKEN_EXPIRED);
    expect(await read(tokens["access_token"])).toEqual([401, "TOKEN_INVALID"]);
    const first = await refresh(tokens["refresh_token"]);
    expect(first).toMatchObject({ status: 200, body: { expires_in: 3600, scope: `AIS:${consent.id}` } });
    expect(await read(first.body["access_token"])).toEqual([200, undefined]);
    const second = await refresh(first.body["refresh_token"]);
    expect(await read(second.body["access_token"])).toEqual([200, undefined]);
    expect(await read(first.body["access_token"])).toEqual([401, "TOKEN_INVALID"]);
  });

  it("that is used a second time ends all tokens of the approval", async () => {
    const { tokens, read } = await approvedConsent();
    const { body } = await refresh(tokens["refresh_token"]);
    expect(await refresh(tokens["refresh_token"])).toEqual(REFUSED);
    expect(await read(body["access_token"])).toEqual([401, "TOKEN_INVALID"]);
    expect(await refresh(body["refresh_token"])).toEqual(REFUSED);
  });

  it("of two concurrent refreshes one succeeds, and its tokens end", async () => {
    const { tokens, read } = await approvedConsent();
    const both = await Promise.all([refresh(tokens["refresh_token"]), refresh(tokens["refresh_token"])]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    const granted = both.find(({ status }) => status === 200);
    expect(await read(granted?.body["access_token"])).toEqual([401, "TOKEN_INVALID"]);
  });

  it("is refused for another client, and after the consent has ended", async () => {
    const { tpp, consent, tokens } = await approvedConsent();
    expect(await refresh(tokens["refresh_token"], { client_id: "PSDXX-2" })).toEqual(REFUSED);
    await tpp.call("DELETE", consent.links["self"] ?? "");
    expect(await refresh(tokens["refresh_token"])).toEqual(REFUSED);
    expect(await refresh("unknown")).toEqual(REFUSED);
  });

  it("is not issued for a payment", async () => {
    const payment = await tppAt("bawag").pay();
    const { access_token, refresh_token } = await approve(payment, `PIS:${payment.id}`);
    expect([typeof access_token, refresh_token]).toEqual(["string", undefined]);
  });
});

it("an access token of a consent, or an expired one, is refused for a payment; without one it is answered", async () => {
  const tpp = tppAt("bawag");
  const payment = await tpp.pay();
  const tokens = await approve(payment, `PIS:${payment.id}`);
  const { self = "", status = "" } = payment.links;
  const fetchBy = async (url: string, token: string | undefined) =>
    codeOf(await tpp.call("GET", url, undefined, { Authorization: `Bearer ${token}` })).slice(0, 2);
  expect(await fetchBy(status, tokens["access_token"])).toEqual([200, undefined]);
  const other = (await approvedConsent()).tokens["access_token"];
  for (const url of [status, self]) expect(await fetchBy(url, other)).toEqual([401, "TOKEN_INVALID"]);
  await moveClock(TOKEN_EXPIRED);
  expect(await fetchBy(status, tokens["access_token"])).toEqual([401, "TOKEN_INVALID"]);
  expect((await tpp.call("GET", status)).status).toBe(200);
});

it("an expired access token is refused for the consent's status, details and end; without one they are answered", async () => {
  const { tpp, consent, tokens } = await approvedConsent();
  const { self = "", status = "" } = consent.links;
  const call = async (method: string, url: string, token: string | undefined) => {
    const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    return codeOf(await tpp.call(method, url, undefined, headers)).slice(0, 2);
  };
  expect(await call("GET", status, tokens["access_token"])).toEqual([200, undefined]);
  await moveClock(TOKEN_EXPIRED);
  const requests = [["GET", status] as const, ["GET", self] as const, ["DELETE", self] as const];
  for (const token of [tokens["access_token"], "unknown"])
    for (const [method, url] of requests) expect(await call(method, url, token)).toEqual([401, "TOKEN_INVALID"]);
  expect((await tpp.call("GET", status)).body).toEqual({ consentStatus: "valid" });
  expect(await call("DELETE", self, undefined)).toEqual([204, undefined]);
});
