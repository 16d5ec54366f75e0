import { changedOne, type Db, firstRow, Prisma, type Tx } from "../../lib/db";

/** The owner: a merchant's customer, by the merchant's own id, in one mode. */
export type AccountOwner = { merchantId: string; customerId: string; test: boolean };

export type RememberedRow = {
  id: string;
  bankId: string;
  bankName: string;
  accountMasked: string;
  lastUsedAt: Date;
};

const owned = ({ merchantId, customerId, test }: AccountOwner) =>
  Prisma.sql`a.merchant_id = ${merchantId}::uuid AND a.customer_id = ${customerId} AND a.test = ${test}`;

/** A customer's accounts, the last used first. With a currency: at banks that pay in it. */
export function listRememberedAccounts(db: Db, owner: AccountOwner, currency?: string): Promise<RememberedRow[]> {
  const ofCurrency = currency === undefined ? Prisma.empty : Prisma.sql`AND b.currency = ${currency}`;
  return db.$queryRaw<RememberedRow[]>`
    SELECT a.id, a.bank_id AS "bankId", b.display_name AS "bankName", a.account_masked AS "accountMasked",
      a.last_used_at AS "lastUsedAt"
    FROM remembered_accounts a JOIN banks b ON b.id = a.bank_id
    WHERE ${owned(owner)} AND a.forgotten_at IS NULL ${ofCurrency}
    ORDER BY a.last_used_at DESC, a.id`;
}

/** A customer's account by its id; of a forgotten one only its bank is known. */
export function findRememberedAccount(
  db: Db,
  owner: AccountOwner,
  id: string,
): Promise<{ id: string; bankId: string; ibanSealed: Uint8Array | null } | null> {
  return firstRow(db.$queryRaw`
    SELECT a.id, a.bank_id AS "bankId", a.iban_sealed AS "ibanSealed" FROM remembered_accounts a
    WHERE a.id = ${id}::uuid AND ${owned(owner)}`);
}

/** Records a use of the account. False: it was forgotten meanwhile. */
export function touchRememberedAccount(tx: Tx, id: string): Promise<boolean> {
  return changedOne(tx.$executeRaw`
    UPDATE remembered_accounts SET last_used_at = app_now() WHERE id = ${id}::uuid AND forgotten_at IS NULL`);
}

type NewRememberedAccount = AccountOwner & {
  id: string;
  bankId: string;
  ibanSealed: Uint8Array<ArrayBuffer>;
  /** The first is written; an older row of the same account may have any of them. */
  ibanHashes: readonly [Uint8Array<ArrayBuffer>, ...Uint8Array<ArrayBuffer>[]];
  accountMasked: string;
  consentedAt: Date;
};

/** Remembers an account once: a remembered one gets the newer consent. */
export async function upsertRememberedAccount(tx: Tx, row: NewRememberedAccount): Promise<void> {
  const known = await tx.$executeRaw`
    UPDATE remembered_accounts SET last_used_at = app_now(), consented_at = ${row.consentedAt}, bank_id = ${row.bankId}::uuid
    WHERE iban_hash = ANY(${[...row.ibanHashes]}::bytea[]) AND forgotten_at IS NULL`;
  if (known > 0) return;
  await tx.$executeRaw`
    INSERT INTO remembered_accounts (id, merchant_id, customer_id, test, bank_id, iban_sealed, iban_hash, account_masked,
      consented_at, last_used_at)
    VALUES (${row.id}::uuid, ${row.merchantId}::uuid, ${row.customerId}, ${row.test}, ${row.bankId}::uuid, ${row.ibanSealed},
      ${row.ibanHashes[0]}, ${row.accountMasked}, ${row.consentedAt}, app_now())
    ON CONFLICT (iban_hash) WHERE forgotten_at IS NULL DO UPDATE SET last_used_at = app_now()`;
}

const FORGET = Prisma.sql`SET forgotten_at = COALESCE(forgotten_at, app_now()), iban_sealed = NULL, iban_hash = NULL,
  account_masked = NULL`;

/** Erases a customer's account. False: none has that id. */
export function forgetRememberedAccount(tx: Tx, owner: AccountOwner, id: string): Promise<boolean> {
  return changedOne(tx.$executeRaw`
    UPDATE remembered_accounts a ${FORGET} WHERE a.id = ${id}::uuid AND ${owned(owner)} AND a.forgotten_at IS NULL`);
}

/** Erases all of a customer's accounts, and the customer's id from those that were forgotten before. */
export async function forgetAllAccounts(tx: Tx, owner: AccountOwner): Promise<void> {
  await tx.$executeRaw`
    UPDATE remembered_accounts a ${FORGET}, customer_id = '' WHERE ${owned(owner)}`;
}

/** Erases up to `limit` accounts that were not used for so long; returns how many. */
export async function forgetUnusedAccounts(db: Db, unusedForMonths: number, limit: number): Promise<number> {
  return db.$executeRaw`
    UPDATE remembered_accounts ${FORGET} WHERE id IN (
      SELECT id FROM remembered_accounts
      WHERE forgotten_at IS NULL AND last_used_at < app_now() - make_interval(months => ${unusedForMonths}::int)
      ORDER BY last_used_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
}

type SealedAccount = AccountOwner & { id: string; ibanSealed: Uint8Array; ibanHash: Uint8Array<ArrayBuffer> };

/** Accounts that are not forgotten, in the order of their ids, `after` one. */
export function listSealedAccounts(db: Db, after: string | null, limit: number): Promise<SealedAccount[]> {
  return db.$queryRaw<SealedAccount[]>`
    SELECT id, merchant_id AS "merchantId", customer_id AS "customerId", test, iban_sealed AS "ibanSealed",
      iban_hash AS "ibanHash"
    FROM remembered_accounts
    WHERE forgotten_at IS NULL AND iban_hash IS NOT NULL AND (${after}::uuid IS NULL OR id > ${after}::uuid) ORDER BY id LIMIT ${limit}`;
}

/** False: it was forgotten meanwhile. */
export function replaceIbanHash(db: Db, id: string, hash: Uint8Array<ArrayBuffer>): Promise<boolean> {
  return changedOne(db.$executeRaw`
    UPDATE remembered_accounts SET iban_hash = ${hash} WHERE id = ${id}::uuid AND forgotten_at IS NULL`);
}
