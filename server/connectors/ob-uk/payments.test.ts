import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { newId } from "../../lib/ids";
import { ukProfileAt } from "../../test/banks/fake-uk-bank";
import type { InitiationOrder } from "../port";
import { accountOf, ibanOf, isAccount } from "./account-number";
import { authorisationUrl, codeVerifierOf, nonceOf } from "./authorisation-request";
import { obUk } from "./connector";

const profile = ukProfileAt("http://127.0.0.1:1");
const IBAN = "GB33 BUKB 2020 1555 5555 55";
const order: InitiationOrder = {
  endToEndId: "E2E-1",
  money: { amountMinor: 16_588n, currency: "GBP" },
  creditor: { name: "Olaria do Norte, Unipessoal Lda", iban: IBAN },
  scheme: "FASTER_PAYMENTS",
  remittance: "Order 3451",
};

describe("the body of an order", () => {
  it("is the consent's body, with sort code and account number, and always the same bytes", () => {
    const { body } = obUk.prepareInitiation(profile, order);
    expect(body).toBe(
      '{"Data":{"ReadRefundAccount":"Yes","Initiation":{"InstructionIdentification":"E2E-1","EndToEndIdentification":"E2E-1",' +
        '"LocalInstrument":"UK.OBIE.FPS","InstructedAmount":{"Amount":"165.88","Currency":"GBP"},' +
        '"CreditorAccount":{"SchemeName":"UK.OBIE.SortCodeAccountNumber","Identification":"20201555555555",' +
        '"Name":"Olaria do Norte, Unipessoal Lda"},"RemittanceInformation":{"Reference":"Order 3451"}}},' +
        '"Risk":{"PaymentContextCode":"EcommerceMerchantInitiatedPayment"}}',
    );
    expect(obUk.prepareInitiation(profile, structuredClone(order)).body).toBe(body);
  });

  it("shortens the reference for Faster Payments, and uses the end-to-end id where no character remains", () => {
    const referenceOf = (remittance: string) =>
      JSON.parse(obUk.prepareInitiation(profile, { ...order, remittance }).body).Data.Initiation.RemittanceInformation;
    expect(referenceOf("R".repeat(40))).toEqual({ Reference: "R".repeat(18) });
    expect(referenceOf("Bestellung Ä №7")).toEqual({ Reference: "Bestellung A No7" });
    expect(referenceOf("注文")).toEqual({ Reference: "E2E-1" });
  });

  it("has the payer if known, and a foreign account by its IBAN", () => {
    const { body } = obUk.prepareInitiation(profile, {
      ...order,
      creditor: { name: "注", iban: "DE89370400440532013000" },
      debtorIban: IBAN,
    });
    expect(JSON.parse(body).Data.Initiation).toMatchObject({
      DebtorAccount: { SchemeName: "UK.OBIE.SortCodeAccountNumber", Identification: "20201555555555" },
      CreditorAccount: { SchemeName: "UK.OBIE.IBAN", Identification: "DE89370400440532013000", Name: "Merchant" },
    });
  });

  it("to submit has exactly the Initiation and Risk of the consent", () => {
    const { body: initiationBody } = obUk.prepareInitiation(profile, order);
    const { body } = obUk.prepareSubmission(profile, { initiationBody, consentId: "c1" });
    const initiation = /"Initiation":(\{.*\})\},"Risk"/.exec(initiationBody)?.[1];
    expect(body).toBe(
      `{"Data":{"ConsentId":"c1","Initiation":${initiation}},"Risk":{"PaymentContextCode":"EcommerceMerchantInitiatedPayment"}}`,
    );
  });
});

describe("an account", () => {
  it("of the United Kingdom is found by sort code and number, with or without spaces and hyphens", () => {
    const own = accountOf(IBAN);
    expect(isAccount(own, "gb33bukb20201555555555")).toBe(true);
    expect(isAccount({ ...own, Identification: "20-20-15 55555555" }, IBAN)).toBe(true);
    expect(isAccount({ SchemeName: "UK.OBIE.IBAN", Identification: IBAN }, IBAN)).toBe(true);
    expect(isAccount({ ...own, Identification: "20201555555556" }, IBAN)).toBe(false);
    expect(isAccount({ SchemeName: "UK.OBIE.PAN", Identification: own.Identification }, IBAN)).toBe(false);
    expect(isAccount(own, "DE89370400440532013000")).toBe(false);
  });

  it("has an IBAN only if the bank gives one", () => {
    expect(ibanOf({ SchemeName: "UK.OBIE.IBAN", Identification: IBAN })).toBe("GB33BUKB20201555555555");
    expect(ibanOf(accountOf(IBAN))).toBeUndefined();
  });
});

describe("the authorisation address", () => {
  const redirect = { uri: "https://pay.example/return", state: newId(), secret: newId() };
  const ask = () => authorisationUrl(profile, { consentId: "c1", scope: "payments", redirect });

  it("has all parameters in the signed request, and no secret", async () => {
    const url = new URL(await ask());
    expect([...url.searchParams.keys()]).toEqual(["client_id", "response_type", "scope", "redirect_uri", "request"]);
    const claims = decodeJwt(url.searchParams.get("request") ?? "");
    expect(claims).toMatchObject({
      iss: "bankside-simulation",
      aud: "http://127.0.0.1:1",
      response_type: "code",
      response_mode: "jwt",
      scope: "openid payments",
      redirect_uri: redirect.uri,
      state: redirect.state,
      nonce: nonceOf(redirect),
      code_challenge_method: "S256",
      claims: { id_token: { openbanking_intent_id: { value: "c1", essential: true } } },
    });
    // 30 s before its issue, for a bank whose clock is behind.
    expect((claims.exp ?? 0) - (claims.nbf ?? 0)).toBe(1830);
    expect(claims.iat).toBe(claims.nbf);
    const text = JSON.stringify(claims) + url;
    for (const secret of [redirect.secret, codeVerifierOf(redirect)]) expect(text).not.toContain(secret);
  });

  it("has a different nonce and verifier for each secret", () => {
    const other = { ...redirect, secret: newId() };
    const all = [nonceOf(redirect), codeVerifierOf(redirect), nonceOf(other), codeVerifierOf(other)];
    expect(new Set(all).size).toBe(4);
    expect(codeVerifierOf(redirect)).toMatch(/^[0-9a-f]{64}$/);
  });
});
