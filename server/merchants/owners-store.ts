import type { Db } from "../lib/db";

/** The addresses of a merchant's active owners, up to `limit`. If the merchant has none, its partner's. */
export async function findOwnerAddresses(db: Db, merchantId: string, limit: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ email: string }[]>`
    WITH owners AS (
      SELECT u.id, u.email, b.partner_id FROM memberships b JOIN users u ON u.id = b.user_id AND u.disabled_at IS NULL
      WHERE b.role = 'owner' AND (b.merchant_id = ${merchantId}::uuid
        OR b.partner_id = (SELECT partner_id FROM merchants WHERE id = ${merchantId}::uuid))
    )
    SELECT email FROM owners WHERE partner_id IS NULL OR NOT EXISTS (SELECT 1 FROM owners WHERE partner_id IS NULL)
    ORDER BY id LIMIT ${limit}`;
  return rows.map(({ email }) => email);
}

/** A user's address; null: unknown id. */
export async function findAddressOf(db: Db, userId: string): Promise<string | null> {
  return (await db.user.findUnique({ where: { id: userId }, select: { email: true } }))?.email ?? null;
}
