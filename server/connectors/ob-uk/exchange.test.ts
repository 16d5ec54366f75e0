import { createPublicKey } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { newId } from "../../lib/ids";
import { log } from "../../lib/log";
import { type BankResponse, fakeUkBankOfEachTest, SUBMITTED as ref, ukProfileAt } from "../../test/banks/fake-uk-bank";
import { type Json, newTpp, readJws, signDetached } from "../../test/banks/tpp";
import { beginPayment, PSU } from "../../test/banks/uk-bank";
import { publicKeySet } from "../keys/signing-key";
import { obUk } from "./connector";

// Requests as sent, and responses that no bank should send.

const bank = fakeUkBankOfEachTest();

const payment = (changed: Json = {}): Json => ({
  Data: { DomesticPaymentId: "p1", ConsentId: "c1", Status: "AcceptedSettlementInProcess", ...changed },
});
const statusOf = () => obUk.status(bank.profile, ref);
const submit = (body = '{"Data":{}}') =>
  obUk.submit(bank.profile, { ref: { ...ref, grant: { accessToken: "psu-token" } }, body, idempotencyKey: "key-1" });
const resources = () => bank.asked.filter(({ path }) => path.startsWith("/pisp/") || path.startsWith("/aisp/"));
const tokens = () => bank.asked.filter(({ path }) => path === "/token");

