import { db, Prisma } from "../../server/lib/db";
import { newId } from "../../server/lib/ids";
import { countOf, inPgTransaction, rowsOf } from "../../server/lib/statements";
import { NAMED_ACCOUNT, SHOPPER_ACCOUNTS } from "./rules";
import { type Account, type NewAccount, payerAccounts, salaryOf, shopperAccountWith } from "./shopper-accounts";
import type { Executor, SimPaymentRow } from "./store";

export type SimAccountRow = Account & { id: string };
export const TREASURY = {
  bank: "treasury",
  kind: "treasury",
  iban: "TREASURY",
  holder: "Treasury of the simulation",
} as const;

/**
 * The balance of an account now: every debit and every credit up to this time. Minor units. Times are stored in
 * milliseconds, rounded: the clock is rounded alike, or an entry of this very transaction could lie in the future.
 */
export async function balanceOf(accountId: string, on: Executor = db()): Promise<bigint> {
  const [row] = await rowsOf<{ balance: bigint }>(
    on,
    Prisma.sql`
    SELECT coalesce(sum(CASE WHEN to_account_id = ${accountId}::uuid THEN amount ELSE -amount END), 0)::bigint AS balance
    FROM sim_entries
    WHERE (from_account_id = ${accountId}::uuid AND booked_at <= app_now()::timestamptz(3))
       OR (to_account_id = ${accountId}::uuid AND credited_at <= app_now()::timestamptz(3))`,
  );
  return row?.balance ?? 0n;
}

/**
 * Accounts, what each may spend, and the salary that it is credited when that is less than `needed`: many testers share
 * the everyday and named accounts, and they must not run dry. Every debit counts, whatever its time: the clock of a
 * transaction that waited for a lock is older than the debits that it waited for.
 */
export function fundsOf(accounts: Prisma.Sql, needed: bigint, currency: string): Prisma.Sql {
  return Prisma.sql`
    SELECT id, bank, kind, iban, currency, holder, balance,
      CASE WHEN kind IN (${SHOPPER_ACCOUNTS[0].kind}, ${NAMED_ACCOUNT.kind}) AND balance < ${needed}::bigint
        THEN ${needed}::bigint - balance + ${salaryOf(currency)}::bigint ELSE 0 END AS salary
    FROM sim_accounts CROSS JOIN LATERAL (
      SELECT coalesce(sum(CASE WHEN to_account_id = sim_accounts.id THEN amount ELSE -amount END), 0)::bigint AS balance
      FROM sim_entries
      WHERE from_account_id = sim_accounts.id
         OR (to_account_id = sim_accounts.id AND credited_at <= app_now()::timestamptz(3))) AS entries
    WHERE ${accounts}`;
}

/** The accounts that the payment's page offers, in order, opened at their first use; `balance` includes a salary. */
export async function readPayerAccounts(payment: SimPaymentRow): Promise<(SimAccountRow & { balance: bigint })[]> {
  const { bank, currency, amount } = payment;
  const wanted = payerAccounts(payment);
  const ibans = wanted.map(({ iban }) => iban);
  const own = Prisma.sql`iban = ANY(${ibans}::text[]) AND currency = ${currency} AND bank = ${bank} AND kind <> 'corporate'`;
  const read = () => rowsOf<SimAccountRow & { balance: bigint; salary: bigint }>(db(), fundsOf(own, amount, currency));
  let found = await read();
  if (found.length < wanted.length) {
    await inPgTransaction((on) => openAccounts(on, wanted));
    found = await read();
  }
  const inOrder = wanted.flatMap(({ iban }) => found.find((account) => account.iban === iban) ?? []);
  return inOrder.map(({ salary, balance, ...account }) => ({ ...account, balance: balance + salary }));
}

/** The IBAN of the British account with these 14 digits, sort code and account number; null: unknown here. */
export async function findIbanOfDomestic(digits: string): Promise<string | null> {
  const [row] = await db().$queryRaw<{ iban: string }[]>`
    SELECT iban FROM sim_accounts WHERE currency = 'GBP' AND iban LIKE ${`GB______${digits}`} ORDER BY created_at, id LIMIT 1`;
  return row?.iban ?? null;
}

