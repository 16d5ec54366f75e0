import { type Db, firstRow, Prisma, type Tx } from "../../lib/db";

export type EndingCredential = {
  id: string;
  name: string;
  merchantId: string | null;
  partnerId: string | null;
  /** Null: of a partner or of the platform. */
  merchantName: string | null;
  endsAt: Date;
  hasEnded: boolean;
};

/** Uses the index `credentials_to_mail_about`. */
const dueWithin = (days: number) => Prisma.sql`
  c.ends_at IS NOT NULL AND c.disabled_at IS NULL AND c.ended_mailed_at IS NULL
  AND c.ends_at <= app_now() + make_interval(days => ${days}::int)
  AND (c.ends_soon_mailed_at IS NULL OR c.ends_at <= app_now())`;

/** Credentials with a mail due, `days` before the end or at the end; the earliest end first. */
export async function findEndings(db: Db, days: number, limit: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT c.id::text AS id FROM credentials c WHERE ${dueWithin(days)} ORDER BY c.ends_at LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

/** Locks one of them; null when no mail is due any more. */
export function lockEnding(tx: Tx, id: string, days: number): Promise<EndingCredential | null> {
  return firstRow(tx.$queryRaw<EndingCredential[]>`
    SELECT c.id::text AS id, c.name, c.merchant_id::text AS "merchantId", c.partner_id::text AS "partnerId",
      (SELECT m.brand_name FROM merchants m WHERE m.id = c.merchant_id) AS "merchantName",
      c.ends_at AS "endsAt", c.ends_at <= app_now() AS "hasEnded"
    FROM credentials c WHERE c.id = ${id}::uuid AND ${dueWithin(days)} FOR UPDATE OF c`);
}

/** After the end both mails count as sent: the first would be late. */
export async function markEndingMailed(tx: Tx, id: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE credentials SET ends_soon_mailed_at = COALESCE(ends_soon_mailed_at, app_now()),
      ended_mailed_at = CASE WHEN ends_at <= app_now() THEN app_now() END
    WHERE id = ${id}::uuid`;
}
