import { createPublicKey } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import {
  type BankResponse,
  type FakeUkBank,
  fakeUkBankOfEachTest,
  SUBMITTED as ref,
  TOKEN,
} from "../../test/banks/fake-uk-bank";
import { type Json, readJws } from "../../test/banks/tpp";
import { beginPayment } from "../../test/banks/uk-bank";
import { moveClock } from "../../test/database";
import { publicKeySet } from "../keys/signing-key";
import { obUk } from "./connector";

const bank = fakeUkBankOfEachTest();

const payment: Json = {
  Data: { DomesticPaymentId: "p1", ConsentId: "c1", Status: "AcceptedSettlementInProcess" },
};
const statusOf = () => obUk.status(bank.profile, ref);
const submit = () =>
  obUk.submit(bank.profile, {
    ref: { ...ref, grant: { accessToken: "psu-token" } },
    body: '{"Data":{}}',
    idempotencyKey: "key-1",
  });
const resources = () => bank.asked.filter(({ path }) => path.startsWith("/pisp/") || path.startsWith("/aisp/"));
const tokens = () => bank.asked.filter(({ path }) => path === "/token");

describe("our own token", () => {
  const ask = (count: number) => Promise.all(Array.from({ length: count }, statusOf));
  beforeEach(() => {
    bank.resource = () => ({ status: 200, body: payment });
  });

  it("is requested once for concurrent callers, and again shortly before it expires", async () => {
    expect((await ask(5)).every(({ ok }) => ok)).toBe(true);
    await ask(1);
    expect(tokens()).toHaveLength(1);
    await moveClock("240 seconds");
    await ask(1);
    expect(tokens()).toHaveLength(1);
    await moveClock("30 seconds");
    await ask(1);
    expect(tokens()).toHaveLength(2);
  });

  it("is requested with an assertion for this bank and this call", async () => {
    await ask(1);
    await moveClock("1 hour");
    await ask(1);
    const [jwk = {}] = (await publicKeySet()).keys;
    const key = createPublicKey({ key: { ...jwk }, format: "jwk" });
    const claims = tokens().map(
      ({ body }) => readJws(new URLSearchParams(body).get("client_assertion") ?? "", key)?.claims,
    );
    expect(claims[0]).toMatchObject({ iss: "bankside-simulation", sub: "bankside-simulation", aud: bank.issuer });
    // Issued 30 s earlier, for a bank whose clock is behind.
    expect(Number(claims[0]?.["exp"]) - Number(claims[0]?.["iat"])).toBe(150);
    expect(claims[0]?.["jti"]).not.toBe(claims[1]?.["jti"]);
    const form = new URLSearchParams(tokens()[0]?.body);
    expect(form.get("grant_type")).toBe("client_credentials");
    expect(form.get("scope")).toBe("payments");
    bank.profile = { ...bank.profile, id: "other", quirks: { assertionForTokenEndpoint: true } };
    await ask(1);
    const assertion = new URLSearchParams(tokens()[2]?.body).get("client_assertion") ?? "";
    expect(readJws(assertion, key)?.claims["aud"]).toBe(`${bank.issuer}/token`);
  });

  it("is requested with the client id alone for tls_client_auth", async () => {
    const { oauth } = bank.profile;
    if (!oauth) throw new Error("The profile has no authorisation server.");
    bank.profile = { ...bank.profile, oauth: { ...oauth, clientAuthentication: "tls_client_auth" } };
    await ask(1);
    expect(tokens()[0]?.body).toBe("grant_type=client_credentials&scope=payments&client_id=bankside-simulation");
  });

  it("with a lifetime that no date can have is used, as one without a lifetime", async () => {
    bank.token = () => ({ status: 200, body: { ...TOKEN, expires_in: Number.MAX_SAFE_INTEGER } });
    expect(await ask(1)).toMatchObject([{ ok: true }]);
  });

  it("that is refused with a 401 is replaced once", async () => {
    let issued = 0;
    bank.token = () => ({ status: 200, body: { ...TOKEN, access_token: `at-${++issued}` } });
    bank.resource = ({ headers }) =>
      headers["authorization"] === "Bearer at-1" ? { status: 401 } : { status: 200, body: payment };
    expect((await statusOf()).ok).toBe(true);
    expect(issued).toBe(2);
    bank.resource = () => ({ status: 401 });
    expect(await statusOf()).toMatchObject({ ok: false, kind: "auth" });
    expect(issued).toBe(3);
    expect(resources()).toHaveLength(4);
  });

  it("does not replace a PSU's: a 401 of a submission ends the authorisation", async () => {
    bank.resource = () => ({ status: 401 });
    expect(await submit()).toMatchObject({ ok: false, kind: "consent" });
    expect(resources()).toHaveLength(1);
    expect(tokens()).toEqual([]);
  });

  it.each<[string, FakeUkBank["token"], string]>([
    ["the server does not respond", () => null, "unavailable"],
    ["the server fails", () => ({ status: 500 }), "unavailable"],
    ["a page comes", () => ({ status: 200, body: "<html>" }), "unavailable"],
    ["we are refused", () => ({ status: 401, body: { error: "invalid_client" } }), "auth"],
    ["the scope is refused", () => ({ status: 400, body: { error: "invalid_scope" } }), "auth"],
    ["it is too much", () => ({ status: 429, headers: { "retry-after": "3" } }), "rate-limited"],
  ])("fails when %s: the payment was certainly not sent", async (_name, token, kind) => {
    bank.token = token;
    const { outcome } = await beginPayment(bank.profile);
    expect(outcome).toMatchObject({ ok: false, kind });
    expect(resources()).toEqual([]);
  });

  it("that another caller requested does not delay a caller beyond its own deadline", async () => {
    let release: (response: BankResponse) => void = () => undefined;
    const held = new Promise<BankResponse>((resolve) => {
      release = resolve;
    });
    bank.token = () => held;
    const patient = statusOf();
    const hurried = obUk.authorisation({ ...bank.profile, statusTimeoutMs: 20 }, ref);
    expect(await hurried).toMatchObject({ ok: false, kind: "unavailable" });
    release({ status: 200, body: TOKEN });
    expect((await patient).ok).toBe(true);
    expect(tokens()).toHaveLength(1);
  });
});
