import { MAX_ATTEMPTS, MAX_ATTEMPTS_WITHIN_S } from "../../lib/bounds";
import { type Db, Prisma } from "../../lib/db";
import { rowsOf } from "../../lib/statements";

export type Limited = { id: string; paymentLinkId: string | null };

const IS_RECENT = Prisma.sql`created_at > app_now() - make_interval(secs => ${MAX_ATTEMPTS_WITHIN_S}::int)`;

/**
 * SQL: whether a payment may have another attempt. The payments of a link count together: after a cancellation the next
 * press creates another one.
 */
export function hasAttemptsLeft({ id, paymentLinkId }: Limited): Prisma.Sql {
  const ofLink = Prisma.sql`IN (SELECT r.id FROM payment_requests r WHERE r.payment_link_id = ${paymentLinkId}::uuid)`;
  const those = paymentLinkId === null ? Prisma.sql`= ${id}::uuid` : ofLink;
  return Prisma.sql`(SELECT count(*) FROM payment_attempts WHERE payment_request_id ${those}
    AND ${IS_RECENT}) < ${MAX_ATTEMPTS}::int`;
}

export async function readAttemptsLeft(db: Db, request: Limited): Promise<boolean> {
  const [row] = await rowsOf<{ left: boolean }>(db, Prisma.sql`SELECT ${hasAttemptsLeft(request)} AS "left"`);
  return row?.left === true;
}

/**
 * Whether a locked link may have another payment: its payments have attempts left, and no more than MAX_ATTEMPTS were
 * created in that time and not started. A link is paid once, and a choice that starts nothing keeps its payment for the
 * next one, so a customer creates a few of these.
 */
export async function readPaymentsLeft(db: Db, linkId: string): Promise<boolean> {
  const [row] = await rowsOf<{ left: boolean }>(
    db,
    Prisma.sql`
    SELECT ${hasAttemptsLeft({ id: linkId, paymentLinkId: linkId })} AND (
      SELECT count(*) FROM payment_requests r WHERE payment_link_id = ${linkId}::uuid AND ${IS_RECENT}
        AND NOT EXISTS (SELECT FROM payment_attempts a WHERE a.payment_request_id = r.id)) < ${MAX_ATTEMPTS}::int AS "left"`,
  );
  return row?.left === true;
}
