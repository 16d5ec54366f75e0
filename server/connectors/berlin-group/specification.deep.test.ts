// In a sample the same document validates the simulated bank (simbank/src/specification.test.ts) and the calls of a
// whole payment (exchanges.test.ts).
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../lib/ids";
import { fictitiousIban } from "../../lib/money/iban";
import { callsOf, orderOf, PSU, SCHEMES } from "../../test/banks/berlin-group-calls";
import { berlinGroupDocument, hasBerlinGroupDocument } from "../../test/banks/berlin-group-document";
import { profileAt } from "../../test/banks/fake-bank";
import { type SpecifiedBank, startSpecifiedBank, violationsOf } from "../../test/banks/specified-bank";
import type { StatusCall } from "../port";
import type { BankProfile } from "../profile-schema";
import { berlinGroup as connector } from "./connector";

// The Berlin Group's OpenAPI document (NextGenPSD2 1.3.11): Prism responds with its examples and validates the requests.

const present = hasBerlinGroupDocument();
const START_TIMEOUT_MS = 180_000;
const [SCHEME = ""] = SCHEMES;

describe.runIf(present)("every request of the connector conforms to the document", () => {
  let mock: SpecifiedBank;
  let profile: BankProfile;
  beforeAll(async () => {
    const pathOf = (target: string) => target.replace(/^\/psd2/, "");
    mock = await startSpecifiedBank({ document: berlinGroupDocument(), upstream: null, pathOf });
    const { port } = mock;
    const products = {
      [SCHEME]: "sepa-credit-transfers",
      SEPA_INSTANT_CREDIT_TRANSFER: "instant-sepa-credit-transfers",
    };
    // Signed, so that these headers are validated too.
    profile = profileAt(port, { finality: "ACSP", security: { signing: {} }, statusTimeoutMs: 5_000 });
    profile = { ...profile, initiateTimeoutMs: 5_000, tokenTimeoutMs: 5_000, products };
  }, START_TIMEOUT_MS);
  afterAll(() => mock?.close());
  afterEach(() => {
    mock.judged.length = 0;
  });

  it("for payments", async () => {
    for (const [at, scheme] of SCHEMES.entries()) {
      mock.examples.push("example=paymentInitiationExample_json_Redirect");
      const debtorIban = fictitiousIban("EUR", "shopper");
      const started = await connector.initiate(
        profile,
        orderOf(profile, at === 0 ? { scheme, debtorIban } : { scheme }),
      );
      expect(started).toMatchObject({ ok: true, value: { next: { kind: "redirect" } } });
    }
    const psu = { ...PSU, ip: "2001:db8::1" };
    mock.examples.push("example=paymentInitiationExample_json_Redirect");
    await connector.initiate({ ...profile, publicIpv4: "192.0.2.1" }, { ...orderOf(profile), psu });
    mock.examples.push("example=paymentInitiationExample_json__RedirectExplicitAuthorisation");
    mock.examples.push("example=startScaProcessResponseExample1");
    const explicit = await connector.initiate(profile, orderOf(profile, { remittance: "//№//" }));
    expect(explicit).toMatchObject({ ok: true, value: { next: { kind: "decoupled" } } });
    const base = `${profile.baseUrl}/v1/payments/sepa-credit-transfers/1234-wertiq-983`;
    const ref: StatusCall = {
      scheme: SCHEME,
      bankPaymentId: "1234-wertiq-983",
      consentId: null,
      links: {},
      money: { amountMinor: 2_550n, currency: "EUR" },
    };
    const scaStatus = `${base}/authorisations/123auth456`;
    // The example's status is accepted only; the debtor is fetched for executed payments.
    mock.spoil = (answer) => ({ ...answer, body: Buffer.from(answer.body.toString().replace("ACCP", "ACSC")) });
    await connector.status(profile, ref);
    mock.spoil = null;
    for (const known of [ref, { ...ref, psu: PSU, links: { scaStatus }, grant: { accessToken: "token" } }]) {
      expect(await connector.status(profile, known)).toMatchObject({ ok: true });
    }
    const links = { confirmation: scaStatus };
    const returned = { params: { confirmationCode: "2256ffgh" }, redirect: orderOf(profile).redirect };
    mock.examples.push("example=authorisationConfirmationResponseExample");
    expect(await connector.completeRedirect(profile, { ref: { ...ref, links }, ...returned })).toEqual({
      ok: true,
      value: { kind: "nothing" },
    });
    await connector.cancel?.(profile, ref);
    expect(violationsOf(mock, "request")).toEqual([]);
    expect(callsOf(mock)).toEqual([
      "DELETE payments/sepa-credit-transfers/{id} 202",
      "GET payments/sepa-credit-transfers/{id} 200",
      "GET payments/sepa-credit-transfers/{id}/authorisations/{id} 200",
      "GET payments/sepa-credit-transfers/{id}/status 200",
      "POST payments/instant-sepa-credit-transfers 201",
      "POST payments/sepa-credit-transfers 201",
      "POST payments/sepa-credit-transfers/{id}/authorisations 201",
      "PUT payments/sepa-credit-transfers/{id}/authorisations/{id} 200",
    ]);
    const signed = mock.judged.filter(({ requestHeaders }) => requestHeaders["tpp-signature-certificate"]);
    expect(signed).toHaveLength(mock.judged.length);
  });

  it("for accounts", async () => {
    const { redirect } = orderOf(profile);
    const account = { iban: "DE2310010010123456789", currency: "EUR", deadlineMs: 5_000 };
    mock.examples.push("example=consentResponseExample1b_Redirect", "example=startScaProcessResponseExample1");
    const consent = await connector.createAccountConsent(profile, { ...account, redirect });
    if (!consent.ok) throw new Error(consent.detail);
    const { consentId } = consent.value;
    await connector.createAccountConsent(profile, { ...account, redirect, psuIp: "203.0.113.7" });
    await connector.consentStatus(profile, { consentId });
    await connector.consentStatus(profile, { consentId, grant: { accessToken: "token" } });
    for (const psuIp of [{}, { psuIp: "203.0.113.7" }]) {
      const found = await connector.findAccount(profile, { consentId, ...account, ...psuIp });
      const call = {
        consentId,
        // The accounts of the examples.
        iban: "FR7612345987650123456789014",
        resourceId: found.ok ? found.value.resourceId : "",
        deadlineMs: 5_000,
        ...psuIp,
      };
      expect(await connector.balances(profile, call)).toMatchObject({ ok: true });
      mock.examples.push("example=transactionsExample1_RegularAccount_json");
      const statement = await connector.transactions(profile, {
        ...call,
        iban: "DE2310010010123456788",
        since: "2017-10-25T00:00:00Z",
      });
      // The examples have unsigned amounts: the first went to John Miles, the second came from Paul Simpson.
      expect(statement).toMatchObject({
        ok: true,
        value: { entries: [{ direction: "debit" }, { direction: "credit" }] },
      });
    }
    await connector.revokeConsent(profile, { consentId });
    expect(violationsOf(mock, "request")).toEqual([]);
    expect(callsOf(mock)).toEqual([
      "DELETE consents/{id} 204",
      "GET accounts 200",
      "GET accounts/{id}/balances 200",
      "GET accounts/{id}/transactions 200",
      "GET consents/{id} 200",
      "GET consents/{id}/status 200",
      "POST consents 201",
      "POST consents/{id}/authorisations 201",
    ]);
  });

  it("control: a request that does not conform is found", async () => {
    const url = `${profile.baseUrl}/v1/payments/sepa-credit-transfers`;
    const right = orderOf(profile).body;
    const good = { "Content-Type": "application/json", "X-Request-ID": newId(), "PSU-IP-Address": "203.0.113.7" };
    const wrong: [string, Record<string, string>][] = [
      [right, { "Content-Type": "application/json" }],
      [right, { ...good, "X-Request-ID": "7" }],
      [right.replace('"instructedAmount"', '"amount"'), good],
      [right.replace('"123.45"', "123.45"), good],
    ];
    await fetch(url, { method: "POST", body: right, headers: good });
    expect(violationsOf(mock, "request")).toEqual([]);
    for (const [body, headers] of wrong) {
      mock.judged.length = 0;
      await fetch(url, { method: "POST", body, headers });
      expect(violationsOf(mock, "request"), body).not.toEqual([]);
    }
    mock.judged.length = 0;
    await fetch(`${profile.baseUrl}/v1/everything`);
    expect(violationsOf(mock)).toHaveLength(1);
  });
});