/** An account by its id, or by its IBAN and currency. */
export async function findAccount(
  where: { id: string } | { iban: string; currency: string },
  on: Executor = db(),
): Promise<SimAccountRow | null> {
  const condition =
    "id" in where
      ? Prisma.sql`id = ${where.id}::uuid`
      : Prisma.sql`iban = ${where.iban} AND currency = ${where.currency}`;
  const rows = await rowsOf<SimAccountRow>(on, Prisma.sql`${ACCOUNTS} WHERE ${condition}`);
  return rows[0] ?? null;
}

const ACCOUNTS = Prisma.sql`SELECT id, bank, kind, iban, currency, holder FROM sim_accounts`;

/** The account with this IBAN, or the shopper's account that its first use opens; null: unknown here. */
export async function findHolder(iban: string, currency: string): Promise<Account | null> {
  return (await findAccount({ iban, currency })) ?? shopperAccountWith(iban, currency);
}

/** Whether the payer's account that an initiation names is a shopper's at the bank, or unknown: then it is opened later. */
export async function maybePayer(bank: string, order: { debtorIban: string; creditorIban: string; currency: string }) {
  const { debtorIban, creditorIban, currency } = order;
  const known = await findHolder(debtorIban, currency);
  return debtorIban !== creditorIban && (!known || (known.bank === bank && known.kind !== "corporate"));
}

/** The accounts of these IBANs, in any currency. */
function findAccounts(ibans: readonly string[], on: Executor): Promise<SimAccountRow[]> {
  return rowsOf<SimAccountRow>(on, Prisma.sql`${ACCOUNTS} WHERE iban = ANY(${ibans}::text[])`);
}

/**
 * The accounts, in order; opened and funded at their first use. The money comes from the treasury, whose balance is
 * negative: the sum over all accounts stays zero. New ones are opened in the order of their IBANs, and each treasury
 * first, so that concurrent calls, which find the same accounts, cannot wait for each other.
 */
export async function openAccounts(on: Executor, wanted: readonly NewAccount[]): Promise<SimAccountRow[]> {
  const ibans = wanted.map(({ iban }) => iban);
  let found = await findAccounts(ibans, on);
  const rowOf = ({ iban, currency }: Account) => found.find((row) => row.iban === iban && row.currency === currency);
  const missing = wanted.filter((account) => !rowOf(account));
  if (missing.length > 0) {
    const currencies = new Set(missing.filter(({ opening }) => opening > 0n).map(({ currency }) => currency));
    for (const currency of [...currencies].sort()) await insertAccount(on, { ...TREASURY, currency });
    for (const account of missing.toSorted((a, b) => (a.iban < b.iban ? -1 : 1))) await openAccount(on, account);
    found = await findAccounts(ibans, on);
  }
  return wanted.map((account) => {
    const row = rowOf(account);
    if (!row) throw new Error("The account that was just opened no longer exists.");
    return row;
  });
}

/** The id of a new account; null: it exists. */
async function insertAccount(on: Executor, { bank, kind, iban, currency, holder }: Account): Promise<string | null> {
  const [row] = await rowsOf<{ id: string }>(
    on,
    Prisma.sql`
    INSERT INTO sim_accounts (id, bank, kind, iban, currency, holder)
    VALUES (${newId()}::uuid, ${bank}, ${kind}, ${iban}, ${currency}, ${holder})
    ON CONFLICT (iban, currency) DO NOTHING RETURNING id`,
  );
  return row?.id ?? null;
}

async function openAccount(on: Executor, account: NewAccount): Promise<void> {
  const { currency, opening } = account;
  const id = await insertAccount(on, account);
  if (id === null || opening === 0n) return;
  await countOf(
    on,
    Prisma.sql`
    INSERT INTO sim_entries (id, from_account_id, to_account_id, amount, currency, purpose, booked_at, credited_at)
    SELECT ${newId()}::uuid, id, ${id}::uuid, ${opening}::bigint, currency, 'opening', app_now(), app_now()
    FROM sim_accounts WHERE iban = ${TREASURY.iban} AND currency = ${currency}`,
  );
}
