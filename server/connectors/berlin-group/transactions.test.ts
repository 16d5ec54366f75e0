import { describe, expect, it } from "vitest";
import { bankThat, json, profileAt } from "../../test/banks/fake-bank";
import type { StatementEntry } from "../account-data";
import type { BankProfile } from "../profile-schema";
import { berlinGroup } from "./connector";

const OWN = "DE89370400440532013000";
const OTHER = "FR1420041010050500013M02606";
const amount = (value: string) => ({ transactionAmount: { currency: "EUR", amount: value } });
const page = (booked: unknown[], next?: string) => ({
  account: { iban: OWN },
  transactions: {
    booked,
    _links: { account: { href: "/a" }, ...(next === undefined ? {} : { next: { href: next } }) },
  },
});

const read = (profile: BankProfile, since = "2026-03-05T10:00:00Z", until?: string) => {
  const period = { since, ...(until === undefined ? {} : { until }) };
  return berlinGroup.transactions(profile, {
    consentId: "c1",
    resourceId: "r/1",
    iban: OWN,
    deadlineMs: 20_000,
    ...period,
  });
};

async function entriesOf(booked: unknown[]): Promise<StatementEntry[]> {
  const profile = await bankThat((_request, response) => json(response, 200, page(booked)));
  const outcome = await read(profile);
  if (!outcome.ok) throw new Error(outcome.detail);
  return outcome.value.entries;
}

