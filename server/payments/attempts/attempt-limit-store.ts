import { MAX_ATTEMPTS, MAX_ATTEMPTS_WITHIN_S } from "../../lib/bounds";
import { type Db, Prisma } from "../../lib/db";
import { rowsOf } from "../../lib/statements";

export type Limited = { id: string; paymentLinkId: string | null };

/**
 * SQL: whether a payment may have another attempt. The payments of a link count together: after a cancellation the next
 * press creates another one.
 */
export function hasAttemptsLeft({ id, paymentLinkId }: Limited): Prisma.Sql {
  const ofLink = Prisma.sql`IN (SELECT r.id FROM payment_requests r WHERE r.payment_link_id = ${paymentLinkId}::uuid)`;
  const those = paymentLinkId === null ? Prisma.sql`= ${id}::uuid` : ofLink;
  return Prisma.sql`(SELECT count(*) FROM payment_attempts WHERE payment_request_id ${those}
    AND created_at > app_now() - make_interval(secs => ${MAX_ATTEMPTS_WITHIN_S}::int)) < ${MAX_ATTEMPTS}::int`;
}

export async function readAttemptsLeft(db: Db, request: Limited): Promise<boolean> {
  const [row] = await rowsOf<{ left: boolean }>(db, Prisma.sql`SELECT ${hasAttemptsLeft(request)} AS "left"`);
  return row?.left === true;
}
