// In a sample the same documents validate the simulated bank: simbank/src/open-banking/specification.test.ts.
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../lib/ids";
import { fictitiousIban } from "../../lib/money/iban";
import { type FakeUkBank, startFakeUkBank } from "../../test/banks/fake-uk-bank";
import { simbankOfThisFile } from "../../test/banks/simbank";
import {
  beginPayment,
  DEADLINE_MS,
  grantAccess,
  newRedirect,
  PSU,
  refOf,
  submissionOf,
  taken,
} from "../../test/banks/uk-bank";
import {
  callsOf,
  eachJudge,
  hasUkDocuments,
  type Judges,
  startJudges,
  type UkApi,
  violationsOf,
} from "../../test/banks/uk-documents";
import { moveClock } from "../../test/database";
import { without } from "../../test/wire";
import type { BankProfile } from "../profile-schema";
import { simulatedUkProfile } from "../simulated-profile";
import { obUk } from "./connector";

// Prism validates both sides by the official documents of Read/Write 3.1.11.

const present = hasUkDocuments();
const START_TIMEOUT_MS = 120_000;
const SCHEMES = ["FASTER_PAYMENTS", "BACS", "CHAPS"];

// Set before the environment is read: the address of the simulated banks.
const simbank = simbankOfThisFile();

describe.runIf(present)("every request conforms to the documents, by Prism's mock server", () => {
  let mock: Judges;
  let bank: FakeUkBank;
  let profile: BankProfile;
  beforeAll(async () => {
    [mock, bank] = await Promise.all([startJudges(null), startFakeUkBank()]);
    profile = { ...bank.profile, products: simulatedUkProfile({ slug: "monzo", schemes: SCHEMES }).products };
    profile = { ...profile, quirks: { answersUnsigned: true } };
  }, START_TIMEOUT_MS);
  afterAll(() => Promise.all([eachJudge(mock, (judge) => judge.close()), bank?.close()]));
  afterEach(() => eachJudge(mock, (judge) => judge.judged.splice(0)));

  const at = (api: UkApi) => ({ ...profile, baseUrl: `http://127.0.0.1:${mock[api].port}` });
  const grant = { accessToken: "psu" };

  it("for payments", async () => {
    const debtorIban = fictitiousIban("GBP", "shopper");
    await beginPayment(at("pisp"));
    await beginPayment(at("pisp"), { scheme: "BACS", debtorIban, remittance: "//№//" });
    const begun = await beginPayment(at("pisp"), { debtorIban: "DE89370400440532013000", remittance: "R".repeat(200) });
    const consentId = taken(begun.outcome).consentId ?? "";
    const ref = {
      scheme: begun.scheme,
      bankPaymentId: "payment/1",
      consentId,
      links: {},
      grant,
      money: { amountMinor: 2_550n, currency: "GBP" },
    };
    await obUk.authorisation(at("pisp"), { ...ref, psu: PSU });
    const { body } = obUk.prepareSubmission(profile, { initiationBody: begun.body, consentId });
    await obUk.submit(at("pisp"), { ref, body, idempotencyKey: newId() });
    await obUk.status(at("pisp"), ref);
    expect(violationsOf(mock, "request")).toEqual([]);
    expect(callsOf(mock).filter((call) => !call.includes("payment-details"))).toEqual([
      "GET domestic-payment-consents/{id} 200",
      "GET domestic-payments/{id} 200",
      "POST domestic-payment-consents 201",
      "POST domestic-payments 201",
    ]);
  });

  it("for accounts", async () => {
    const account = { iban: fictitiousIban("GBP", "shop"), currency: "GBP", deadlineMs: DEADLINE_MS };
    for (const psuIp of [{}, { psuIp: PSU.ip }]) {
      await obUk.createAccountConsent(at("aisp"), { ...account, redirect: newRedirect(), ...psuIp });
      const call = { consentId: "c/1", grant, deadlineMs: DEADLINE_MS, ...psuIp };
      await obUk.findAccount(at("aisp"), { ...call, ...account });
      await obUk.balances(at("aisp"), { ...call, iban: "", resourceId: "a 1" });
      await obUk.transactions(at("aisp"), { ...call, iban: "", resourceId: "a 1", since: new Date().toISOString() });
    }
    await obUk.consentStatus(at("aisp"), { consentId: "c/1" });
    await obUk.revokeConsent(at("aisp"), { consentId: "c/1" });
    expect(violationsOf(mock, "request")).toEqual([]);
    expect(callsOf(mock)).toEqual([
      "DELETE account-access-consents/{id} 204",
      "GET account-access-consents/{id} 200",
      "GET accounts 200",
      "GET accounts/{id}/balances 200",
      "GET accounts/{id}/transactions 200",
      "POST account-access-consents 201",
    ]);
  });

  it("control: a request that does not conform is found", async () => {
    const url = `${at("pisp").baseUrl}/pisp/domestic-payment-consents`;
    const { body } = await beginPayment(at("pisp"));
    const good = {
      Authorization: "Bearer x",
      "Content-Type": "application/json",
      "x-idempotency-key": newId(),
      "x-jws-signature": "a..b",
    };
    const { "x-idempotency-key": _key, ...keyless } = good;
    const { "x-jws-signature": _signature, ...unsigned } = good;
    await fetch(url, { method: "POST", body, headers: good });
    expect(violationsOf(mock, "request")).toEqual([]);
    const wrong: [string, Record<string, string>][] = [
      [body, keyless],
      [body, unsigned],
      [body, { ...good, "x-idempotency-key": "k".repeat(41) }],
      [body.replace('"165.88"', "165.88"), good],
      [body.replace('"Risk"', '"Risks"'), good],
      [body.replace('"CreditorAccount"', '"Creditor"'), good],
    ];
    for (const [text, headers] of wrong) {
      mock.pisp.judged.length = 0;
      await fetch(url, { method: "POST", body: text, headers });
      expect(violationsOf(mock, "request"), text).not.toEqual([]);
    }
  });
});

