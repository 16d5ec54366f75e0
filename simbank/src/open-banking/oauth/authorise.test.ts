import { createHash } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { unixSeconds } from "../../../../server/lib/clock";
import { dataOf, REDIRECT_PATH, ukBank } from "../../../../server/test/banks/ob-uk-tpp";
import { answerAtBank, simbankOfThisFile } from "../../../../server/test/banks/simbank";
import { authorisationUrl, keySetOf, newTpp, readJws } from "../../../../server/test/banks/tpp";
import { moveClock } from "../../../../server/test/database";

const tpp = newTpp();
const simbank = simbankOfThisFile(async () => Response.json(keySetOf(tpp)));
let bank: ReturnType<typeof ukBank>;
beforeAll(async () => {
  bank = ukBank(tpp, "hsbc-uk");
});

const HYBRID = { response_type: "code id_token", response_mode: "fragment" };
const fragmentOf = (url: string) => Object.fromEntries(new URLSearchParams(new URL(url).hash.slice(1)));
const consentStatus = async (id: string) => dataOf(await bank.status(`domestic-payment-consents/${id}`))["Status"];

describe("an approval", () => {
  it("shows the page of the simulated bank, and redirects with a signed response in the query", async () => {
    const { id } = await bank.consent({ reference: "Order 3451" });
    const { page, url } = await bank.authorise(id);
    expect(new URL(page).pathname).toMatch(/^\/simbank\/hsbc-uk\/authorize\/auth_/);
    expect(url.startsWith(`${simbank.baseUrl}${REDIRECT_PATH}?response=`)).toBe(true);
    const claims = await bank.response(url);
    expect(claims).toMatchObject({ iss: bank.issuer, aud: "bankside-simulation", state: "a state" });
    expect(Number(claims["exp"])).toBeGreaterThan(unixSeconds());
    expect(Object.keys(claims).sort()).toEqual(["aud", "code", "exp", "iss", "state"]);
    const again = await (await fetch(page)).text();
    expect(again).toContain("You have approved this payment");
  });

  it("that the customer rejects redirects with access_denied, and the consent is rejected", async () => {
    const { id } = await bank.consent();
    const { url } = await bank.authorise(id, "reject");
    expect(await bank.response(url)).toMatchObject({ error: "access_denied", state: "a state" });
    expect(await consentStatus(id)).toBe("Rejected");
  });

  it("returns the same redirect for a repeated press, and one code is valid", async () => {
    const { id } = await bank.consent();
    const { page, url } = await bank.authorise(id);
    const told = await (await answerAtBank(page, "approve")).text();
    const second = /href="([^"]*response=[^"]+)"/.exec(told)?.[1] ?? "";
    const [first, other] = [await bank.response(url), await bank.response(second)];
    expect(first["code"]).not.toBe(other["code"]);
    expect((await bank.exchange(other["code"])).status).toBe(200);
    expect((await bank.exchange(first["code"])).status).toBe(400);
    const late = await (await fetch(page)).text();
    const after = /href="([^"]*response=[^"]+)"/.exec(late)?.[1] ?? "";
    expect(await bank.response(after)).toMatchObject({ error: "invalid_request" });
  });

  it("does not begin a second time for a consent that was answered, or is over", async () => {
    const { id } = await bank.consent();
    await bank.authorise(id);
    const second = await bank.start(id);
    expect(await bank.response(second.headers.get("location") ?? "")).toMatchObject({ error: "invalid_request" });
    const late = await bank.consent();
    await moveClock("10 minutes 1 second");
    const third = await bank.start(late.id);
    expect(await bank.response(third.headers.get("location") ?? "")).toMatchObject({ error: "invalid_request" });
  });

  it("with SIM-NORETURN does not redirect the browser, but is authorised", async () => {
    const { id } = await bank.consent({ reference: "SIM-NORETURN" });
    const { answer, page } = await bank.authorise(id);
    expect([answer.status, await consentStatus(id)]).toEqual([200, "Authorised"]);
    expect(await (await fetch(page)).text()).not.toContain("response=");
  });

  it("is refused by SIM-CANCEL, and left open by SIM-ABANDON", async () => {
    const cancelled = await bank.consent({ reference: "SIM-CANCEL" });
    const { url } = await bank.authorise(cancelled.id);
    expect(await bank.response(url)).toMatchObject({ error: "access_denied" });
    const abandoned = await bank.consent({ reference: "SIM-ABANDON" });
    const { answer } = await bank.authorise(abandoned.id);
    expect([answer.status, await consentStatus(abandoned.id)]).toEqual([200, "AwaitingAuthorisation"]);
    await moveClock("10 minutes 1 second");
    expect(await consentStatus(abandoned.id)).toBe("Rejected");
  });
});