describe("a statement", () => {
  it("is fetched by whole days, from before `since` in every time zone", async () => {
    const asked: string[] = [];
    const profile = await bankThat((request, response) => {
      asked.push(`${request.url} ${request.headers["consent-id"]} ${request.headers["psu-ip-address"]}`);
      json(response, 200, page([]));
    });
    expect(await read(profile)).toEqual({ ok: true, value: { entries: [], unreadable: 0 } });
    await read(profile, "2026-03-05T13:00:00Z", "2026-03-07T13:00:00Z");
    const path = "/psd2/v1/accounts/r%2F1/transactions?bookingStatus=booked&dateFrom=";
    expect(asked).toEqual([`${path}2026-03-04 c1 undefined`, `${path}2026-03-05&dateTo=2026-03-08 c1 undefined`]);
  });

  it("has a booking date without the time and the zone that some banks add to it", async () => {
    for (const bookingDate of ["2026-03-05T00:00:00", "2026-03-05T23:00:00+02:00", "2026-03-05+02:00"]) {
      const entries = await entriesOf([{ transactionId: bookingDate, bookingDate, ...amount("1.00") }]);
      expect(entries.map(({ bookedAt }) => bookedAt)).toEqual(["2026-03-05"]);
    }
  });

  it("has direction, counterparty and remittance text of each entry", async () => {
    const parties = {
      debtorName: "Ana",
      debtorAccount: { iban: "FR14 2004 1010 0505 0001 3M02 606" },
      creditorName: "Shop",
      creditorAccount: { iban: OWN },
    };
    const order = { bookingDate: "2026-03-05", endToEndId: "E1", remittanceInformationUnstructured: "Order 1" };
    const entries = await entriesOf([
      { entryReference: "r1", transactionId: "t1", ...order, ...amount("25.5"), ...parties },
      { transactionId: "t2", ...order, ...amount("-25.50"), debtorName: "Shop", creditorName: "Ana" },
    ]);
    const common = { endToEndId: "E1", remittance: "Order 1", bookedAt: "2026-03-05" };
    const money = { amountMinor: 2550n, currency: "EUR" };
    expect(entries).toEqual([
      {
        entryId: "r1",
        transactionId: "t1",
        direction: "credit",
        money,
        ...common,
        counterparty: { name: "Ana", iban: OTHER },
      },
      { entryId: "t2", direction: "debit", money, ...common, counterparty: { name: "Ana" } },
    ]);
  });

  it("recognises an unsigned debit by the indicator, by the accounts, or by a lone creditor", async () => {
    const booked = { bookingDate: "2026-03-05", ...amount("1.00") };
    const entries = await entriesOf([
      { ...booked, creditDebitIndicator: "DBIT" },
      { ...booked, creditDebitIndicator: "CRDT", creditorName: "Ana" },
      { ...booked, debtorAccount: { iban: OWN }, creditorAccount: { iban: OTHER } },
      { ...booked, debtorAccount: { iban: OTHER }, creditorAccount: { iban: OWN } },
      { ...booked, creditorName: "Ana" },
      { ...booked, creditorName: "Shop", creditorAccount: { iban: OWN } },
      { ...booked, debtorName: "Ana" },
      { ...booked },
    ]);
    expect(entries.map(({ direction }) => direction)).toEqual([
      ...["debit", "credit", "debit", "credit", "debit", "credit", "credit", "credit"],
    ]);
  });

  it("finds the remittance text in any of its fields", async () => {
    const booked = { bookingDate: "2026-03-05", ...amount("1.00") };
    const entries = await entriesOf([
      { ...booked, remittanceInformationUnstructuredArray: ["Order", "1"] },
      { ...booked, remittanceInformationStructured: "RF18" },
      { ...booked, remittanceInformationStructured: { reference: "RF19", referenceType: "SCOR" } },
      { ...booked, remittanceInformationUnstructured: 7 },
    ]);
    expect(entries.map(({ remittance }) => remittance)).toEqual(["Order 1", "RF18", "RF19", undefined]);
  });

  it("distinguishes a return, with its reason, from a payment that mentions one", async () => {
    const booked = { bookingDate: "2026-03-05", ...amount("-1.00") };
    const entries = await entriesOf([
      { ...booked, bankTransactionCode: "PMNT-ICDT-RRTN", additionalInformation: "reason AC04" },
      { ...booked, bankTransactionCode: "PMNT-RCDT-RRTN" },
      { ...booked, additionalInformation: "Return of a payment, reason MS03" },
      { ...booked, proprietaryBankTransactionCode: "RTRN+MD07" },
      { ...booked, remittanceInformationUnstructured: "Return of goods AC04", bankTransactionCode: "PMNT-ICDT-ESCT" },
    ]);
    expect(entries.map(({ returnReason }) => returnReason)).toEqual(["AC04", "NARR", "MS03", "MD07", undefined]);
  });

  it("gives entries without an id a stable one, different for equal entries of a day", async () => {
    const coffee = { bookingDate: "2026-03-05", ...amount("-2.20"), creditorName: "Café" };
    const first = (await entriesOf([coffee, coffee])).map(({ entryId }) => entryId);
    const later = { ...coffee, bookingDate: "2026-03-06" };
    const second = (await entriesOf([later, coffee, coffee])).map(({ entryId }) => entryId);
    expect(new Set(first).size).toBe(2);
    expect(second.slice(1)).toEqual(first);
    expect(first).not.toContain(second[0]);
  });
});

