import { type Db, Prisma, type Tx } from "../lib/db";
import type { BankProfile, Environment } from "./profile-schema";

const FIELDS = {
  ...{ id: true, environment: true, bankIds: true, profile: true },
  ...{ enabled: true, firstEnabledAt: true },
} as const;

/** A stored connection. Parse `profile` before use: an older version may have written it. */
export type ProfileRow = Prisma.BankProfileGetPayload<{ select: typeof FIELDS }>;

/** The enabled connection that serves a bank of the catalogue. */
export function findEnabledProfile(db: Db, bankId: string, environment: Environment): Promise<ProfileRow | null> {
  return db.bankProfile.findFirst({
    where: { environment, enabled: true, bankIds: { has: bankId } },
    select: FIELDS,
    orderBy: { id: "asc" },
  });
}

/** The banks of the catalogue that enabled connections serve. */
export async function findEnabledBankIds(db: Db, environment: Environment): Promise<string[]> {
  const rows = await db.bankProfile.findMany({ where: { environment, enabled: true }, select: { bankIds: true } });
  return rows.flatMap(({ bankIds }) => bankIds);
}

/** A connection by its id, enabled or disabled. */
export function findProfileRow(db: Db, id: string): Promise<ProfileRow | null> {
  return db.bankProfile.findUnique({ where: { id }, select: FIELDS });
}

/** Every connection, by id. */
export function listProfileRows(db: Db): Promise<ProfileRow[]> {
  return db.bankProfile.findMany({ select: FIELDS, orderBy: { id: "asc" } });
}

/** Whether a live connection was ever enabled while it had banks. */
export async function liveProfileExists(db: Db): Promise<boolean> {
  const where = { environment: "live", firstServedAt: { not: null } };
  return (await db.bankProfile.findFirst({ where, select: { id: true } })) !== null;
}

/** Serialises changes of connections until the transaction ends, because no two may serve one bank. */
export async function lockProfiles(tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('bank_profiles', 0))`;
}

/** Inserts a disabled connection, or updates one without changing whether it is enabled. */
export async function upsertProfile(tx: Tx, profile: BankProfile, bankIds: readonly string[]): Promise<void> {
  const { id, environment } = profile;
  await tx.$executeRaw`
    INSERT INTO bank_profiles (id, environment, bank_ids, profile)
    VALUES (${id}, ${environment}, ${[...bankIds]}::uuid[], ${JSON.stringify(profile)}::jsonb)
    ON CONFLICT (id) DO UPDATE SET bank_ids = EXCLUDED.bank_ids, profile = EXCLUDED.profile, updated_at = app_now()`;
}

export async function updateEnabled(tx: Tx, id: string, enabled: boolean): Promise<void> {
  const first = enabled ? Prisma.sql`COALESCE(first_enabled_at, app_now())` : Prisma.sql`first_enabled_at`;
  await tx.$executeRaw`
    UPDATE bank_profiles SET enabled = ${enabled}, first_enabled_at = ${first}, updated_at = app_now() WHERE id = ${id}`;
}
