import { type Db, db, Prisma, type Tx } from "../../server/lib/db";
import { newId } from "../../server/lib/ids";
import { APPROVAL_LIFETIME_MS } from "./rules";
import { hasCode, MAX_OPEN, type Standard } from "./store";

export type SimConsentRow = NonNullable<Awaited<ReturnType<typeof findConsent>>>;

export type NewConsent = {
  bank: string;
  standard: Standard;
  /** Empty: the shopper chooses. */
  accountIds: string[];
  /** The values of the standard. */
  permissions: string[];
  recurring?: boolean;
  /** Null: unlimited. */
  frequencyPerDay?: number | null;
  validUntil: Date;
  okUri?: string | null;
  nokUri?: string | null;
  authorisationId?: string | null;
  /** Valid at once, as agreed with the holder of a corporate account. */
  approvedAt?: Date | null;
  /** The time range of the transactions; null: no bound. */
  transactionsFrom?: Date | null;
  transactionsTo?: Date | null;
};

/** Stores a consent to account information. */
export function insertConsent(consent: NewConsent, client: Db = db()) {
  return client.simConsent.create({ data: { id: newId(), ...consent } });
}

export type ConsentKey = { bank: string; id: string; standard?: Standard } | { bank: string; authorisationId: string };

export function findConsent(where: ConsentKey, client: Db = db()) {
  return client.simConsent.findFirst({ where });
}

/** Reads a consent and locks it until the transaction ends. */
export async function lockConsent(tx: Tx, where: ConsentKey): Promise<SimConsentRow | null> {
  const found = await findConsent(where, tx);
  if (!found) return null;
  await tx.$queryRaw`SELECT id FROM sim_consents WHERE id = ${found.id}::uuid FOR UPDATE`;
  return tx.simConsent.findUnique({ where: { id: found.id } });
}

/** Stores the time; of a repeated call, the first. */
export async function markConsent(id: string, what: "approved" | "rejected" | "terminated", on: Db = db()) {
  const column = Prisma.raw(`${what}_at`);
  await on.$executeRaw`UPDATE sim_consents SET ${column} = coalesce(${column}, app_now()) WHERE id = ${id}::uuid`;
}

export async function setConsentAccounts(tx: Tx, id: string, accountIds: string[]): Promise<void> {
  await tx.simConsent.update({ where: { id }, data: { accountIds } });
}

/** The authorisation of an open consent, set once; null: the consent is not open. */
export async function startAuthorisation(id: string, authorisationId: string): Promise<string | null> {
  const [row] = await db().$queryRaw<{ authorisationId: string }[]>`
    UPDATE sim_consents SET authorisation_id = coalesce(authorisation_id, ${authorisationId})
    WHERE id = ${id}::uuid AND ${IS_OPEN} RETURNING authorisation_id AS "authorisationId"`;
  return row?.authorisationId ?? null;
}

const IS_OPEN = Prisma.sql`approved_at IS NULL AND rejected_at IS NULL AND terminated_at IS NULL
  AND created_at >= app_now()::timestamptz(3) - ${APPROVAL_LIFETIME_MS} * interval '1 millisecond'`;

/** The accounts of a consent, in a fixed order. */
export function accountsOf(consent: { accountIds: string[] }, client: Db = db()) {
  return client.simAccount.findMany({ where: { id: { in: consent.accountIds } }, orderBy: { id: "asc" } });
}

/** Records a use of the consent and returns today's count without a person present, this use included. */
export async function countUse(consentId: string, resource: string, unattended: boolean): Promise<number> {
  return db().$transaction(async (tx) => {
    await tx.$executeRaw`UPDATE sim_consents SET last_used_at = app_now() WHERE id = ${consentId}::uuid`;
    if (!unattended) return 0;
    const [row] = await tx.$queryRaw<{ count: number }[]>`
      INSERT INTO sim_consent_uses (consent_id, resource, day, count)
      VALUES (${consentId}::uuid, ${resource}, (app_now() AT TIME ZONE 'UTC')::date, 1)
      ON CONFLICT (consent_id, resource, day) DO UPDATE SET count = sim_consent_uses.count + 1 RETURNING count`;
    return row?.count ?? 1;
  });
}

/** Open consents under a code, newest first. */
export function openConsents(bank: string, code: string) {
  return db().$queryRaw<Pick<SimConsentRow, "id" | "authorisationId">[]>`
    SELECT id, authorisation_id AS "authorisationId" FROM sim_consents
    WHERE ${hasCode(bank, code)} AND ${IS_OPEN} ORDER BY created_at DESC LIMIT ${MAX_OPEN}`;
}
