import { changedOne, type Db, Prisma, type Tx } from "../../lib/db";
import { newId } from "../../lib/ids";
import type { Context } from "../rules";

/**
 * SQL condition: an organisation of the user requires a second factor, or the operator requires it of all users.
 * `userId`: an expression of the statement.
 */
export const requiresTwoFactor = (userId: Prisma.Sql): Prisma.Sql => Prisma.sql`EXISTS (
  SELECT 1 FROM two_factor_policies p WHERE (p.merchant_id IS NULL AND p.partner_id IS NULL) OR EXISTS (
    SELECT 1 FROM memberships pm WHERE pm.user_id = ${userId}
      AND (pm.merchant_id = p.merchant_id OR pm.partner_id = p.partner_id)))`;

/** SQL condition: the user has a confirmed authenticator app, so that every sign-in requires its code. */
export const hasConfirmedApp = (userId: Prisma.Sql): Prisma.Sql => Prisma.sql`EXISTS (
  SELECT 1 FROM authenticator_apps pa WHERE pa.user_id = ${userId} AND pa.confirmed_at IS NOT NULL)`;

/** SQL condition: the user has a passkey. */
export const hasPasskey = (userId: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`EXISTS (SELECT 1 FROM passkeys k WHERE k.user_id = ${userId})`;

/** Whether a user must have a second factor. */
export async function isTwoFactorRequired(db: Db, userId: string): Promise<boolean> {
  const rows = await db.$queryRaw<{ required: boolean }[]>`
    SELECT ${requiresTwoFactor(Prisma.sql`${userId}::uuid`)} AS required`;
  return rows[0]?.required === true;
}

/** Since when a merchant, a partner, or (both null) the operator requires it; null: not required. */
export async function findTwoFactorPolicy(db: Db, { merchantId, partnerId }: Context): Promise<Date | null> {
  const policy = await db.twoFactorPolicy.findFirst({ where: { merchantId, partnerId }, select: { requiredAt: true } });
  return policy?.requiredAt ?? null;
}

/** Requires it from now on. False: it was required already. */
export function insertTwoFactorPolicy(tx: Tx, { merchantId, partnerId }: Context): Promise<boolean> {
  return changedOne(tx.$executeRaw`
    INSERT INTO two_factor_policies (id, merchant_id, partner_id)
    VALUES (${newId()}::uuid, ${merchantId}::uuid, ${partnerId}::uuid)
    ON CONFLICT (merchant_id, partner_id) DO NOTHING`);
}

/** Stops requiring it. False: it was not required. */
export async function deleteTwoFactorPolicy(tx: Tx, { merchantId, partnerId }: Context): Promise<boolean> {
  return (await tx.twoFactorPolicy.deleteMany({ where: { merchantId, partnerId } })).count > 0;
}
