import { type Db, db, type Tx } from "../lib/db";
import { fictitiousIban } from "../lib/iban";
import { newId } from "../lib/ids";
import { currencyExponent } from "../lib/money";
import { SHOPPER_ACCOUNTS } from "./rules";

/** Where the accounts of merchants are held. */
export const CORPORATE_BANK = "riverbank";
const REQUEST_ID_LIFETIME = "24 hours";
const SIM_HOLDER = "Simulated shopper";

export type SimAccountRow = { id: string; kind: string; iban: string; currency: string; holder: string };
export type SimPaymentRow = Awaited<ReturnType<typeof findPayment>>;

export function inSimTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return db().$transaction(work);
}

/** The bank's clock: the database's, so that tests can move it. */
export async function readNow(client: Db = db()): Promise<Date> {
  const [row] = await client.$queryRaw<{ now: Date }[]>`SELECT app_now() AS now`;
  if (!row) throw new Error("The database did not tell the time.");
  return row.now;
}

/** Two calls with the same X-Request-ID, one after the other. Holds until the transaction ends. */
export async function lockRequestId(tx: Tx, bank: string, requestId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`${bank} ${requestId}`}, 0))`;
}

export async function findRepeated(tx: Tx, bank: string, requestId: string) {
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM sim_payments
    WHERE bank = ${bank} AND request_id = ${requestId} AND created_at > app_now() - ${REQUEST_ID_LIFETIME}::interval`;
  return row ? findPayment({ id: row.id }, tx) : null;
}

export type NewSimPayment = {
  bank: string;
  product: string;
  requestId: string;
  bodyHash: Uint8Array<ArrayBuffer>;
  endToEndId: string | null;
  amount: bigint;
  currency: string;
  creditorIban: string;
  creditorName: string;
  debtorIban: string | null;
  remittance: string | null;
  okUri: string;
  nokUri: string;
  authorisationId: string;
};

export function insertPayment(tx: Tx, payment: NewSimPayment) {
  return tx.simPayment.create({ data: { id: newId(), ...payment } });
}

export function findPayment(
  where: { bank?: string; product?: string; id?: string; authorisationId?: string },
  client: Db = db(),
) {
  return client.simPayment.findFirst({ where });
}

/** Reads a payment and keeps others from answering it until the transaction ends. */
export async function lockPayment(
  tx: Tx,
  where: { bank: string; id: string } | { bank: string; authorisationId: string },
) {
  const found = await findPayment(where, tx);
  if (!found) return null;
  await tx.$queryRaw`SELECT id FROM sim_payments WHERE id = ${found.id}::uuid FOR UPDATE`;
  return findPayment({ id: found.id }, tx);
}

export async function markCancelled(tx: Tx, id: string): Promise<void> {
  await tx.$executeRaw`UPDATE sim_payments SET cancelled_at = app_now() WHERE id = ${id}::uuid`;
}

export async function markRefused(tx: Tx, id: string, debtorAccountId: string, reason: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE sim_payments SET refused_at = app_now(), refused_reason = ${reason}, debtor_account_id = ${debtorAccountId}::uuid
    WHERE id = ${id}::uuid`;
}

/** Approves and books, as one: the entry's unique payment id bars a second booking whatever else goes wrong. */
export async function bookPayment(
  tx: Tx,
  payment: { id: string; amount: bigint; currency: string },
  accounts: { fromId: string; toId: string },
  settlementMs: number,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO sim_entries (id, from_account_id, to_account_id, amount, currency, payment_id, purpose, booked_at, credited_at)
    VALUES (${newId()}::uuid, ${accounts.fromId}::uuid, ${accounts.toId}::uuid, ${payment.amount}, ${payment.currency},
            ${payment.id}::uuid, 'payment', app_now(), app_now() + ${settlementMs} * interval '1 millisecond')`;
  await tx.$executeRaw`
    UPDATE sim_payments SET approved_at = app_now(), settles_at = app_now() + ${settlementMs} * interval '1 millisecond',
           debtor_account_id = ${accounts.fromId}::uuid
    WHERE id = ${payment.id}::uuid`;
}

/**
 * What is in an account now: every debit at once, a credit from its time on. Minor units. Times are kept in milliseconds,
 * rounded: the clock is rounded alike, or a credit of this very transaction could lie in the future.
 */
