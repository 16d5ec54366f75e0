import { type Db, Prisma, type Tx } from "../lib/db";
import { newId } from "../lib/ids";
import { rowsOf } from "../lib/statements";

export type AccountRow = {
  id: string;
  merchantId: string;
  currency: string;
  roles: string[];
  simulated: boolean;
  /** The profile id of the connection to the account's bank. */
  connectionId: string;
  bankName: string;
  iban: string;
  holderName: string;
  closedAt: Date | null;
};

export type NewAccount = Omit<AccountRow, "id" | "closedAt" | "bankName"> & { bankName: string | null };

const COLUMNS = Prisma.sql`id, merchant_id AS "merchantId", currency, roles, simulated, bank_slug AS "connectionId",
  COALESCE(bank_name, initcap(replace(bank_slug, '-', ' '))) AS "bankName", iban, holder_name AS "holderName",
  closed_at AS "closedAt"`;

/** The merchant's receiving account of a currency; the oldest of several. */
export async function findReceiving(
  db: Db,
  wanted: { merchantId: string; currency: string; simulated: boolean },
): Promise<AccountRow | null> {
  const [row] = await rowsOf<AccountRow>(
    db,
    Prisma.sql`SELECT ${COLUMNS} FROM managed_accounts
      WHERE merchant_id = ${wanted.merchantId}::uuid AND currency = ${wanted.currency} AND closed_at IS NULL
        AND simulated = ${wanted.simulated} AND 'receiving' = ANY (roles)
      ORDER BY id LIMIT 1`,
  );
  return row ?? null;
}

/** An account of a merchant, open or closed; null for an unknown id or another merchant's account. */
export async function findAccountOf(db: Db, merchantId: string, id: string): Promise<AccountRow | null> {
  const [row] = await db.$queryRaw<AccountRow[]>`
    SELECT ${COLUMNS} FROM managed_accounts WHERE id = ${id}::uuid AND merchant_id = ${merchantId}::uuid`;
  return row ?? null;
}

/** An account by its id alone, for the operator and for background work. */
export async function findAccountById(db: Db, id: string): Promise<AccountRow | null> {
  const [row] = await db.$queryRaw<AccountRow[]>`SELECT ${COLUMNS} FROM managed_accounts WHERE id = ${id}::uuid`;
  return row ?? null;
}

/** Locks the account and its consents until the transaction ends. */
export async function lockAccount(tx: Tx, id: string): Promise<AccountRow | null> {
  const [row] = await tx.$queryRaw<AccountRow[]>`
    SELECT ${COLUMNS} FROM managed_accounts WHERE id = ${id}::uuid FOR UPDATE`;
  return row ?? null;
}

/** Every merchant's account with this IBAN, open ones first. */
export function findAccountsByIban(db: Db, iban: string, currency: string): Promise<AccountRow[]> {
  return db.$queryRaw<AccountRow[]>`
    SELECT ${COLUMNS} FROM managed_accounts WHERE iban = ${iban} AND currency = ${currency}
    ORDER BY closed_at IS NOT NULL, id`;
}

/**
 * Inserts the account or opens a closed one again; returns its id, or null when it is already open. Safe for concurrent
 * calls.
 */
export async function insertAccount(db: Db, account: NewAccount): Promise<string | null> {
  const { merchantId, currency, roles, simulated, connectionId, bankName, iban, holderName } = account;
  const [row] = await db.$queryRaw<{ id: string }[]>`
    INSERT INTO managed_accounts AS kept
      (id, merchant_id, currency, roles, simulated, bank_slug, bank_name, iban, holder_name)
    VALUES (${newId()}::uuid, ${merchantId}::uuid, ${currency}, ${roles}, ${simulated}, ${connectionId}, ${bankName},
      ${iban}, ${holderName})
    ON CONFLICT (merchant_id, currency, iban, simulated) DO UPDATE SET closed_at = NULL, roles = EXCLUDED.roles,
      bank_slug = EXCLUDED.bank_slug, bank_name = EXCLUDED.bank_name, holder_name = EXCLUDED.holder_name
    WHERE kept.closed_at IS NOT NULL
    RETURNING id::text`;
  return row?.id ?? null;
}

/** The open accounts of a merchant, by currency, receiving accounts first. */
export function listAccounts(db: Db, merchantId: string, simulatedOnly: boolean): Promise<AccountRow[]> {
  return db.$queryRaw<AccountRow[]>`
    SELECT ${COLUMNS} FROM managed_accounts
    WHERE merchant_id = ${merchantId}::uuid AND closed_at IS NULL AND (simulated OR NOT ${simulatedOnly})
    ORDER BY currency, 'receiving' = ANY (roles) DESC, id`;
}

/** All accounts of a merchant, closed ones last. */
export function listAllAccounts(db: Db, merchantId: string): Promise<AccountRow[]> {
  return db.$queryRaw<AccountRow[]>`
    SELECT ${COLUMNS} FROM managed_accounts WHERE merchant_id = ${merchantId}::uuid
    ORDER BY closed_at IS NOT NULL, currency, id`;
}

export async function updateRoles(tx: Tx, id: string, roles: readonly string[]): Promise<void> {
  await tx.$executeRaw`UPDATE managed_accounts SET roles = ${[...roles]} WHERE id = ${id}::uuid`;
}

export async function updateConnection(
  tx: Tx,
  id: string,
  { connectionId, bankName }: Pick<NewAccount, "connectionId" | "bankName">,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE managed_accounts SET bank_slug = ${connectionId}, bank_name = COALESCE(${bankName}, bank_name)
    WHERE id = ${id}::uuid`;
}

export async function closeAccountRow(tx: Tx, id: string): Promise<void> {
  await tx.$executeRaw`UPDATE managed_accounts SET closed_at = app_now() WHERE id = ${id}::uuid`;
}
