import { type Db, firstRow, Prisma, type Tx } from "../../lib/db";
import type { NotificationKind, NotificationPolicy } from "./kinds";

type Subject = { merchantId: string; kind: NotificationKind; policy: NotificationPolicy };

/**
 * The people who may get this kind of mail about a merchant, as `r`: their address, and whether they get it. A person's
 * choice decides. Without one, members with a role of `policy.on` get it; those of the merchant's partner only where the
 * merchant has no such member of its own, and the operator's never. Removed and disabled users are not among them.
 */
function recipients({ merchantId, kind, policy }: Subject): Prisma.Sql {
  return Prisma.sql`(
    WITH reaching AS (
      SELECT u.id, u.email, b.merchant_id IS NOT NULL AS own, b.partner_id IS NOT NULL AS of_partner,
        b.role = ANY (${[...policy.on]}::text[]) AS by_default
      FROM memberships b JOIN users u ON u.id = b.user_id AND u.disabled_at IS NULL
      WHERE b.role = ANY (${[...policy.roles]}::text[]) AND (b.merchant_id = ${merchantId}::uuid
        OR b.partner_id = (SELECT partner_id FROM merchants WHERE id = ${merchantId}::uuid)
        OR (b.merchant_id IS NULL AND b.partner_id IS NULL))
    )
    SELECT w.id, w.email, bool_or(${policy.isFixed === true} AND w.own AND w.by_default) AS "isFixed", COALESCE(bool_or(p.enabled), bool_or(w.by_default AND (w.own OR (w.of_partner
      AND NOT EXISTS (SELECT 1 FROM reaching o WHERE o.own AND o.by_default))))) AS chosen
    FROM reaching w LEFT JOIN notification_preferences p
      ON p.user_id = w.id AND p.merchant_id = ${merchantId}::uuid AND p.kind = ${kind}
    GROUP BY w.id, w.email) AS r`;
}

/** The addresses that get this kind of mail about a merchant, up to `limit`: first those who cannot switch it off. */
export async function findRecipients(db: Db, subject: Subject, limit: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ email: string }[]>`
    SELECT r.email FROM ${recipients(subject)} WHERE r.chosen OR r."isFixed" ORDER BY r."isFixed" DESC, r.id LIMIT ${limit}`;
  return rows.map(({ email }) => email);
}

type Setting = { enabled: boolean; isFixed: boolean };

/** Whether a user gets this kind, and cannot switch it off; null: the user's roles may not see its subject. */
export function findSetting(db: Db, subject: Subject, userId: string): Promise<Setting | null> {
  return firstRow(db.$queryRaw<Setting[]>`
    SELECT r.chosen OR r."isFixed" AS enabled, r."isFixed" FROM ${recipients(subject)} WHERE r.id = ${userId}::uuid`);
}

export async function upsertPreference(
  tx: Tx,
  { userId, merchantId, kind, enabled }: { userId: string; merchantId: string; kind: string; enabled: boolean },
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO notification_preferences (user_id, merchant_id, kind, enabled)
    VALUES (${userId}::uuid, ${merchantId}::uuid, ${kind}, ${enabled})
    ON CONFLICT (user_id, merchant_id, kind) DO UPDATE SET enabled = excluded.enabled,
      changed_at = CASE WHEN notification_preferences.enabled = excluded.enabled
        THEN notification_preferences.changed_at ELSE app_now() END`;
}