export async function balanceOf(accountId: string, client: Db = db()): Promise<bigint> {
  const [row] = await client.$queryRaw<{ balance: bigint }[]>`
    SELECT coalesce(sum(CASE WHEN to_account_id = ${accountId}::uuid THEN amount ELSE -amount END), 0)::bigint AS balance
    FROM sim_entries
    WHERE from_account_id = ${accountId}::uuid OR (to_account_id = ${accountId}::uuid AND credited_at <= app_now()::timestamptz(3))`;
  return row?.balance ?? 0n;
}

/** Opens an account at first sight; a second opener finds the first's. */
async function openAccount(tx: Tx, account: Omit<SimAccountRow, "id"> & { bank: string }) {
  const { bank, kind, iban, currency, holder } = account;
  const opened = await tx.$executeRaw`
    INSERT INTO sim_accounts (id, bank, kind, iban, currency, holder)
    VALUES (${newId()}::uuid, ${bank}, ${kind}, ${iban}, ${currency}, ${holder})
    ON CONFLICT (iban, currency) DO NOTHING`;
  const found = await tx.simAccount.findUniqueOrThrow({ where: { iban_currency: { iban, currency } } });
  return { account: found, isNew: opened === 1 };
}

/** The IBAN is the account: whoever is paid there, or asks for its balance, opens it. */
export async function openCorporateAccount(
  tx: Tx,
  iban: string,
  currency: string,
  holder: string,
): Promise<SimAccountRow> {
  return (await openAccount(tx, { bank: CORPORATE_BANK, kind: "corporate", iban, currency, holder })).account;
}

/** Money enters an account from the treasury, whose debt it is: the sum over all accounts stays zero. */
async function payIn(tx: Tx, account: SimAccountRow, amount: bigint, purpose: string): Promise<void> {
  const { currency } = account;
  const holder = "Treasury of the simulation";
  const treasury = await openAccount(tx, { bank: "treasury", kind: "treasury", iban: "TREASURY", currency, holder });
  await tx.$executeRaw`
    INSERT INTO sim_entries (id, from_account_id, to_account_id, amount, currency, purpose, booked_at, credited_at)
    VALUES (${newId()}::uuid, ${treasury.account.id}::uuid, ${account.id}::uuid, ${amount}, ${currency}, ${purpose}, app_now(), app_now())`;
}

/** The three accounts that every shopper of a bank has in a currency, in their order; opened and filled at first sight. */
export async function openShopperAccounts(tx: Tx, bank: string, currency: string): Promise<SimAccountRow[]> {
  const accounts: SimAccountRow[] = [];
  for (const { kind, openingHundredths } of SHOPPER_ACCOUNTS) {
    const iban = fictitiousIban(currency, `${bank} ${kind}`);
    const { account, isNew } = await openAccount(tx, { bank, kind, iban, currency, holder: SIM_HOLDER });
    if (isNew) await payIn(tx, account, toMinor(openingHundredths, currency), "opening");
    accounts.push(account);
  }
  return accounts;
}

/**
 * Keeps others from spending from the account until the transaction ends, and tells what is in it. The everyday account is
 * paid its salary when it could not pay `needed`: many testers share it, and it must not run dry.
 */
export async function lockBalance(tx: Tx, account: SimAccountRow, needed: bigint): Promise<bigint> {
  await tx.$queryRaw`SELECT id FROM sim_accounts WHERE id = ${account.id}::uuid FOR UPDATE`;
  const balance = await balanceOf(account.id, tx);
  if (account.kind !== "everyday" || balance >= needed) return balance;
  const salary = needed - balance + toMinor(SHOPPER_ACCOUNTS[0].openingHundredths, account.currency);
  await payIn(tx, account, salary, "salary");
  return balance + salary;
}

function toMinor(hundredths: bigint, currency: string): bigint {
  return (hundredths * 10n ** BigInt(currencyExponent(currency))) / 100n;
}

export async function insertConsent(tx: Tx, bank: string, accountIds: string[], validUntil: Date) {
  return tx.simConsent.create({ data: { id: newId(), bank, accountIds, validUntil } });
}

/** A consent of this bank with its accounts, and whether it is over. */
export async function findConsent(bank: string, id: string) {
  const consent = await db().simConsent.findFirst({ where: { id, bank } });
  if (!consent) return null;
  const accounts = await db().simAccount.findMany({
    where: { id: { in: consent.accountIds } },
    orderBy: { id: "asc" },
  });
  return { ...consent, accounts, expired: consent.validUntil < (await readNow()) };
}
