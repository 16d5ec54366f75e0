import { type Db, Prisma } from "../lib/db";
import { newId } from "../lib/ids";

export type AccountRow = {
  id: string;
  merchantId: string;
  currency: string;
  roles: string[];
  simulated: boolean;
  bankSlug: string;
  iban: string;
  holderName: string;
  consentId: string | null;
  resourceId: string | null;
};

export type NewAccount = Omit<AccountRow, "id" | "consentId" | "resourceId">;

const COLUMNS = Prisma.sql`id, merchant_id AS "merchantId", currency, roles, simulated, bank_slug AS "bankSlug", iban,
  holder_name AS "holderName", consent_id AS "consentId", resource_id AS "resourceId"`;

/** The merchant's account for incoming payments of a currency; the oldest, should there be several. */
export async function findReceiving(
  db: Db,
  wanted: { merchantId: string; currency: string; simulated: boolean },
): Promise<AccountRow | null> {
  const [row] = await db.$queryRaw<AccountRow[]>`
    SELECT ${COLUMNS} FROM managed_accounts
    WHERE merchant_id = ${wanted.merchantId}::uuid AND currency = ${wanted.currency}
      AND simulated = ${wanted.simulated} AND 'receiving' = ANY (roles)
    ORDER BY id LIMIT 1`;
  return row ?? null;
}

/** Inserts the account unless it is there: two at once end with one. */
export async function insertAccount(db: Db, account: NewAccount): Promise<void> {
  const { merchantId, currency, roles, simulated, bankSlug, iban, holderName } = account;
  await db.$executeRaw`
    INSERT INTO managed_accounts (id, merchant_id, currency, roles, simulated, bank_slug, iban, holder_name)
    VALUES (${newId()}::uuid, ${merchantId}::uuid, ${currency}, ${roles}, ${simulated}, ${bankSlug}, ${iban}, ${holderName})
    ON CONFLICT (merchant_id, currency, iban) DO NOTHING`;
}

/** Every account of a merchant, by currency, the receiving ones first. */
export function listAccounts(db: Db, merchantId: string, simulatedOnly: boolean): Promise<AccountRow[]> {
  return db.$queryRaw<AccountRow[]>`
    SELECT ${COLUMNS} FROM managed_accounts
    WHERE merchant_id = ${merchantId}::uuid AND (simulated OR NOT ${simulatedOnly})
    ORDER BY currency, 'receiving' = ANY (roles) DESC, id`;
}

/** Keeps the consent that the account is read with. */
export async function updateConsent(
  db: Db,
  id: string,
  consent: { consentId: string; resourceId: string },
): Promise<void> {
  await db.$executeRaw`
    UPDATE managed_accounts SET consent_id = ${consent.consentId}, resource_id = ${consent.resourceId} WHERE id = ${id}::uuid`;
}
