import { z } from "zod";
import { toDecimalString } from "../../../server/lib/money/money";
import { balanceOf, type SimAccountRow } from "../ledger-store";
import type { Xs2aCall } from "../simbank-call";
import { cursorSchema, readPage, type StatementEntry } from "../statement-store";
import { readNow } from "../store";
import { pathsOf } from "./addresses";
import { errorAnswer, jsonAnswer } from "./answers";
import { readAccount, readConsent } from "./read-consent";

const DAY_MS = 24 * 3_600_000;
/** The reason that this bank gives for every return: ISO 20022 external return reason. */
const RETURN_REASON = "AC04";

/** `GET /v1/accounts`: the accounts of the consent. */
export async function listAccounts(call: Xs2aCall): Promise<Response> {
  const open = await readConsent(call);
  if (open instanceof Response) return open;
  const accounts = open.accounts.map(({ id, iban, currency, holder, kind }) => {
    const self = `${pathsOf(call.bank).xs2a}/accounts/${id}`;
    const links = open.consent.permissions
      .filter((permission) => permission !== "accounts")
      .map((permission) => [permission, { href: `${self}/${permission}` }]);
    const usage = kind === "corporate" ? "ORGA" : "PRIV";
    const names = { name: holder, cashAccountType: "CACC", usage };
    return { resourceId: id, iban, currency, ...names, _links: Object.fromEntries(links) };
  });
  return jsonAnswer(call.request, 200, { accounts });
}

/** `GET /v1/accounts/{resourceId}/balances`. */
export async function accountBalances(call: Xs2aCall, resourceId: string): Promise<Response> {
  const account = await readAccount(call, resourceId, "balances");
  if (account instanceof Response) return account;
  const { iban, currency } = account;
  const amount = toDecimalString({ amountMinor: await balanceOf(account.id), currency });
  const lastChangeDateTime = (await readNow()).toISOString();
  // All transactions are booked at once, and no account has a credit line.
  const balances = ["interimAvailable", "interimBooked"].map((balanceType) => ({
    balanceAmount: { currency, amount },
    balanceType,
    lastChangeDateTime,
  }));
  return jsonAnswer(call.request, 200, { account: { iban, currency }, balances });
}

const querySchema = z.object({
  bookingStatus: z.literal("booked"),
  dateFrom: z.iso.date(),
  dateTo: z.iso.date().optional(),
  after: cursorSchema.optional(),
});

/**
 * `GET /v1/accounts/{resourceId}/transactions?bookingStatus=booked&dateFrom=…`: newest first. Both dates are days in
 * UTC and inclusive; `_links.next` is the next page.
 */
export async function accountTransactions(call: Xs2aCall, resourceId: string): Promise<Response> {
  const { request } = call;
  const { searchParams } = new URL(request.url);
  const query = querySchema.safeParse(Object.fromEntries(searchParams));
  if (!query.success) {
    const path = query.error.issues[0]?.path.join(".") ?? "query";
    return errorAnswer(request, 400, "FORMAT_ERROR", "Booked transactions, by dates.", { path });
  }
  const { dateFrom, dateTo, after } = query.data;
  const account = await readAccount(call, resourceId, "transactions", after === undefined);
  if (account instanceof Response) return account;
  const until = dateTo === undefined ? new Date((await readNow()).getTime() + DAY_MS) : dayAfter(dateTo);
  const page = await readPage({ accountId: account.id, from: new Date(dateFrom), until, after });
  const self = `${pathsOf(call.bank).xs2a}/accounts/${account.id}`;
  if (page.next !== null) searchParams.set("after", page.next);
  const next = page.next === null ? undefined : { href: `${self}/transactions?${searchParams}` };
  const { iban, currency } = account;
  return jsonAnswer(request, 200, {
    account: { iban, currency },
    transactions: {
      booked: page.entries.map((entry) => transactionOf(entry, account)),
      _links: { account: { href: self }, next },
    },
  });
}

function dayAfter(date: string): Date {
  return new Date(new Date(date).getTime() + DAY_MS);
}

function transactionOf(entry: StatementEntry, account: SimAccountRow): Record<string, unknown> {
  const { id, amount, currency, bookedAt, purpose, endToEndId, remittance } = entry;
  const own = { name: account.holder, account: { iban: account.iban, currency } };
  // The simulation's treasury account has no IBAN.
  const hasIban = entry.counterpartyKind !== "treasury";
  const other = {
    name: entry.counterpartyHolder,
    account: hasIban ? { iban: entry.counterpartyIban, currency } : undefined,
  };
  const [debtor, creditor] = amount < 0n ? [own, other] : [other, own];
  const date = bookedAt.toISOString().slice(0, 10);
  const isReturn = purpose === "return";
  return {
    transactionId: id,
    // At most 35 characters; a uuid has 36.
    entryReference: id.replaceAll("-", ""),
    endToEndId: endToEndId ?? undefined,
    bookingDate: date,
    valueDate: date,
    transactionAmount: { currency, amount: toDecimalString({ amountMinor: amount, currency }) },
    debtorName: debtor.name,
    debtorAccount: debtor.account,
    creditorName: creditor.name,
    creditorAccount: creditor.account,
    remittanceInformationUnstructured: remittance ?? undefined,
    additionalInformation: isReturn ? `Return of a payment, reason ${RETURN_REASON}` : undefined,
    // ISO 20022 bank transaction codes: issued or received credit transfer, ESCT; RRTN for a return.
    bankTransactionCode: `PMNT-${amount < 0n ? "ICDT" : "RCDT"}-${isReturn ? "RRTN" : "ESCT"}`,
  };
}
