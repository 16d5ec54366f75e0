import type { Tx } from "../../lib/db";

/** The owners of the platform, disabled ones included, locked until the transaction ends. */
export async function lockPlatformOwners(tx: Tx): Promise<{ id: string; email: string; disabled: boolean }[]> {
  // The lock is a separate statement, so that the next one sees users who were disabled while this one waited.
  await tx.$queryRaw`
    SELECT id FROM memberships WHERE merchant_id IS NULL AND partner_id IS NULL AND role = 'owner' ORDER BY id FOR UPDATE`;
  return tx.$queryRaw`
    SELECT u.id, u.email, u.disabled_at IS NOT NULL AS disabled
    FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.merchant_id IS NULL AND m.partner_id IS NULL AND m.role = 'owner' ORDER BY m.id`;
}
