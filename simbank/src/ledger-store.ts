import { type Db, db, type Tx } from "../../server/lib/db";
import { newId } from "../../server/lib/ids";
import { fictitiousIban } from "../../server/lib/money/iban";
import { currencyExponent } from "../../server/lib/money/money";
import { CORPORATE_BANK } from "./bank-name";
import { NAMED_ACCOUNT, RETURN_AFTER_MS, SHOPPER_ACCOUNTS } from "./rules";

const SIM_HOLDER = "Simulated shopper";

export type SimAccountRow = { id: string; bank: string; kind: string; iban: string; currency: string; holder: string };

/**
 * The account's balance now: every debit and every credit up to this time. Minor units. Times are stored in
 * milliseconds, rounded: the clock is rounded alike, or an entry of this very transaction could lie in the future.
 */
export async function balanceOf(accountId: string, client: Db = db()): Promise<bigint> {
  const [row] = await client.$queryRaw<{ balance: bigint }[]>`
    SELECT coalesce(sum(CASE WHEN to_account_id = ${accountId}::uuid THEN amount ELSE -amount END), 0)::bigint AS balance
    FROM sim_entries
    WHERE (from_account_id = ${accountId}::uuid AND booked_at <= app_now()::timestamptz(3))
       OR (to_account_id = ${accountId}::uuid AND credited_at <= app_now()::timestamptz(3))`;
  return row?.balance ?? 0n;
}

export function findAccount(where: { id: string } | { iban: string; currency: string }, client: Db = db()) {
  return client.simAccount.findFirst({ where });
}

/** Opens an account at its first use; a concurrent call finds the same account. */
async function openAccount(tx: Tx, account: Omit<SimAccountRow, "id">) {
  const { bank, kind, iban, currency, holder } = account;
  const opened = await tx.$executeRaw`
    INSERT INTO sim_accounts (id, bank, kind, iban, currency, holder)
    VALUES (${newId()}::uuid, ${bank}, ${kind}, ${iban}, ${currency}, ${holder})
    ON CONFLICT (iban, currency) DO NOTHING`;
  const found = await tx.simAccount.findUniqueOrThrow({ where: { iban_currency: { iban, currency } } });
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
  const accounts: SimAccountRow[] = [];
  for (const { kind, openingHundredths } of SHOPPER_ACCOUNTS) {
    const iban = fictitiousIban(currency, `${bank} ${kind}`);
    accounts.push(await openFilled(tx, { bank, kind, iban, currency, holder: SIM_HOLDER }, openingHundredths));
  }
  if (namedIban === null) return accounts;
  const { kind, openingHundredths } = NAMED_ACCOUNT;
  const wanted = { bank, kind, iban: namedIban, currency, holder: SIM_HOLDER };
  const named = await openFilled(tx, wanted, openingHundredths);
  if (named.bank !== bank || named.kind === "corporate") return accounts;
  return [named, ...accounts.filter(({ id }) => id !== named.id)];
}

async function openFilled(tx: Tx, wanted: Omit<SimAccountRow, "id">, openingHundredths: bigint) {
  const { account, isNew } = await openAccount(tx, wanted);
  if (isNew) await payIn(tx, account, toMinor(openingHundredths, wanted.currency), "opening");
  return account;
}

/**
 * Locks the account against other debits until the transaction ends, and returns its balance. Everyday and named
 * accounts are credited a salary when they could not pay `needed`: many testers share them, and they must not run dry.
 */
export async function lockBalance(tx: Tx, account: SimAccountRow, needed: bigint): Promise<bigint> {
  await tx.$queryRaw`SELECT id FROM sim_accounts WHERE id = ${account.id}::uuid FOR UPDATE`;
  const balance = await balanceOf(account.id, tx);
  const isPaid = account.kind === SHOPPER_ACCOUNTS[0].kind || account.kind === NAMED_ACCOUNT.kind;
  if (!isPaid || balance >= needed) return balance;
  const salary = needed - balance + toMinor(SHOPPER_ACCOUNTS[0].openingHundredths, account.currency);
  await payIn(tx, account, salary, "salary");
  return balance + salary;
}

function toMinor(hundredths: bigint, currency: string): bigint {
  return (hundredths * 10n ** BigInt(currencyExponent(currency))) / 100n;
}

type LedgerTransfer = { payment: { id: string; amount: bigint; currency: string }; fromId: string; toId: string };

/** Books a payment: debited now, credited after `settlementMs`. Its unique payment id prevents a second booking. */
export async function insertPaymentEntry(tx: Tx, { payment, fromId, toId }: LedgerTransfer, settlementMs: number) {
  await tx.$executeRaw`
    INSERT INTO sim_entries (id, from_account_id, to_account_id, amount, currency, payment_id, purpose, booked_at, credited_at)
    VALUES (${newId()}::uuid, ${fromId}::uuid, ${toId}::uuid, ${payment.amount}, ${payment.currency}, ${payment.id}::uuid,
            'payment', app_now(), app_now() + ${settlementMs} * interval '1 millisecond')`;
}

/** Books the return of a payment, some time after the credit: a separate entry in the other direction. */
export async function insertReturnEntry(tx: Tx, { payment, fromId, toId }: LedgerTransfer, settlementMs: number) {
  const afterMs = settlementMs + RETURN_AFTER_MS;
  await tx.$executeRaw`
    INSERT INTO sim_entries (id, from_account_id, to_account_id, amount, currency, returned_payment_id, purpose, booked_at, credited_at)
    VALUES (${newId()}::uuid, ${toId}::uuid, ${fromId}::uuid, ${payment.amount}, ${payment.currency}, ${payment.id}::uuid,
            'return', app_now() + ${afterMs} * interval '1 millisecond', app_now() + ${afterMs} * interval '1 millisecond')`;
}
