import { describe, expect, it } from "vitest";
import { type BankResponse, fakeUkBankOfEachTest, SUBMITTED as ref } from "../../test/banks/fake-uk-bank";
import type { Json } from "../../test/banks/tpp";
import { obUk } from "./connector";

const bank = fakeUkBankOfEachTest();

const payment = (changed: Json = {}): Json => ({
  Data: { DomesticPaymentId: "p1", ConsentId: "c1", Status: "AcceptedSettlementInProcess", ...changed },
});
const consent = (Status: string): Json => ({ Data: { ConsentId: "c1", Status } });
const statusOf = () => obUk.status(bank.profile, ref);

describe("the status codes of the standard", () => {
  it.each([
    ["Pending", "PDNG"],
    ["Rejected", "RJCT"],
    ["AcceptedSettlementInProcess", "ACSP"],
    ["AcceptedSettlementCompleted", "ACSC"],
    ["AcceptedCreditSettlementCompleted", "ACCC"],
    ["AcceptedWithoutPosting", "ACWP"],
    ["ACCC", "ACCC"],
    ["BLCK", "BLCK"],
    ["XXXX", "XXXX"],
    ["constructor", "constructor"],
  ])("%s is %s", async (word, code) => {
    bank.resource = () => ({ status: 200, body: payment({ Status: word }) });
    expect(await statusOf()).toMatchObject({ ok: true, value: { status: code } });
  });

  it.each([
    ["AwaitingAuthorisation", "awaiting"],
    ["Authorised", "authorised"],
    ["Consumed", "consumed"],
    ["Rejected", "rejected"],
    ["AWAU", "awaiting"],
    ["AUTH", "authorised"],
    ["COND", "consumed"],
    ["RJCT", "rejected"],
  ])("a consent with status %s is %s", async (word, state) => {
    bank.resource = () => ({ status: 200, body: consent(word) });
    expect(await obUk.authorisation(bank.profile, ref)).toEqual({ ok: true, value: { state } });
  });

  it("a consent with an unknown status is unknown", async () => {
    bank.resource = () => ({ status: 200, body: consent("Pondering") });
    expect(await obUk.authorisation(bank.profile, ref)).toMatchObject({ ok: false, kind: "unknown" });
  });

  it("a rejection has an ISO code from its texts, else the text; without details it has no reason", async () => {
    const details = (StatusDetail: Json): Json => ({ Data: { PaymentStatus: [{ Status: "Rejected", StatusDetail }] } });
    const says = (detail: BankResponse) => {
      bank.resource = ({ path }) =>
        path.endsWith("/payment-details") ? detail : { status: 200, body: payment({ Status: "Rejected" }) };
    };
    says({ status: 200, body: details({ Status: "Rejected", StatusReasonDescription: "AM04 no funds" }) });
    expect(await statusOf()).toMatchObject({ value: { status: "RJCT", reason: "AM04" } });
    says({ status: 200, body: details({ StatusReason: "ProprietaryRejection" }) });
    expect(await statusOf()).toMatchObject({ value: { status: "RJCT", reason: "ProprietaryRejection" } });
    for (const none of [{ status: 404 }, { status: 200, body: "{}" }, { status: 500 }]) {
      says(none);
      expect(await statusOf()).toEqual({ ok: true, value: { status: "RJCT" } });
    }
  });

  it("a status has the payer from any of its fields", async () => {
    const iban = "GB33BUKB20201555555555";
    const account = (Identification: string, Name?: string) => ({ SchemeName: "UK.OBIE.IBAN", Identification, Name });
    const cases: [Json, Json | undefined][] = [
      [{ Debtor: { Name: "A. Payer" } }, { name: "A. Payer" }],
      [
        { Debtor: { Name: "A. Payer" }, Refund: { Account: account(iban, "B") } },
        { iban, name: "A. Payer" },
      ],
      [{ Initiation: { DebtorAccount: account("gb33 bukb 2020 1555 5555 55") } }, { iban }],
      [
        { Refund: { Account: { SchemeName: "UK.OBIE.SortCodeAccountNumber", Identification: "20201555555555" } } },
        undefined,
      ],
      [{ Debtor: 7, Refund: "x" }, undefined],
    ];
    for (const [changed, debtor] of cases) {
      bank.resource = () => ({ status: 200, body: payment(changed) });
      expect(await statusOf()).toEqual({ ok: true, value: { status: "ACSP", ...(debtor ? { debtor } : {}) } });
    }
  });
});
