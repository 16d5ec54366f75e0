import { z } from "zod";
import { fromDecimalString } from "../../lib/money/money";
import { isUrl } from "../../lib/net/parse-url";
import {
  addPage,
  counterpartyOf,
  pageFailure,
  pagingFailure,
  type ReadEntry,
  statementOf,
  text,
  unreadable,
  withZone,
} from "../parse-response";
import type { BankConnector, Failure } from "../port";
import type { BankProfile } from "../profile-schema";
import { withoutUndefined } from "../without-undefined";
import { amountSchema, indicatorSchema, readAccount } from "./account-information";
import { account, ibanOf } from "./account-number";

/** "If the Date Time contains a timezone, the ASPSP must ignore" it: banks read our UTC as their local time. */
const MAX_ZONE_OFFSET_MS = 3_600_000;
/** ISO 20022: the reason is given as text only. */
const NARRATIVE = "NARR";

const transactionSchema = z.object({
  AccountId: text,
  TransactionId: text,
  TransactionReference: text,
  CreditDebitIndicator: indicatorSchema.nullable().catch(null),
  Status: text,
  BookingDateTime: z.iso.datetime({ offset: true, local: true }).nullable().catch(null),
  TransactionInformation: text,
  Amount: amountSchema.nullable().catch(null),
  BankTransactionCode: z.object({ Code: text, SubCode: text }).optional().catch(undefined),
  CreditorAccount: account,
  DebtorAccount: account,
  SupplementaryData: z.object({ EndToEndIdentification: text, ReturnReason: text }).optional().catch(undefined),
});
type Transaction = z.infer<typeof transactionSchema>;

const pageSchema = z.object({
  Data: z.object({ Transaction: z.array(transactionSchema.nullable().catch(null)).default([]) }),
  Links: z.object({ Next: text }).optional().catch(undefined),
});

/**
 * `GET /accounts/{AccountId}/transactions`: all pages of the booked transactions, within one deadline. An incomplete list is
 * a failure, because missing entries would look as if they had not been booked.
 */
export const transactions: BankConnector["transactions"] = async (profile, call) => {
  const endsAtMs = performance.now() + call.deadlineMs;
  const moved = (time: string, offsetMs: number) => new Date(Date.parse(time) + offsetMs).toISOString();
  const query = new URLSearchParams({ fromBookingDateTime: moved(call.since, -MAX_ZONE_OFFSET_MS) });
  if (call.until !== undefined) query.set("toBookingDateTime", moved(call.until, MAX_ZONE_OFFSET_MS));
  const seen = new Set<string>();
  const booked: (ReadEntry | null)[] = [];
  let path: string | null = `/accounts/${encodeURIComponent(call.resourceId)}/transactions?${query}`;
  while (path !== null) {
    const fault = addPage(seen, path);
    if (fault) return fault;
    const deadlineMs = Math.ceil(endsAtMs - performance.now());
    if (deadlineMs <= 0) return { ok: false, kind: "unavailable", detail: "The time limit for all pages has passed." };
    const question = { operation: "transactions", path, schema: pageSchema };
    const page = await readAccount(profile, { ...call, deadlineMs }, question);
    if (!page.ok) return pageFailure(page, seen);
    const isOther = page.value.Data.Transaction.some((one) => (one?.AccountId ?? call.resourceId) !== call.resourceId);
    if (isOther) return unreadable("a transaction of another account");
    booked.push(
      ...page.value.Data.Transaction.filter(isBooked).map((transaction) => transaction && readEntry(transaction)),
    );
    const next: string | Failure | null = nextPath(profile, path, page.value.Links?.Next);
    if (typeof next === "object" && next !== null) return next;
    path = next;
  }
  return statementOf(booked);
};

/** Only at the profile's address: a hostile link could send our token to any host. */
function nextPath(profile: BankProfile, path: string, link: string | undefined): string | Failure | null {
  if (link === undefined) return null;
  const home = `${profile.baseUrl}/aisp`;
  const url = isUrl(link, home + path) ? new URL(link, home + path).href : "";
  return url.startsWith(`${home}/`) ? url.slice(home.length) : pagingFailure("The next page is at another address.");
}

/** Also one without a readable status: it may be booked. */
function isBooked(transaction: Transaction | null): boolean {
  return /^(Booked|BOOK)$/.test(transaction?.Status ?? "BOOK");
}

/** Null: without status, date or indicator, or with an invalid amount. */
function readEntry(transaction: Transaction): ReadEntry | null {
  const { Amount, CreditDebitIndicator, BookingDateTime, TransactionInformation: remittance, Status } = transaction;
  if (!Status || !Amount || !CreditDebitIndicator || !BookingDateTime) return null;
  const amountMinor = fromDecimalString(Amount.Amount, Amount.Currency);
  if (amountMinor === null) return null;
  const direction = CreditDebitIndicator === "Credit" ? "credit" : "debit";
  const other = direction === "credit" ? transaction.DebtorAccount : transaction.CreditorAccount;
  // The standard has no field for it: it is in the supplementary data by its name, or in the transaction's reference.
  const endToEndId = transaction.SupplementaryData?.EndToEndIdentification ?? transaction.TransactionReference;
  return {
    entryId: transaction.TransactionId,
    ...withoutUndefined({
      direction,
      money: { amountMinor, currency: Amount.Currency },
      endToEndId,
      remittance,
      counterparty: other && counterpartyOf(other.Name, ibanOf(other)),
      bookedAt: withZone(BookingDateTime),
      returnReason: returnReasonOf(transaction),
    }),
  };
}

/** A return has the sub-code `ReversalDueToPaymentReturn`; its reason has a name, or is in the text. */
function returnReasonOf({ SupplementaryData, BankTransactionCode, TransactionInformation = "" }: Transaction) {
  const isReturn = SupplementaryData?.ReturnReason !== undefined || /Return/.test(BankTransactionCode?.SubCode ?? "");
  if (!isReturn) return undefined;
  return SupplementaryData?.ReturnReason ?? /\b[A-Z]{2}\d{2}\b/.exec(TransactionInformation)?.[0] ?? NARRATIVE;
}
