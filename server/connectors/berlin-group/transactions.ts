import { z } from "zod";
import { normaliseIban } from "../../lib/money/iban";
import { fromDecimalString } from "../../lib/money/money";
import {
  addPage,
  counterpartyOf,
  namesOther,
  pageFailure,
  type ReadEntry,
  statementOf,
  text,
  unreadable,
} from "../parse-response";
import type { BankConnector, Outcome, TransactionsCall } from "../port";
import type { BankProfile } from "../profile-schema";
import { timeLeft } from "../time-left";
import { withoutUndefined } from "../without-undefined";
import { account, readAccounts } from "./account-information";
import { absoluteLinks, linksSchema } from "./links";

/** Booking dates are local: the bank's day starts up to 12 h before or after the UTC day. */
const MAX_ZONE_OFFSET_MS = 12 * 3_600_000;

/** An ISO date. Some banks add a time, without a zone: it is cut, because it would be read in the zone of this process. */
const date = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d/)
  .transform((day) => day.slice(0, "2026-01-31".length))
  .refine((day) => !Number.isNaN(Date.parse(day)))
  .optional()
  .catch(undefined);
const entrySchema = z.object({
  entryReference: text,
  transactionId: text,
  endToEndId: text,
  bookingDate: date,
  valueDate: date,
  transactionAmount: z.object({ currency: z.string().length(3), amount: z.string() }),
  /** Not in the standard: some banks send an unsigned amount with this indicator. */
  creditDebitIndicator: z.enum(["CRDT", "DBIT"]).optional().catch(undefined),
  debtorName: text,
  debtorAccount: account,
  creditorName: text,
  creditorAccount: account,
  remittanceInformationUnstructured: text,
  remittanceInformationUnstructuredArray: z.array(z.string()).optional().catch(undefined),
  remittanceInformationStructured: z
    .union([z.string().min(1), z.object({ reference: z.string().min(1) }).transform(({ reference }) => reference)])
    .optional()
    .catch(undefined),
  additionalInformation: text,
  bankTransactionCode: text,
  proprietaryBankTransactionCode: text,
});
type Entry = z.infer<typeof entrySchema>;
const pageSchema = z.object({
  account,
  transactions: z.object({
    booked: z.array(entrySchema.nullable().catch(null)).default([]),
    _links: linksSchema.default({}),
  }),
  _links: linksSchema.default({}),
});

/**
 * `GET /v1/accounts/{resourceId}/transactions`: all pages of the booked transactions, within one deadline. An incomplete
 * list is a failure, because missing entries would look as if they had not been booked.
 */
export const transactions: BankConnector["transactions"] = async (profile, call) => {
  const leftMs = timeLeft(call.deadlineMs);
  const day = (time: string, offsetMs: number) =>
    new Date(Date.parse(time) + offsetMs).toISOString().slice(0, "2026-01-31".length);
  const query = new URLSearchParams({ bookingStatus: "booked", dateFrom: day(call.since, -MAX_ZONE_OFFSET_MS) });
  if (call.until !== undefined) query.set("dateTo", day(call.until, MAX_ZONE_OFFSET_MS));
  const first = `${profile.baseUrl}/v1/accounts/${encodeURIComponent(call.resourceId)}/transactions?${query}`;
  const seen = new Set<string>();
  const booked: (ReadEntry | null)[] = [];
  for (let url: string | undefined = first; url !== undefined; ) {
    const fault = addPage(seen, url);
    if (fault) return fault;
    const page = await readPage(profile, { ...call, deadlineMs: leftMs() }, url);
    if (!page.ok) return pageFailure(page, seen);
    booked.push(...page.value.booked);
    url = page.value.next;
  }
  return statementOf(booked);
};

async function readPage(
  profile: BankProfile,
  call: TransactionsCall,
  url: string,
): Promise<Outcome<{ booked: (ReadEntry | null)[]; next: string | undefined }>> {
  const outcome = await readAccounts(profile, call, { operation: "transactions", url, schema: pageSchema });
  if (!outcome.ok) return outcome;
  const { account: ownAccount, transactions: page, _links } = outcome.value.value;
  if (namesOther(ownAccount?.iban, call.iban)) return unreadable("transactions of another account");
  const links = absoluteLinks(profile, { ..._links, ...page._links }, url);
  const booked = page.booked.map((entry) => entry && readEntry(entry, ownAccount?.iban));
  return { ok: true, value: { booked, next: links["next"] } };
}

/** Null: without a date, or with an invalid amount. `own`: the account's IBAN, if the response contains it. */
function readEntry(entry: Entry, own: string | undefined): ReadEntry | null {
  const { entryReference, transactionId, transactionAmount } = entry;
  const { currency, amount } = transactionAmount;
  const signed = fromDecimalString(amount, currency);
  const bookedAt = entry.bookingDate ?? entry.valueDate;
  if (signed === null || bookedAt === undefined) return null;
  const direction = signed < 0n || isUnsignedDebit(entry, own) ? "debit" : "credit";
  const [name, other] =
    direction === "credit" ? [entry.debtorName, entry.debtorAccount] : [entry.creditorName, entry.creditorAccount];
  return {
    entryId: entryReference ?? transactionId,
    ...withoutUndefined({
      transactionId: entryReference === undefined ? undefined : transactionId,
      direction,
      money: { amountMinor: signed < 0n ? -signed : signed, currency },
      endToEndId: entry.endToEndId,
      remittance: remittanceOf(entry),
      counterparty: counterpartyOf(name, other?.iban),
      bookedAt,
      returnReason: returnReasonOf(entry),
    }),
  };
}

/**
 * Whether an unsigned amount is a debit: some banks omit the sign, as do the standard's examples. A debit has this account
 * as debtor, or only a creditor that is another account. In doubt a debit, because a debit must never count as a credit.
 */
function isUnsignedDebit(
  { creditDebitIndicator, debtorAccount, creditorAccount, ...entry }: Entry,
  own: string | undefined,
): boolean {
  if (creditDebitIndicator !== undefined) return creditDebitIndicator === "DBIT";
  const isOwn = (iban: string | undefined) =>
    iban !== undefined && own !== undefined && normaliseIban(iban) === normaliseIban(own);
  if (isOwn(creditorAccount?.iban)) return false;
  if (isOwn(debtorAccount?.iban)) return true;
  const namesDebtor = entry.debtorName !== undefined || debtorAccount?.iban !== undefined;
  const namesCreditor = entry.creditorName !== undefined || creditorAccount?.iban !== undefined;
  return namesCreditor && !namesDebtor;
}

function remittanceOf(entry: Entry): string | undefined {
  const lines = entry.remittanceInformationUnstructuredArray?.join(" ").trim();
  return entry.remittanceInformationUnstructured ?? (lines || undefined) ?? entry.remittanceInformationStructured;
}

/**
 * The return reason. The standard has no field for it: a return has the ISO 20022 bank transaction sub-family RRTN, or a
 * text with the return reason code. NARR ("narrative") without a code.
 */
function returnReasonOf(entry: Entry): string | undefined {
  const words = `${entry.proprietaryBankTransactionCode ?? ""} ${entry.additionalInformation ?? ""}`;
  const isReturn = /-RRTN$/.test(entry.bankTransactionCode ?? "") || /\b(return(ed)?|RTRN)\b/i.test(words);
  return isReturn ? (/\b[A-Z]{2}\d{2}\b/.exec(words)?.[0] ?? "NARR") : undefined;
}
