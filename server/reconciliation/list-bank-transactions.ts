import { now } from "../lib/clock";
import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { type Counted, countedTo, type KeysetPage, keysetPage, type PageRequest } from "../lib/keyset";
import { type AmountAndTime, currencySpans } from "../lib/money/currency-spans";
import { maskIban } from "../lib/money/iban";
import { dateOf, dayOf } from "../lib/zone-days";
import { resolveMerchant } from "../merchants/resolve-merchant";
import type { TransactionKind } from "./transaction-kinds";
import {
  countEntries,
  findAccounts,
  findCurrencies,
  findEntryPage,
  type ReceivedSum,
  sumReceived,
  sumUnmatchedCredits,
  type TransactionFilter,
  type TransactionRow,
  type UnmatchedSum,
} from "./transaction-store";

/** Counts stop here: a count costs as much as the rows it counts. */
const MAX_COUNTED = 10_000;

/** A booked transaction of one of the merchant's accounts. Amount in minor units; `number` is the masked IBAN. */
export type BankTransaction = Omit<TransactionRow, "iban"> & { number: string };

/** `number` is the masked IBAN. */
export type TransactionFilterOptions = {
  accounts: Array<{ id: string; bankName: string; number: string }>;
  currencies: string[];
};

export type BankTransactionList = Omit<KeysetPage<BankTransaction>, "rows"> & {
  items: BankTransaction[];
  /** Transactions of each kind that match the filter without its `kind`. */
  counts: Record<TransactionKind, Counted>;
};

/** A merchant's accounts. `test`: the simulated or the real ones; absent: both. */
type AccountsQuery = { merchantId?: string; test?: boolean };

/** Filters: account, kind, amount, booking time. */
type TransactionsQuery = AccountsQuery &
  AmountAndTime & { accountId?: string | undefined; kind?: TransactionKind | undefined };

/**
 * A page of the transactions on a merchant's accounts, newest first, with counts; a test-only caller gets those of the
 * simulated accounts. `cursor`: from another page.
 * @throws AppError VALIDATION_ERROR on `cursor`, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function listBankTransactions(
  ctx: Ctx,
  input: TransactionsQuery & PageRequest,
): Promise<BankTransactionList> {
  const filter = await filterOf(ctx, input);
  const { rows, newer, older } = await pageOf(ctx, filter, input);
  const counts = countedTo(MAX_COUNTED, await countEntries(dbOf(ctx), filter, MAX_COUNTED + 1));
  return { items: rows, newer, older, counts };
}

/**
 * The same page without the counts.
 * @throws AppError VALIDATION_ERROR on `cursor`, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function readBankTransactionPage(
  ctx: Ctx,
  input: TransactionsQuery & PageRequest,
): Promise<KeysetPage<BankTransaction>> {
  return pageOf(ctx, await filterOf(ctx, input), input);
}

async function pageOf(ctx: Ctx, filter: TransactionFilter, page: PageRequest): Promise<KeysetPage<BankTransaction>> {
  const { rows, ...cursors } = await keysetPage(page, keyOf, (query) => findEntryPage(dbOf(ctx), filter, query));
  return { ...cursors, rows: rows.map(shown) };
}

const keyOf = ({ bookedAt, id }: TransactionRow) => ({ at: bookedAt, id });

function shown({ iban, ...row }: TransactionRow): BankTransaction {
  return { ...row, number: maskIban(iban) };
}

/**
 * The sums of unmatched credits on a merchant's accounts by currency, in minor units.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function sumUnmatched(ctx: Ctx, input: AccountsQuery): Promise<UnmatchedSum[]> {
  return sumUnmatchedCredits(dbOf(ctx), { ...(await accountsOf(ctx, input)), accountId: null });
}

/**
 * What was booked to a merchant's receiving accounts on the present day of a zone (`isTimeZone`), in minor units.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function sumReceivedToday(
  ctx: Ctx,
  { timeZone, ...input }: AccountsQuery & { timeZone: string },
): Promise<ReceivedSum[]> {
  const accounts = { ...(await accountsOf(ctx, input)), accountId: null };
  const at = now();
  return sumReceived(dbOf(ctx), accounts, { ...dayOf(timeZone, at), date: dateOf(timeZone, at) });
}

/** The accounts and currencies to filter the list by. @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND */
export async function listTransactionFilterOptions(ctx: Ctx, input: AccountsQuery): Promise<TransactionFilterOptions> {
  const accounts = await accountsOf(ctx, input);
  const found = await findAccounts(dbOf(ctx), { ...accounts, accountId: null });
  return {
    accounts: found.map(({ id, bankName, iban }) => ({ id, bankName, number: maskIban(iban) })),
    currencies: await findCurrencies(dbOf(ctx), { ...accounts, accountId: null }),
  };
}

async function accountsOf(
  ctx: Ctx,
  { merchantId, test }: AccountsQuery,
): Promise<Pick<TransactionFilter, "merchantId" | "simulated">> {
  const merchant = await resolveMerchant(ctx, merchantId);
  return { merchantId: merchant.id, simulated: ctx.caller.testOnly ? true : test };
}

async function filterOf(ctx: Ctx, input: TransactionsQuery): Promise<TransactionFilter> {
  const accounts = { ...(await accountsOf(ctx, input)), accountId: input.accountId ?? null };
  const { currency, kind, from, to } = input;
  return {
    ...accounts,
    kind: kind ?? null,
    currencies: currencySpans(await findCurrencies(dbOf(ctx), accounts), input),
    isOneCurrency: currency !== undefined,
    from: from === undefined ? null : new Date(from),
    to: to === undefined ? null : new Date(to),
  };
}
