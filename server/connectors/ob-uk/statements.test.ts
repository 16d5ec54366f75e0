import { describe, expect, it } from "vitest";
import { fakeUkBankOfEachTest } from "../../test/banks/fake-uk-bank";
import type { Json } from "../../test/banks/tpp";
import { obUk } from "./connector";

// Statements and balances as banks send them, and as no bank should.

const bank = fakeUkBankOfEachTest();

const call = { consentId: "c1", grant: { accessToken: "psu" }, deadlineMs: 10_000, resourceId: "a1", iban: "" };
const since = "2026-11-20T10:00:00Z";
const statement = () => obUk.transactions(bank.profile, { ...call, since });
async function entries() {
  const outcome = await statement();
  if (!outcome.ok) throw new Error(outcome.detail);
  return outcome.value.entries;
}
const transaction = (changed: Json = {}): Json => ({
  AccountId: "a1",
  TransactionId: "t1",
  CreditDebitIndicator: "Credit",
  Status: "Booked",
  BookingDateTime: "2026-11-20T10:43:07+00:00",
  Amount: { Amount: "10.00", Currency: "GBP" },
  ...changed,
});
const page = (transactions: Json[], Next?: string): Json => ({
  Data: { Transaction: transactions },
  Links: { Self: "x", Next },
});
const says = (body: Json | string) => {
  bank.resource = () => ({ status: 200, body });
};

describe("a statement", () => {
  it("is fetched with the grant, from earlier than `since`, because banks ignore the time zone", async () => {
    says(page([]));
    expect(await statement()).toEqual({ ok: true, value: { entries: [], unreadable: 0 } });
    const [asked] = bank.asked;
    expect(asked?.headers["authorization"]).toBe("Bearer psu");
    expect(asked?.path).toBe("/aisp/accounts/a1/transactions?fromBookingDateTime=2026-11-20T09%3A00%3A00.000Z");
    expect(bank.asked).toHaveLength(1);
    await obUk.transactions(bank.profile, { ...call, since, until: "2026-11-22T10:00:00Z" });
    expect(bank.asked[1]?.path).toContain("09%3A00%3A00.000Z&toBookingDateTime=2026-11-22T11%3A00%3A00.000Z");
  });

  it("contains booked entries only", async () => {
    const full = transaction({
      TransactionReference: "E2E-1",
      TransactionInformation: "Order 3451",
      DebtorAccount: { SchemeName: "UK.OBIE.IBAN", Identification: "gb33 bukb 2020 1555 5555 55", Name: "A. Payer" },
      CreditorAccount: { Name: "Nobody" },
    });
    const debit = transaction({
      TransactionId: "t2",
      CreditDebitIndicator: "Debit",
      CreditorAccount: { Name: "Shop" },
    });
    const pending = transaction({ TransactionId: "t3", Status: "Pending" });
    const rejected = transaction({ TransactionId: "t4", Status: "Rejected" });
    says(page([full, debit, pending, rejected]));
    const money = { amountMinor: 1000n, currency: "GBP" };
    const bookedAt = "2026-11-20T10:43:07+00:00";
    expect(await entries()).toEqual([
      {
        entryId: "t1",
        direction: "credit",
        money,
        endToEndId: "E2E-1",
        remittance: "Order 3451",
        counterparty: { name: "A. Payer", iban: "GB33BUKB20201555555555" },
        bookedAt,
      },
      { entryId: "t2", direction: "debit", money, counterparty: { name: "Shop" }, bookedAt },
    ]);
  });

  it("reads a time without a zone as UTC, in whatever zone the process runs", async () => {
    says(page([transaction({ BookingDateTime: "2026-11-01T00:00:00" })]));
    expect(await statement()).toMatchObject({ value: { entries: [{ bookedAt: "2026-11-01T00:00:00Z" }] } });
  });

  it("takes the end-to-end id from its own field before the reference, and the return reason", async () => {
    const returned = { SubCode: "ReversalDueToPaymentReturn", Code: "ReceivedCreditTransfers" };
    const cases: [Json, Json][] = [
      [
        { TransactionReference: "fpid", SupplementaryData: { EndToEndIdentification: "E2E-2", ReturnReason: "AC04" } },
        { endToEndId: "E2E-2", returnReason: "AC04" },
      ],
      [{ BankTransactionCode: returned, TransactionInformation: "Return, AC01." }, { returnReason: "AC01" }],
      [{ BankTransactionCode: returned }, { returnReason: "NARR" }],
    ];
    for (const [changed, sent] of cases) {
      says(page([transaction(changed)]));
      expect(await entries()).toMatchObject([sent]);
    }
    says(page([transaction({ TransactionInformation: "AC04 Ltd" })]));
    expect((await entries())[0]).not.toHaveProperty("returnReason");
  });

  it("gives an entry without an id a stable one, different for equal entries", async () => {
    const nameless = transaction({ TransactionId: undefined });
    says(page([nameless, nameless, transaction({ TransactionId: undefined, TransactionInformation: "other" })]));
    const ids = async () => (await entries()).map(({ entryId }) => entryId);
    const first = await ids();
    expect(new Set(first).size).toBe(3);
    expect(await ids()).toEqual(first);
  });

  it("is fetched over all pages, by absolute and relative links", async () => {
    bank.resource = ({ path }) => {
      const at = /page=(\d)/.exec(path)?.[1] ?? "1";
      const next = { "1": `${bank.issuer}/aisp/accounts/a1/transactions?page=2`, "2": "transactions?page=3" }[at];
      return { status: 200, body: page([transaction({ TransactionId: `t${at}` })], next) };
    };
    expect((await entries()).map(({ entryId }) => entryId)).toEqual(["t1", "t2", "t3"]);
  });

  it.each([
    "http://169.254.169.254/latest",
    "https://evil.example/aisp/accounts",
    "//evil.example/aisp/x",
    "file:///etc/passwd",
    "../../../admin",
  ])("never follows a link to %s with the grant", async (next) => {
    says(page([transaction()], next));
    expect(await statement()).toMatchObject({ ok: false, kind: "protocol" });
    expect(bank.asked).toHaveLength(1);
  });

  it("is unreadable with an entry of another account; control: the entry names this one", async () => {
    says(page([transaction(), transaction({ AccountId: "a2" })]));
    expect(await statement()).toMatchObject({ ok: false, kind: "unknown" });
    says(page([transaction(), transaction({ AccountId: "a1" })]));
    expect(await statement()).toMatchObject({ ok: true });
  });

  it("with a loop or without an end is a failure", async () => {
    says(page([transaction()], "transactions?page=2"));
    expect(await statement()).toMatchObject({ ok: false, kind: "protocol" });
    let pages = 0;
    bank.resource = () => ({ status: 200, body: page([], `transactions?page=${++pages}`) });
    expect(await statement()).toMatchObject({ ok: false, kind: "protocol" });
    expect(pages).toBe(50);
  });

  it.each<[string, Json]>([
    ["a sign in the amount", { Amount: { Amount: "-10.00", Currency: "GBP" } }],
    ["an amount that is none", { Amount: { Amount: "10.001", Currency: "GBP" } }],
    ["no indicator", { CreditDebitIndicator: undefined }],
    ["an unknown indicator", { CreditDebitIndicator: "Both" }],
    ["no date", { BookingDateTime: undefined }],
    ["no status", { Status: undefined }],
  ])(
    "counts an entry with %s as unreadable and has the others; control: a pending one is left out",
    async (_, changed) => {
      const pending = transaction({ Status: "Pending", BookingDateTime: undefined });
      says(page([transaction(changed), transaction(), pending]));
      expect(await statement()).toMatchObject({ ok: true, value: { entries: [{ entryId: "t1" }], unreadable: 1 } });
    },
  );
});

