import { type Db, db, Prisma, type Tx } from "../../server/lib/db";
import { newId } from "../../server/lib/ids";
import { fictitiousIban } from "../../server/lib/money/iban";
import { currencyExponent } from "../../server/lib/money/money";
import { countOf, rowsOf } from "../../server/lib/statements";
import { CORPORATE_BANK } from "./bank-name";
import { NAMED_ACCOUNT, RETURN_AFTER_MS, SHOPPER_ACCOUNTS } from "./rules";

const SIM_HOLDER = "Simulated shopper";

export type SimAccountRow = { id: string; bank: string; kind: string; iban: string; currency: string; holder: string };

/**
 * The balances of accounts now, in their order: every debit and every credit up to this time. Minor units. Times are
 * stored in milliseconds, rounded: the clock is rounded alike, or an entry of this very transaction could lie in the
 * future.
 */
async function balancesOf(accountIds: readonly string[], client: Db = db()): Promise<bigint[]> {
  const rows = await rowsOf<{ balance: bigint }>(
    client,
    Prisma.sql`
    SELECT (SELECT coalesce(sum(CASE WHEN to_account_id = account.id THEN amount ELSE -amount END), 0)::bigint
        FROM sim_entries
        WHERE (from_account_id = account.id AND booked_at <= app_now()::timestamptz(3))
           OR (to_account_id = account.id AND credited_at <= app_now()::timestamptz(3))) AS balance
    FROM unnest(${accountIds}::uuid[]) WITH ORDINALITY AS account (id, number) ORDER BY number`,
  );
  return rows.map(({ balance }) => balance);
}

/** The same for one account. */
export async function balanceOf(accountId: string, client: Db = db()): Promise<bigint> {
  const [balance = 0n] = await balancesOf([accountId], client);
  return balance;
}

/** The IBAN of the British account with these 14 digits, sort code and account number; null: unknown here. */
export async function findIbanOfDomestic(digits: string): Promise<string | null> {
  const [row] = await db().$queryRaw<{ iban: string }[]>`
    SELECT iban FROM sim_accounts WHERE currency = 'GBP' AND iban LIKE ${`GB______${digits}`} ORDER BY created_at, id LIMIT 1`;
  return row?.iban ?? null;
}

export async function findAccount(
  where: { id: string } | { iban: string; currency: string },
  client: Db = db(),
): Promise<SimAccountRow | null> {
  if ("iban" in where) return (await findAccounts([where.iban], where.currency, client)).get(where.iban) ?? null;
  const rows = await rowsOf<SimAccountRow>(client, Prisma.sql`${ACCOUNTS} WHERE id = ${where.id}::uuid`);
  return rows[0] ?? null;
}

const ACCOUNTS = Prisma.sql`SELECT id, bank, kind, iban, currency, holder FROM sim_accounts`;

/** Accounts by their IBANs. */
async function findAccounts(
  ibans: readonly string[],
  currency: string,
  client: Db,
): Promise<Map<string, SimAccountRow>> {
  const rows = await rowsOf<SimAccountRow>(
    client,
    Prisma.sql`${ACCOUNTS} WHERE iban = ANY(${ibans}) AND currency = ${currency}`,
  );
  return new Map(rows.map((row) => [row.iban, row]));
}

type NewAccount = Omit<SimAccountRow, "id">;

/** Opens an account at its first use; a concurrent call finds the same account. */
async function openAccount(tx: Tx, account: NewAccount): Promise<{ account: SimAccountRow; isNew: boolean }> {
  const known = await findAccount(account, tx);
  if (known) return { account: known, isNew: false };
  const { bank, kind, iban, currency, holder } = account;
  const opened = await tx.$executeRaw`
    INSERT INTO sim_accounts (id, bank, kind, iban, currency, holder)
    VALUES (${newId()}::uuid, ${bank}, ${kind}, ${iban}, ${currency}, ${holder})
    ON CONFLICT (iban, currency) DO NOTHING`;
  const found = await findAccount(account, tx);
  if (!found) throw new Error("The account that was just opened no longer exists.");
  return { account: found, isNew: opened === 1 };
}

/** An account is identified by its IBAN: the first payment to it, or the first read of its balance, opens it. */
export async function openCorporateAccount(
  tx: Tx,
  iban: string,
  currency: string,
  holder: string,
): Promise<SimAccountRow> {
  return (await openAccount(tx, { bank: CORPORATE_BANK, kind: "corporate", iban, currency, holder })).account;
}

/** Moves money into an account from the treasury, whose balance is negative: the sum over all accounts stays zero. */
async function payIn(tx: Tx, account: SimAccountRow, amount: bigint, purpose: string): Promise<void> {
  const { currency } = account;
  const holder = "Treasury of the simulation";
  const treasury = await openAccount(tx, { bank: "treasury", kind: "treasury", iban: "TREASURY", currency, holder });
  await tx.$executeRaw`
    INSERT INTO sim_entries (id, from_account_id, to_account_id, amount, currency, purpose, booked_at, credited_at)
    VALUES (${newId()}::uuid, ${treasury.account.id}::uuid, ${account.id}::uuid, ${amount}, ${currency}, ${purpose}, app_now(), app_now())`;
}