describe("the hybrid flow", () => {
  it("returns code, id_token and state in the fragment, bound to each other", async () => {
    const hybrid = ukBank(tpp, "tsb");
    const { id } = await hybrid.consent();
    const { url } = await hybrid.authorise(id, "approve", HYBRID);
    expect(new URL(url).search).toBe("");
    const { code = "", id_token = "", state = "" } = fragmentOf(url);
    const half = (text: string) => createHash("sha256").update(text).digest().subarray(0, 16).toString("base64url");
    expect(readJws(id_token, await hybrid.key())?.claims).toMatchObject({
      iss: hybrid.issuer,
      aud: "bankside-simulation",
      nonce: "a nonce",
      openbanking_intent_id: id,
      c_hash: half(code),
      s_hash: half(state),
      acr: "urn:openbanking:psd2:sca",
    });
    expect((await hybrid.exchange(code)).status).toBe(200);
    const refused = await hybrid.authorise((await hybrid.consent()).id, "reject", HYBRID);
    expect(fragmentOf(refused.url)).toMatchObject({ error: "access_denied", state: "a state" });
  });

  it("of JARM keeps the id_token out of the query", async () => {
    const { id } = await bank.consent();
    const { url } = await bank.authorise(id, "approve", { response_type: "code id_token" });
    expect(new URL(url).search).toBe("");
    const claims = readJws(fragmentOf(url)["response"] ?? "", await bank.key())?.claims;
    expect(Object.keys(claims ?? {}).sort()).toEqual(["aud", "code", "exp", "id_token", "iss", "state"]);
  });
});

describe("an invalid request", () => {
  it.each<[string, Record<string, unknown>]>([
    ["leads elsewhere", { redirect_uri: "https://elsewhere.example/" }],
    ["leads nowhere", { redirect_uri: "javascript:alert(1)" }],
    ["is for another bank", { aud: "https://elsewhere.example" }],
    ["is over", { exp: unixSeconds() - 600 }],
    ["lives too long", { exp: unixSeconds() + 100_000 }],
    ["names an unknown client", { client_id: "unknown" }],
    ["names no consent", { claims: {} }],
    ["has half a challenge", { code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM" }],
  ])("because it %s is answered by a page, and leads nowhere", async (_what, claims) => {
    const { id } = await bank.consent();
    const answer = await bank.start(id, claims);
    expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
  });

  it("signed by another client is answered by a page", async () => {
    const { id } = await bank.consent();
    const forged = { ...newTpp(), keyId: tpp.keyId };
    const url = authorisationUrl(forged, bank.issuer, id, { redirect_uri: bank.redirectUri });
    expect((await fetch(url, { redirect: "manual" })).status).toBe(400);
    const unsigned = url.replace(/\.[^.&]+$/, ".");
    expect((await fetch(unsigned, { redirect: "manual" })).status).toBe(400);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["another flow", { response_type: "token" }, "unsupported_response_type"],
    ["another way back", { response_mode: "form_post" }, "invalid_request"],
    ["no state", { state: undefined }, "invalid_request"],
    ["two scopes", { scope: "openid payments accounts" }, "invalid_request"],
    ["the wrong scope", { scope: "openid accounts" }, "invalid_request"],
    [
      "an unknown consent",
      { claims: { id_token: { openbanking_intent_id: { value: "00000000-0000-7000-8000-000000000000" } } } },
      "invalid_request",
    ],
  ])("because of %s redirects with its error", async (_what, claims, error) => {
    const { id } = await bank.consent();
    const answer = await bank.start(id, claims);
    expect(answer.status).toBe(303);
    expect(await bank.response(answer.headers.get("location") ?? "")).toMatchObject({ error });
  });
});

it("an unknown approval address is not found", async () => {
  expect((await fetch(`${bank.issuer}/authorize/auth_x`)).status).toBe(404);
  expect((await fetch(`${bank.issuer}/authorize`)).status).toBe(400);
});
