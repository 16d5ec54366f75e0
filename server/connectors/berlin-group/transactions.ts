import { createHash } from "node:crypto";
import { z } from "zod";
import { normaliseIban } from "../../lib/iban";
import { fromDecimalString } from "../../lib/money";
import { unreadable } from "../answer-body";
import type { BankConnector, Failure, Outcome, StatementEntry, TransactionsCall } from "../port";
import type { BankProfile } from "../profile-schema";
import { callBank, grantHeader, psuAddressHeader } from "./call";
import { absoluteLinks, linksSchema } from "./links";
import { timeLeft } from "./time-left";

/** More pages than any statement of a few days has: a bank that goes on is not followed for ever. */
const MAX_PAGES = 50;
/** Booking dates are the bank's local ones: a day begins up to this much before or after UTC's. */
const MAX_ZONE_OFFSET_MS = 12 * 3_600_000;
const ENTRY_ID_LENGTH = 35;

const text = z.string().min(1).optional().catch(undefined);
const account = z.object({ iban: text }).optional().catch(undefined);
const entrySchema = z.object({
  entryReference: text,
  transactionId: text,
  endToEndId: text,
  bookingDate: text,
  valueDate: text,
  transactionAmount: z.object({ currency: z.string().length(3), amount: z.string() }),
  /** Beside the standard: some banks write the amount without a sign, and this. */
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
/** `own` is the IBAN of the account itself, as far as the bank writes it. */
type Booked = { entry: Entry; own: string | undefined };

const pageSchema = z.object({
  account,
  transactions: z.object({ booked: z.array(entrySchema).default([]), _links: linksSchema.default({}) }),
  _links: linksSchema.default({}),
});

/**
 * `GET /v1/accounts/{resourceId}/transactions`: what was booked, over all pages within the one deadline. A list that
 * cannot be read to its end is a failure, never a shorter list: what is missing in it would look as if it had not come.
 */
export const transactions: BankConnector["transactions"] = async (profile, call) => {
  const leftMs = timeLeft(call.deadlineMs);
  const from = new Date(new Date(call.since).getTime() - MAX_ZONE_OFFSET_MS).toISOString().slice(0, 10);
  const query = new URLSearchParams({ bookingStatus: "booked", dateFrom: from });
  const first = `${profile.baseUrl}/v1/accounts/${encodeURIComponent(call.resourceId)}/transactions?${query}`;
  const seen = new Set<string>();
  const booked: Booked[] = [];
  for (let url: string | undefined = first; url !== undefined; ) {
    if (seen.has(url)) return endless("The bank's pages lead back to one another.");
    if (seen.size === MAX_PAGES) return endless(`The bank gives more than ${MAX_PAGES} pages.`);
    seen.add(url);
    const page = await readPage(profile, call, url, leftMs());
    if (!page.ok) return page;
    booked.push(...page.value.booked);
    url = page.value.next;
  }
  return statementOf(booked);
};

function endless(detail: string): Failure {
  return { ok: false, kind: "protocol", detail };
}

async function readPage(
  profile: BankProfile,
  { consentId, grant, psuIp }: TransactionsCall,
  url: string,
  deadlineMs: number,
): Promise<Outcome<{ booked: Booked[]; next: string | undefined }>> {
  const outcome = await callBank(profile, {
    operation: "transactions",
    method: "GET",
    url,
    headers: { "Consent-ID": consentId, ...grantHeader(grant), ...psuAddressHeader(psuIp) },
    deadlineMs,
    schema: pageSchema,
  });
  if (!outcome.ok) return outcome;
  const { account: ownAccount, transactions: page, _links } = outcome.value.value;
  const links = absoluteLinks(profile, { ..._links, ...page._links });
  const booked = page.booked.map((entry) => ({ entry, own: ownAccount?.iban }));
  return { ok: true, value: { booked, next: links["next"] } };
}

function statementOf(booked: readonly Booked[]): Outcome<StatementEntry[]> {
  const copies = new Map<string, number>();
  const entries: StatementEntry[] = [];
  for (const { entry, own } of booked) {
    const read = readEntry(entry, own);
    if (read === null) return unreadable("a booked transaction without a date, or with an amount that is none");
    entries.push({ entryId: entry.entryReference ?? entry.transactionId ?? digestId(read, copies), ...read });
  }
  return { ok: true, value: entries };
}

/**
 * For an entry that the bank gives no id: what it says, and the how-manieth of its kind it is. Whole days are read, so
 * that two equal payments of a day stay two, by the same ids, at each reading.
 */
function digestId(entry: Omit<StatementEntry, "entryId">, copies: Map<string, number>): string {
  const said = JSON.stringify(entry, (_key, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
  const copy = (copies.get(said) ?? 0) + 1;
  copies.set(said, copy);
  return createHash("sha256").update(`${said}\n${copy}`, "utf8").digest("base64url").slice(0, ENTRY_ID_LENGTH);
}

function readEntry(entry: Entry, own: string | undefined): Omit<StatementEntry, "entryId"> | null {
  const { currency, amount } = entry.transactionAmount;
  const signed = fromDecimalString(amount, currency);
  const bookedAt = entry.bookingDate ?? entry.valueDate;
  if (signed === null || bookedAt === undefined) return null;
  const direction = signed < 0n || isUnsignedDebit(entry, own) ? "debit" : "credit";
  const other =
    direction === "credit"
      ? { name: entry.debtorName, iban: entry.debtorAccount?.iban }
      : { name: entry.creditorName, iban: entry.creditorAccount?.iban };
  const remittance = remittanceOf(entry);
  const returnReason = returnReasonOf(entry);
  return {
    direction,
    money: { amountMinor: signed < 0n ? -signed : signed, currency },
    ...(entry.endToEndId === undefined ? {} : { endToEndId: entry.endToEndId }),
    ...(remittance === undefined ? {} : { remittance }),
    ...(other.name === undefined && other.iban === undefined
      ? {}
      : {
          counterparty: {
            ...(other.name === undefined ? {} : { name: other.name }),
            ...(other.iban === undefined ? {} : { iban: normaliseIban(other.iban) }),
          },
        }),
    bookedAt,
    ...(returnReason === undefined ? {} : { returnReason }),
  };
}

/**
 * Some banks leave the sign out, as the standard's own examples do. Then the parties tell: what is paid by this account, or
 * names a payee alone who is not its holder, went out. A payment that went out must never look as if it had come in.
 */
function isUnsignedDebit(
  { creditDebitIndicator, debtorAccount, creditorAccount, ...entry }: Entry,
  own?: string,
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
 * The standard has no field for it: a return is told by the ISO 20022 bank transaction code's sub-family RRTN, or by
 * words, with the external return reason code beside them. NARR ("narrative") where no code is named.
 */
function returnReasonOf(entry: Entry): string | undefined {
  const words = `${entry.proprietaryBankTransactionCode ?? ""} ${entry.additionalInformation ?? ""}`;
  const isReturn = /-RRTN$/.test(entry.bankTransactionCode ?? "") || /\b(return(ed)?|RTRN)\b/i.test(words);
  return isReturn ? (/\b[A-Z]{2}\d{2}\b/.exec(words)?.[0] ?? "NARR") : undefined;
}