describe("a request", () => {
  it("to initiate has key, signature, interaction id and the PSU's headers", async () => {
    bank.resource = () => ({ status: 201, body: { Data: { ConsentId: "c1", Status: "AwaitingAuthorisation" } } });
    const { body, idempotencyKey, outcome } = await beginPayment(bank.profile);
    expect(outcome.ok).toBe(true);
    const [sent] = resources();
    expect(sent?.body).toBe(body);
    expect(sent?.headers).toMatchObject({
      authorization: "Bearer at",
      "content-type": "application/json",
      "x-idempotency-key": idempotencyKey,
      "x-fapi-customer-ip-address": PSU.ip,
      "x-customer-user-agent": PSU.userAgent,
      "x-fapi-interaction-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const [header = "", , proof = ""] = String(sent?.headers["x-jws-signature"]).split(".");
    const [jwk = {}] = (await publicKeySet()).keys;
    const whole = `${header}.${Buffer.from(body).toString("base64url")}.${proof}`;
    expect(readJws(whole, createPublicKey({ key: { ...jwk }, format: "jwk" }))?.header).toMatchObject({ kid: jwk.kid });
  });

  it("to submit has the PSU's grant; a read has our own token and no signature", async () => {
    bank.resource = () => ({ status: 201, body: payment() });
    expect(await submit()).toEqual({ ok: true, value: { bankPaymentId: "p1", status: "ACSP", links: {} } });
    expect(tokens()).toEqual([]);
    bank.resource = () => ({ status: 200, body: payment() });
    expect(await statusOf()).toEqual({ ok: true, value: { status: "ACSP" } });
    const [submission, question] = resources();
    expect(submission?.headers).toMatchObject({ authorization: "Bearer psu-token", "x-idempotency-key": "key-1" });
    expect(submission?.headers["x-jws-signature"]).toBeDefined();
    expect(question?.headers["authorization"]).toBe("Bearer at");
    for (const name of ["x-jws-signature", "x-idempotency-key", "x-fapi-customer-ip-address", "x-customer-user-agent"])
      expect(question?.headers[name]).toBeUndefined();
  });

  it("contains no control characters from the browser in its headers", async () => {
    bank.resource = () => ({ status: 200, body: payment() });
    await obUk.status(bank.profile, { ...ref, psu: { ip: null, userAgent: "a\r\nb\u0000ü", locale: "en" } });
    expect(resources()[0]?.headers["x-customer-user-agent"]).toBe("ab");
    expect(resources()[0]?.headers["x-fapi-customer-ip-address"]).toBeUndefined();
  });

  it("has no address of a PSU with IPv6 where the connection has an IPv4 address of ours", async () => {
    bank.resource = () => ({ status: 200, body: payment() });
    for (const publicIpv4 of [undefined, "192.0.2.1"]) {
      for (const ip of ["2001:db8::1", "203.0.113.7"]) {
        const psu = { ip, userAgent: null, locale: "en" };
        await obUk.status({ ...bank.profile, publicIpv4 }, { ...ref, psu });
      }
    }
    const sent = resources().map(({ headers }) => headers["x-fapi-customer-ip-address"]);
    expect(sent).toEqual(["2001:db8::1", "203.0.113.7", undefined, "203.0.113.7"]);
  });

  it("is not sent for a scheme without an instrument, or a payment without an id or a grant", async () => {
    const { outcome } = await beginPayment(bank.profile, { scheme: "BACS" });
    expect(outcome).toMatchObject({ ok: false, kind: "invalid" });
    expect(await obUk.status(bank.profile, { ...ref, bankPaymentId: null })).toMatchObject({ kind: "invalid" });
    expect(await obUk.authorisation(bank.profile, { ...ref, consentId: null })).toMatchObject({ kind: "invalid" });
    const noGrant = { ref, body: "{}", idempotencyKey: newId() };
    expect(await obUk.submit(bank.profile, noGrant)).toMatchObject({ kind: "consent" });
    expect(bank.asked).toEqual([]);
  });
});

describe("a response that cannot be trusted is unknown", () => {
  const wrongKey = newTpp();
  it.each<[string, () => BankResponse | null]>([
    ["the line breaks", () => null],
    ["it is a gateway's page", () => ({ status: 502, body: "<html>", signature: null })],
    ["it is empty", () => ({ status: 201, body: "" })],
    ["it is no JSON", () => ({ status: 201, body: "<html>" })],
    ["it names no payment", () => ({ status: 201, body: { Data: { ConsentId: "c1", Status: "Pending" } } })],
    ["it is not signed", () => ({ status: 201, body: payment(), signature: null })],
    ["it is signed by another", () => ({ status: 201, body: payment(), signature: signDetached(wrongKey, "x") })],
    [
      "its signature is for another body",
      () => ({ status: 201, body: payment(), signature: signDetached(bank.key, "{}") }),
    ],
    [
      "a refusal's signature is wrong",
      () => ({ status: 400, body: { Errors: [] }, signature: signDetached(bank.key, "") }),
    ],
  ])("of a submission, when %s", async (_name, says) => {
    bank.resource = says;
    expect(await submit()).toMatchObject({ ok: false, kind: "unknown" });
  });

  it("and the same response, signed, is accepted", async () => {
    bank.resource = () => ({ status: 201, body: payment() });
    expect((await submit()).ok).toBe(true);
  });

  it("is accepted without a signature with the quirk answersUnsigned", async () => {
    bank.profile = { ...bank.profile, quirks: { answersUnsigned: true } };
    bank.resource = () => ({ status: 201, body: payment(), signature: null });
    expect((await submit()).ok).toBe(true);
  });

  it("when the bank's keys cannot be fetched", async () => {
    bank.keys = () => null;
    bank.resource = () => ({ status: 201, body: payment() });
    expect(await submit()).toMatchObject({ ok: false, kind: "unknown" });
  });

  it("a refusal is accepted without a signature, because gateways send refusals", async () => {
    bank.resource = () => ({ status: 429, headers: { "retry-after": "9" }, signature: null });
    expect(await statusOf()).toMatchObject({ ok: false, kind: "rate-limited", retryAfterS: 9 });
  });

  it("a read's response about another payment or consent is refused", async () => {
    bank.resource = () => ({ status: 200, body: payment({ DomesticPaymentId: "p2" }) });
    expect(await statusOf()).toMatchObject({ ok: false, kind: "unknown" });
    bank.resource = () => ({ status: 200, body: { Data: { ConsentId: "c2", Status: "Consumed" } } });
    expect(await obUk.authorisation(bank.profile, ref)).toMatchObject({ ok: false, kind: "unknown" });
  });

  describe("about a payment of 25.50 GBP", () => {
    const accountOf = (id: string, scheme = "UK.OBIE.SortCodeAccountNumber") => ({
      SchemeName: scheme,
      Identification: id,
    });
    const orderOf = (Amount: unknown, Currency = "GBP", payee = accountOf("20201555555555")) => ({
      Initiation: { InstructedAmount: { Amount, Currency }, CreditorAccount: payee },
    });
    const SENT = JSON.stringify({ Data: orderOf("25.50") });

    it.each<[string, Json]>([
      ["another amount", orderOf("0.01")],
      ["its minor units", orderOf("2550")],
      ["another currency", orderOf("25.50", "EUR")],
      ["another consent", { ConsentId: "c2" }],
    ])("an answer with %s is refused: it does not pay", async (_, changed) => {
      bank.resource = () => ({ status: 200, body: payment(changed) });
      expect(await statusOf()).toMatchObject({ ok: false, kind: "protocol" });
      expect(await submit(SENT)).toMatchObject({ ok: false, kind: "protocol" });
    });

    it("an answer to the submission with another payee is refused", async () => {
      bank.resource = () => ({ status: 200, body: payment(orderOf("25.50", "GBP", accountOf("20201555555556"))) });
      expect(await submit(SENT)).toMatchObject({ ok: false, kind: "protocol" });
    });

    it.each<[string, Json]>([
      ["the order", orderOf("25.50")],
      ["the order in another spelling", orderOf("25.5", "GBP", accountOf("20-20-15 55555555"))],
      ["the payee by another scheme", orderOf("25.50", "GBP", accountOf("GB33BUKB20201555555555", "UK.OBIE.IBAN"))],
      ["an unreadable amount", orderOf(25.5)],
      ["no order", {}],
    ])("control: an answer with %s pays", async (_, changed) => {
      bank.resource = () => ({ status: 200, body: payment(changed) });
      expect(await statusOf()).toEqual({ ok: true, value: { status: "ACSP" } });
      expect(await submit(SENT)).toMatchObject({ ok: true, value: { status: "ACSP" } });
    });
  });

  it("an interaction id that is not returned is only logged", async () => {
    const warn = vi.spyOn(log(), "warn");
    bank.resource = () => ({ status: 200, body: payment(), headers: { "x-fapi-interaction-id": "other" } });
    expect((await statusOf()).ok).toBe(true);
    expect(warn.mock.calls).toEqual([
      [expect.objectContaining({ echoed: "other" }), expect.stringContaining("interaction")],
    ]);
    bank.resource = () => ({ status: 200, body: payment() });
    await statusOf();
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });
});

it("a bank that refuses connections is unavailable", async () => {
  const { outcome } = await beginPayment(ukProfileAt("http://127.0.0.1:1"));
  expect(outcome).toMatchObject({ ok: false, kind: "unavailable" });
  const gone = { ref: { ...ref, grant: { accessToken: "x" } }, body: "{}", idempotencyKey: newId() };
  expect(await obUk.submit(ukProfileAt("http://127.0.0.1:1"), gone)).toMatchObject({ kind: "unavailable" });
});
