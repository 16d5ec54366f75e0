import type { Tx } from "../lib/db";

/** The owners of the platform, the disabled ones too, locked until the transaction ends. */
export function lockPlatformOwners(tx: Tx): Promise<{ id: string; email: string; disabled: boolean }[]> {
  return tx.$queryRaw`
    SELECT u.id, u.email, u.disabled_at IS NOT NULL AS disabled
    FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.merchant_id IS NULL AND m.partner_id IS NULL AND m.role = 'owner' ORDER BY m.id FOR UPDATE OF m`;
}