describe("balances", () => {
  const balance = (changed: Json = {}): Json => ({
    AccountId: "a1",
    CreditDebitIndicator: "Credit",
    Type: "InterimAvailable",
    DateTime: "2026-11-20T10:43:07+00:00",
    Amount: { Amount: "1230.00", Currency: "GBP" },
    ...changed,
  });
  const read = () => obUk.balances(bank.profile, call);

  it("are negative for the indicator Debit", async () => {
    says({
      Data: { Balance: [balance(), balance({ CreditDebitIndicator: "Debit", Type: "Expected", DateTime: "?" })] },
    });
    expect(await read()).toEqual({
      ok: true,
      value: [
        { amountMinor: 123_000n, currency: "GBP", type: "InterimAvailable", asOf: "2026-11-20T10:43:07+00:00" },
        { amountMinor: -123_000n, currency: "GBP", type: "Expected", asOf: null },
      ],
    });
  });

  it("name an included credit line", async () => {
    const CreditLine = (Included: boolean) => [{ Included, Type: "Pre-Agreed", Amount: {} }];
    says({
      Data: { Balance: [balance({ CreditLine: CreditLine(true) }), balance({ CreditLine: CreditLine(false) })] },
    });
    const outcome = await read();
    expect(outcome.ok && outcome.value.map(({ withCredit }) => withCredit)).toEqual([true, undefined]);
  });

  it.each<[string, Json]>([
    ["another account's", { AccountId: "a2" }],
    ["without an indicator", { CreditDebitIndicator: undefined }],
    ["with a sign", { Amount: { Amount: "-1.00", Currency: "GBP" } }],
    ["with a part of a penny", { Amount: { Amount: "1.005", Currency: "GBP" } }],
  ])("that are %s are refused", async (_name, changed) => {
    says({ Data: { Balance: [balance(changed)] } });
    expect(await read()).toMatchObject({ ok: false, kind: "unknown" });
  });

  it("send the PSU's address only when the PSU is present", async () => {
    says({ Data: { Balance: [balance()] } });
    await read();
    await obUk.balances(bank.profile, { ...call, psuIp: "203.0.113.7" });
    const sent = bank.asked.map(({ headers }) => headers["x-fapi-customer-ip-address"]);
    expect(sent).toEqual([undefined, "203.0.113.7"]);
  });
});