/**
 * The accounts that a shopper of a bank can pay from in a currency, in order; opened and funded at first use. The
 * account that the initiation named comes first, unless its IBAN belongs to another holder.
 */
export async function openShopperAccounts(
  tx: Tx,
  bank: string,
  currency: string,
  namedIban: string | null = null,
): Promise<SimAccountRow[]> {
  const wanted = SHOPPER_ACCOUNTS.map(({ kind, openingHundredths }) => {
    const iban = fictitiousIban(currency, `${bank} ${kind}`);
    return { account: { bank, kind, iban, currency, holder: SIM_HOLDER }, openingHundredths };
  });
  const ibans = wanted.map(({ account }) => account.iban);
  const known = await findAccounts(ibans, currency, tx);
  const accounts: SimAccountRow[] = [];
  for (const { account, openingHundredths } of wanted)
    accounts.push(known.get(account.iban) ?? (await openFilled(tx, account, openingHundredths)));
  if (namedIban === null) return accounts;
  const { kind, openingHundredths } = NAMED_ACCOUNT;
  const named = await openFilled(tx, { bank, kind, iban: namedIban, currency, holder: SIM_HOLDER }, openingHundredths);
  if (named.bank !== bank || named.kind === "corporate") return accounts;
  return [named, ...accounts.filter(({ id }) => id !== named.id)];
}

async function openFilled(tx: Tx, wanted: NewAccount, openingHundredths: bigint) {
  const { account, isNew } = await openAccount(tx, wanted);
  if (isNew) await payIn(tx, account, toMinor(openingHundredths, wanted.currency), "opening");
  return account;
}

/**
 * Locks the account against other debits until the transaction ends, and returns its balance. Everyday and named
 * accounts are credited a salary when they could not pay `needed`: many testers share them, and they must not run dry.
 */
export async function lockBalance(tx: Tx, account: SimAccountRow, needed: bigint): Promise<bigint> {
  await countOf(tx, Prisma.sql`SELECT id FROM sim_accounts WHERE id = ${account.id}::uuid FOR UPDATE`);
  const balance = await balanceOf(account.id, tx);
  if (!needsSalary(account, balance, needed)) return balance;
  const salary = needed - balance + toMinor(SHOPPER_ACCOUNTS[0].openingHundredths, account.currency);
  await payIn(tx, account, salary, "salary");
  return balance + salary;
}

/** The balances of accounts in their order, for a page: locks only the accounts that are credited a salary. */
export async function readBalances(tx: Tx, accounts: readonly SimAccountRow[], needed: bigint): Promise<bigint[]> {
  const ids = accounts.map(({ id }) => id);
  const balances = await balancesOf(ids, tx);
  const poor = accounts.filter((account, index) => needsSalary(account, balances[index] ?? 0n, needed));
  if (poor.length === 0) return balances;
  // In the order of ids, so that two pages cannot deadlock.
  for (const account of poor.toSorted((a, b) => a.id.localeCompare(b.id))) await lockBalance(tx, account, needed);
  return balancesOf(ids, tx);
}

function needsSalary({ kind }: SimAccountRow, balance: bigint, needed: bigint): boolean {
  return balance < needed && (kind === SHOPPER_ACCOUNTS[0].kind || kind === NAMED_ACCOUNT.kind);
}

function toMinor(hundredths: bigint, currency: string): bigint {
  return (hundredths * 10n ** BigInt(currencyExponent(currency))) / 100n;
}

type LedgerTransfer = { payment: { id: string; amount: bigint; currency: string }; fromId: string; toId: string };

/** Books a payment: debited now, credited after `settlementMs`. Its unique payment id prevents a second booking. */
export async function insertPaymentEntry(tx: Tx, { payment, fromId, toId }: LedgerTransfer, settlementMs: number) {
  await countOf(
    tx,
    Prisma.sql`
    INSERT INTO sim_entries (id, from_account_id, to_account_id, amount, currency, payment_id, purpose, booked_at, credited_at)
    VALUES (${newId()}::uuid, ${fromId}::uuid, ${toId}::uuid, ${payment.amount}, ${payment.currency}, ${payment.id}::uuid,
            'payment', app_now(), app_now() + ${settlementMs} * interval '1 millisecond')`,
  );
}

/** Books the return of a payment, some time after the credit: a separate entry in the other direction. */
export async function insertReturnEntry(tx: Tx, { payment, fromId, toId }: LedgerTransfer, settlementMs: number) {
  const afterMs = settlementMs + RETURN_AFTER_MS;
  await tx.$executeRaw`
    INSERT INTO sim_entries (id, from_account_id, to_account_id, amount, currency, returned_payment_id, purpose, booked_at, credited_at)
    VALUES (${newId()}::uuid, ${toId}::uuid, ${fromId}::uuid, ${payment.amount}, ${payment.currency}, ${payment.id}::uuid,
            'return', app_now() + ${afterMs} * interval '1 millisecond', app_now() + ${afterMs} * interval '1 millisecond')`;
}