describe.runIf(present)("the connector and the simulated bank conform to the documents", () => {
  let judges: Judges;
  beforeAll(async () => {
    judges = await startJudges(Number(new URL(simbank.baseUrl).port));
  }, START_TIMEOUT_MS);
  afterAll(() => eachJudge(judges, (judge) => judge.close()));
  afterEach(() =>
    eachJudge(judges, (judge) => {
      judge.judged.length = 0;
      judge.spoil = null;
    }),
  );

  /** The simulated bank of that slug, with its resources behind Prism. */
  function profileOf(slug: string, api: UkApi): BankProfile {
    const profile = simulatedUkProfile({ slug, schemes: SCHEMES });
    const host = `127.0.0.1:${judges[api].port}`;
    return { ...profile, baseUrl: profile.baseUrl.replace(new URL(profile.baseUrl).host, host) };
  }

  async function pay(slug: string, remittance: string, scheme = "FASTER_PAYMENTS"): Promise<string[]> {
    const begun = await beginPayment(profileOf(slug, "pisp"), { remittance, scheme });
    if (!begun.outcome.ok) return [begun.outcome.kind];
    const { profile } = begun;
    await obUk.authorisation(profile, refOf(begun));
    const call = await submissionOf(begun);
    const { bankPaymentId } = taken(await obUk.submit(profile, call));
    await obUk.submit(profile, { ...call, idempotencyKey: newId() });
    const ref = { ...call.ref, bankPaymentId };
    const first = await obUk.status(profile, ref);
    await moveClock("1 minute");
    const second = await obUk.status(profile, ref);
    await obUk.status(profile, { ...ref, bankPaymentId: newId() });
    await obUk.authorisation(profile, ref);
    return [first, second].map((outcome) => (outcome.ok ? outcome.value.status : outcome.kind));
  }

  it("for payments, in both response modes and with failures", async () => {
    expect(await pay("monzo", "Order 1")).toEqual([expect.any(String), expect.stringMatching(/^AC[SC]C$/)]);
    expect(await pay("tsb", "Order 2", "BACS")).toEqual([expect.any(String), expect.stringMatching(/^AC[SC]C$/)]);
    expect(await pay("monzo", "SIM-NOFUNDS")).toEqual(["RJCT", "RJCT"]);
    expect(await pay("monzo", "SIM-REFUSED")).toEqual(["rejected"]);
    expect(await pay("monzo", "SIM-429")).toEqual(["rate-limited", "rate-limited"]);
    expect(violationsOf(judges)).toEqual([]);
    expect(callsOf(judges)).toEqual([
      "GET domestic-payment-consents/{id} 200",
      "GET domestic-payments/{id} 200",
      "GET domestic-payments/{id} 400",
      "GET domestic-payments/{id} 429",
      "GET domestic-payments/{id}/payment-details 200",
      "POST domestic-payment-consents 201",
      "POST domestic-payment-consents 400",
      "POST domestic-payments 201",
      "POST domestic-payments 400",
    ]);
  });

  it("for account information and statements", async () => {
    const profile = profileOf("monzo", "aisp");
    const { consentId, grant } = await grantAccess(profile);
    expect(taken(await obUk.consentStatus(profile, { consentId }))).toMatchObject({ state: "valid" });
    const call = { consentId, grant, deadlineMs: DEADLINE_MS };
    const account = { iban: fictitiousIban("GBP", "nobody's"), currency: "GBP" };
    expect(await obUk.findAccount(profile, { ...call, ...account })).toMatchObject({ kind: "not-found" });
    const { responseBody } = simbank.exchanges.findLast(({ path }) => path.endsWith("/aisp/accounts")) ?? {};
    const { Data } = JSON.parse(responseBody ?? "") as { Data: { Account: { AccountId: string }[] } };
    const resourceId = Data.Account[0]?.AccountId ?? "";
    expect((await obUk.balances(profile, { ...call, iban: "", resourceId })).ok).toBe(true);
    const since = "2020-01-01T00:00:00Z";
    expect((await obUk.transactions(profile, { ...call, iban: "", resourceId, since })).ok).toBe(true);
    expect((await obUk.revokeConsent(profile, { consentId })).ok).toBe(true);
    expect(await obUk.balances(profile, { ...call, iban: "", resourceId })).toMatchObject({ kind: "consent" });
    expect(violationsOf(judges)).toEqual([]);
    expect(callsOf(judges)).toEqual([
      "DELETE account-access-consents/{id} 204",
      "GET account-access-consents/{id} 200",
      "GET accounts 200",
      "GET accounts/{id}/balances 200",
      "GET accounts/{id}/balances 403",
      "GET accounts/{id}/transactions 200",
      "POST account-access-consents 201",
    ]);
  });

  it("control: a bank that deviates in one word is found", async () => {
    const profile = profileOf("monzo", "pisp");
    await beginPayment(profile);
    expect(violationsOf(judges)).toEqual([]);
    const breaks: [string, (body: string) => string][] = [
      ["an unknown status", (body) => body.replace('"AwaitingAuthorisation"', '"Waiting"')],
      ["no consent's id", (body) => body.replace('"ConsentId"', '"Id"')],
      ["an amount that is a number", (body) => body.replace('"165.88"', "165.88")],
    ];
    for (const [name, change] of breaks) {
      judges.pisp.judged.length = 0;
      judges.pisp.spoil = ({ body, ...answer }) => ({
        ...answer,
        body: Buffer.from(change(body.toString("utf8"))),
        head: without(without(answer.head, "content-length"), "transfer-encoding"),
      });
      // The signature covers the original body, so the connector detects the change too.
      expect((await beginPayment(profile)).outcome, name).toMatchObject({ ok: false, kind: "unknown" });
      expect(violationsOf(judges, "response"), name).not.toEqual([]);
    }
    judges.pisp.judged.length = 0;
    judges.pisp.spoil = (answer) => ({ ...answer, head: without(answer.head, "x-fapi-interaction-id") });
    await beginPayment(profile);
    expect(violationsOf(judges, "response")).not.toEqual([]);
  });
});
