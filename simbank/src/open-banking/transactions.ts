import { z } from "zod";
import type { SimConsentRow } from "../consent-store";
import { cursorSchema, readPage, type StatementEntry } from "../statement-store";
import { readNow } from "../store";
import { identificationOf } from "./account-identification";
import { absolute, type ConsentedAccount, requireAccount, requireConsent, spoiltBy } from "./accounts";
import { addressesOf } from "./addresses";
import type { Bearer } from "./oauth/bearer";
import { badRequest } from "./refusal";
import type { Result } from "./resource-answers";

const DETAIL = "ReadTransactionsDetail";
const MAX_INFORMATION_LENGTH = 500;
/** The reason that this bank gives for every return: ISO 20022 external return reason. */
const RETURN_REASON = "AC04";
const BEGINNING = new Date("2000-01-01T00:00:00Z");

// "If the Date Time contains a timezone, the ASPSP must ignore the timezone component." The time may be left out.
const bookingTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:?\d{2})?)?$/)
  .transform((text) => new Date(`${text.replace(/(?<=T.*)(Z|[+-]\d{2}:?\d{2})$/, "")}${text.includes("T") ? "Z" : ""}`))
  .refine((date) => !Number.isNaN(date.getTime()));

const querySchema = z.object({
  fromBookingDateTime: bookingTime.optional(),
  toBookingDateTime: bookingTime.optional(),
  /** Not in the standard: the cursor of the page. */
  after: cursorSchema.optional(),
});

/** `GET /accounts/{AccountId}/transactions`: booked transactions, newest first; `Links.Next` is the next page. */
export async function listTransactions(request: Request, bank: string, bearer: Bearer, id: string): Promise<Result> {
  const consent = await requireConsent(bank, bearer, ["ReadTransactionsBasic", DETAIL]);
  const account = await requireAccount(consent, id);
  const spoilt = spoiltBy(account);
  const { searchParams } = new URL(request.url);
  const query = querySchema.safeParse(Object.fromEntries(searchParams));
  if (!query.success) {
    const path = query.error.issues[0]?.path.join(".") ?? "query";
    throw badRequest("UK.OBIE.Field.Invalid", "Not a valid booking time.", path);
  }
  const { fromBookingDateTime, toBookingDateTime, after } = query.data;
  const { entries, next } = await readPage({
    accountId: account.id,
    from: latest(consent.transactionsFrom, fromBookingDateTime ?? null) ?? BEGINNING,
    until: justAfter(earliest(consent.transactionsTo, toBookingDateTime ?? null) ?? (await readNow())),
    after,
  });
  const self = `${addressesOf(bank).accountInformation}/accounts/${id}/transactions`;
  const body = {
    Data: { Transaction: entries.filter(isShownBy(consent)).map((entry) => transactionOf(entry, account, consent)) },
    Links: {
      Self: withQuery(self, searchParams),
      Next: next === null ? undefined : nextPage(self, searchParams, next),
    },
    Meta: {},
  };
  return { answer: { status: 200, body }, spoilt };
}

function isShownBy({ permissions }: SimConsentRow) {
  return ({ amount }: StatementEntry) =>
    permissions.includes(amount < 0n ? "ReadTransactionsDebits" : "ReadTransactionsCredits");
}

function nextPage(self: string, given: URLSearchParams, after: string): string {
  const query = new URLSearchParams(given);
  query.set("after", after);
  return withQuery(self, query);
}

function withQuery(address: string, query: URLSearchParams): string {
  return query.size === 0 ? address : `${address}?${query}`;
}

function latest(a: Date | null, b: Date | null): Date | null {
  return a && b ? (a > b ? a : b) : (a ?? b);
}

function earliest(a: Date | null, b: Date | null): Date | null {
  return a && b ? (a < b ? a : b) : (a ?? b);
}

/** This standard's bounds are inclusive; times are stored in milliseconds. */
function justAfter(at: Date): Date {
  return new Date(at.getTime() + 1);
}

/**
 * OBTransaction6. The standard has no field for the end-to-end identification: this bank returns it as the
 * transaction's reference, and by name in the supplementary data. The remittance information is in
 * TransactionInformation.
 */
function transactionOf(entry: StatementEntry, { id, currency }: ConsentedAccount, { permissions }: SimConsentRow) {
  const { amount, bookedAt, purpose, endToEndId } = entry;
  const isDebit = amount < 0n;
  const isReturn = purpose === "return";
  const common = {
    AccountId: id,
    TransactionId: entry.id,
    CreditDebitIndicator: isDebit ? "Debit" : "Credit",
    Status: "Booked",
    BookingDateTime: bookedAt.toISOString(),
    ValueDateTime: bookedAt.toISOString(),
    Amount: { Amount: absolute(amount, currency), Currency: currency },
    BankTransactionCode: {
      Code: isDebit ? "IssuedCreditTransfers" : "ReceivedCreditTransfers",
      SubCode: isReturn ? "ReversalDueToPaymentReturn" : "DomesticCreditTransfer",
    },
  };
  if (!permissions.includes(DETAIL)) return common;
  const other = { ...identificationOf(entry.counterpartyIban), Name: entry.counterpartyHolder };
  const information = informationOf(entry, isReturn);
  const supplementary = {
    EndToEndIdentification: endToEndId ?? undefined,
    ReturnReason: isReturn ? RETURN_REASON : undefined,
  };
  return {
    ...common,
    TransactionReference: endToEndId ?? undefined,
    TransactionInformation: information || undefined,
    // The simulation's treasury account has no account number.
    ...(entry.counterpartyKind === "treasury" ? {} : { [isDebit ? "CreditorAccount" : "DebtorAccount"]: other }),
    SupplementaryData: endToEndId !== null || isReturn ? supplementary : undefined,
  };
}

function informationOf({ remittance }: StatementEntry, isReturn: boolean): string {
  const words = [isReturn ? `Return of a payment, reason ${RETURN_REASON}.` : "", remittance ?? ""];
  return words.join(" ").trim().slice(0, MAX_INFORMATION_LENGTH);
}