describe("a statement in pages", () => {
  it("is fetched completely, on the bank's own hosts", async () => {
    const profile = await bankThat((request, response) => {
      const at = Number(new URL(request.url ?? "", "http://x").searchParams.get("page") ?? "0");
      const entry = { entryReference: `e${at}`, bookingDate: "2026-03-05", ...amount("1.00") };
      json(response, 200, page([entry], at < 3 ? `/psd2/more?page=${at + 1}` : undefined));
    });
    const outcome = await read(profile);
    expect(outcome.ok && outcome.value.entries.map(({ entryId }) => entryId)).toEqual(["e0", "e1", "e2", "e3"]);
  });

  it.each([
    ["of the query only", "?page=2"],
    ["below the base URL", "v1/accounts/r%2F1/transactions?page=2"],
    ["with the standard's path", "/v1/accounts/r%2F1/transactions?page=2"],
    ["with the whole path", "/psd2/v1/accounts/r%2F1/transactions?page=2"],
  ])("is fetched by a relative link %s", async (_which, next) => {
    const paths: (string | undefined)[] = [];
    const profile = await bankThat((request, response) => {
      paths.push(request.url);
      json(response, 200, page([], paths.length === 1 ? next : undefined));
    });
    expect(await read(profile)).toMatchObject({ ok: true });
    expect(paths[1]).toBe("/psd2/v1/accounts/r%2F1/transactions?page=2");
  });

  it.each([
    ["to another host", () => "http://169.254.169.254/next", 1],
    ["in a circle", (at: number) => `/psd2/more?page=${at % 2}`, 3],
    ["on without an end", (at: number) => `/psd2/more?page=${at + 1}`, 50],
  ])("that leads %s is a failure", async (_where, nextOf, calls) => {
    let asked = 0;
    const profile = await bankThat((_request, response) => {
      asked += 1;
      json(response, 200, page([], nextOf(asked)));
    });
    expect(await read(profile)).toMatchObject({ ok: false, kind: "protocol" });
    expect(asked).toBe(calls);
  });

  it("with too many pages, or a page of more than 1 MiB, is too large", async () => {
    let asked = 0;
    const endless = await bankThat((_request, response) => json(response, 200, page([], `/psd2/more?page=${asked++}`)));
    const wide = await bankThat((_request, response) => json(response, 200, page(["x".repeat(2 ** 20)])));
    expect(await read(endless)).toMatchObject({ ok: false, answer: "too-large" });
    expect(await read(wide)).toMatchObject({ ok: false, answer: "too-large" });
  });

  it("of another account is not read", async () => {
    const other = { ...page([]), account: { iban: "FR1420041010050500013M02606" } };
    const profile = await bankThat((_request, response) => json(response, 200, other));
    expect(await read(profile)).toMatchObject({ ok: false, answer: "unreadable" });
  });

  it("with a page that fails, is late or is invalid is a failure", async () => {
    const failing = await bankThat((request, response) => {
      if (request.url?.includes("more")) json(response, 503, {});
      else json(response, 200, page([], "/psd2/more"));
    });
    const unavailable = await read(failing);
    expect(unavailable).toMatchObject({ ok: false, kind: "unavailable" });
    expect(unavailable).not.toHaveProperty("notSent");
    const silent = await bankThat((request, response) => {
      if (!request.url?.includes("more")) json(response, 200, page([], "/psd2/more"));
    });
    const call = { consentId: "c1", resourceId: "r1", iban: OWN, deadlineMs: 300, since: "2026-03-05T10:00:00Z" };
    expect(await berlinGroup.transactions(silent, call)).toMatchObject({ ok: false });
    for (const body of [{}, { transactions: 7 }]) {
      const profile = await bankThat((_request, response) => json(response, 200, body));
      expect(await read(profile), JSON.stringify(body)).toMatchObject({ kind: "unknown", answer: "unreadable" });
    }
  });

  it("of which the first page could not be sent was not sent; one of which a later page could not be was", async () => {
    expect(await read(profileAt(1))).toMatchObject({ ok: false, kind: "unavailable", notSent: true });
    const closed = "127.0.0.1:1";
    const profile = await bankThat((_request, response) => json(response, 200, page([], `http://${closed}/psd2/more`)));
    const later = await read({ ...profile, hosts: [...profile.hosts, closed] });
    expect(later).toMatchObject({ ok: false, kind: "unavailable" });
    expect(later).not.toHaveProperty("notSent");
  });

  it.each<[string, unknown]>([
    ["without a date", amount("1.00")],
    ["with a date that is none", { bookingDate: "05.03.2026", ...amount("1.00") }],
    ["with a comma in the amount", { bookingDate: "2026-03-05", ...amount("1,00") }],
    ["with a part of a cent", { bookingDate: "2026-03-05", ...amount("1.005") }],
    ["without an amount", { bookingDate: "2026-03-05" }],
    ["that is no object", 7],
  ])("counts an entry %s as unreadable and has the others", async (_name, odd) => {
    const good = { transactionId: "t1", bookingDate: "2026-03-05", ...amount("1.00") };
    const profile = await bankThat((_request, response) => json(response, 200, page([odd, good])));
    expect(await read(profile)).toMatchObject({ ok: true, value: { entries: [{ entryId: "t1" }], unreadable: 1 } });
  });
});
