import { fictitiousIban } from "../../lib/money/iban";
import { connectBank, newAccount, newPerson, type Person } from "./account-access";
import { type FakeBank, json, newFakeBank } from "./fake-bank";

// A Berlin Group bank with corporate access to one account in euros. The test sets its statements and balances.

type Answer = { status?: number; body: unknown };

export type CorporateBank = {
  bank: FakeBank;
  person: Person;
  account: { merchantId: string; accountId: string };
  statement: (query: URLSearchParams) => Answer;
  balances: () => Answer;
  /** The status of a new consent; `valid` unless changed. */
  consentStatus: string;
  /** The queries of all statement requests. */
  asked: URLSearchParams[];
  /** The ids of the consents that were created and not revoked. */
  consents: Set<string>;
  created: number;
};

/** Ends with the test. */
export async function newCorporateBank(): Promise<CorporateBank> {
  const bank = await newFakeBank({ corporateAccess: true });
  const person = await newPerson();
  const iban = fictitiousIban("EUR", bank.profile.id);
  const account = await newAccount(person, await connectBank(bank.profile), { iban, roles: ["receiving"] });
  const made: CorporateBank = {
    ...{ bank, person, account, asked: [], consents: new Set(), created: 0, consentStatus: "valid" },
    statement: () => ({ body: pageOf([]) }),
    balances: () => ({ body: { balances: [] } }),
  };
  bank.answer = ({ method, url = "" }, response) => {
    const { pathname, searchParams } = new URL(url, "http://bank.invalid");
    const consentId = pathname.split("/").at(-1) ?? "";
    if (method === "POST") {
      made.created += 1;
      const id = `c${made.created}`;
      made.consents.add(id);
      json(response, 201, { consentStatus: made.consentStatus, consentId: id, _links: {} });
    } else if (method === "DELETE") {
      made.consents.delete(consentId);
      response.writeHead(204).end();
    } else if (pathname.endsWith("/status")) {
      json(response, 200, { consentStatus: "valid" });
    } else if (pathname.endsWith("/accounts")) {
      json(response, 200, { accounts: [{ resourceId: "r1", iban, currency: "EUR" }] });
    } else {
      const isStatement = pathname.endsWith("/transactions");
      if (isStatement) made.asked.push(searchParams);
      const { status = 200, body } = isStatement ? made.statement(searchParams) : made.balances();
      json(response, status, body);
    }
  };
  return made;
}

/** A page of booked transactions. */
export function pageOf(booked: readonly unknown[], next?: string) {
  return { transactions: { booked, _links: next === undefined ? {} : { next: { href: next } } } };
}

/** A booked transaction of 25.50 EUR. */
export function booking(bookedAt: Date, changed: object = {}) {
  const bookingDate = bookedAt.toISOString().slice(0, "2026-01-31".length);
  return { bookingDate, transactionAmount: { currency: "EUR", amount: "25.50" }, ...changed };
}
