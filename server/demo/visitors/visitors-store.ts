import type { Db, Tx } from "../../lib/db";

type Bytes = Uint8Array<ArrayBuffer>;

/** One count and insert at a time, over all processes. */
const VISITS_LOCK = 7_330;

/** Locks the visitors until the transaction ends, and counts the open visits: all, and those of one address. */
export async function countOpenVisits(tx: Tx, addressHashes: readonly Bytes[]): Promise<{ all: number; here: number }> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(${VISITS_LOCK}::bigint)::text`;
  const [found] = await tx.$queryRaw<{ all: number; here: number }[]>`
    SELECT count(*)::int AS all, (count(*) FILTER (WHERE address_hash = ANY (${[...addressHashes]}::bytea[])))::int AS here
    FROM visitors WHERE ended_at IS NULL`;
  return found ?? { all: 0, here: 0 };
}

type NewVisit = {
  merchantId: string;
  userId: string;
  membershipId: string;
  email: string;
  addressHash: Bytes | null;
  lastsS: number;
};

/** Inserts the user, its role and the visit. */
export async function insertVisit(tx: Tx, visit: NewVisit): Promise<void> {
  const { merchantId, userId, membershipId, email, addressHash, lastsS } = visit;
  await tx.user.create({ data: { id: userId, email, name: "Visitor" }, select: { id: true } });
  const membership = { id: membershipId, userId, merchantId, role: "visitor" };
  await tx.membership.create({ data: membership, select: { id: true } });
  await tx.$executeRaw`
    INSERT INTO visitors (merchant_id, user_id, address_hash, ends_at)
    VALUES (${merchantId}::uuid, ${userId}::uuid, ${addressHash}, app_now() + make_interval(secs => ${lastsS}))`;
}

/** Ends the user's sessions with the visit. Returns that time. */
export async function shortenSessions(tx: Tx, userId: string): Promise<Date> {
  const [row] = await tx.$queryRaw<{ expiresAt: Date }[]>`
    UPDATE user_sessions s SET expires_at = v.ends_at FROM visitors v
    WHERE s.user_id = ${userId}::uuid AND v.user_id = s.user_id RETURNING s.expires_at AS "expiresAt"`;
  if (!row) throw new Error("The visitor has no session.");
  return row.expiresAt;
}

export type VisitToEnd = { merchantId: string; email: string };

/** Visits that are over and have not been ended: at most as many as can be open at once. */
export function findVisitsToEnd(db: Db): Promise<VisitToEnd[]> {
  return db.$queryRaw<VisitToEnd[]>`
    SELECT v.merchant_id::text AS "merchantId", u.email FROM visitors v JOIN users u ON u.id = v.user_id
    WHERE v.ended_at IS NULL AND v.ends_at <= app_now() ORDER BY v.ends_at`;
}

/**
 * Nothing can be started any more, though the checkout of a suspended merchant starts test payments. Payments that are at
 * a bank end as usual.
 */
export async function closePayments(tx: Tx, merchantId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE payment_links SET expires_at = app_now(), updated_at = app_now()
    WHERE merchant_id = ${merchantId}::uuid AND open_until > app_now()`;
  await tx.$executeRaw`
    UPDATE payment_requests SET expires_at = app_now(), updated_at = app_now()
    WHERE merchant_id = ${merchantId}::uuid AND status = 'pending' AND expires_at > app_now()`;
}

/** Deletes up to `limit` recorded calls. Returns their number. */
export function deleteCalls(db: Db, merchantId: string, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM api_calls WHERE id IN (SELECT id FROM api_calls WHERE merchant_id = ${merchantId}::uuid LIMIT ${limit})`;
}

/** Locks the next payments, in the order of their ids, `after` one. */
export async function lockPayments(tx: Tx, merchantId: string, after: string, limit: number): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM payment_requests WHERE merchant_id = ${merchantId}::uuid AND id > ${after}::uuid
    ORDER BY id LIMIT ${limit} FOR UPDATE`;
  return rows.map(({ id }) => id);
}

/** Erases from locked payments what nothing needs any more, also at the bank: the browser, customer and masked account. */
export async function eraseVisitor(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE payment_requests SET customer = NULL, billing_address = NULL
    WHERE id = ANY (${[...ids]}::uuid[]) AND (customer IS NOT NULL OR billing_address IS NOT NULL)`;
  await tx.$executeRaw`
    UPDATE payment_attempts SET psu_context = '{"ip":null,"userAgent":null,"locale":"en"}'::jsonb
    WHERE payment_request_id = ANY (${[...ids]}::uuid[])`;
  await tx.$executeRaw`
    UPDATE attempt_payers p SET account_masked = NULL
    FROM payment_attempts a WHERE p.attempt_id = a.id AND a.payment_request_id = ANY (${[...ids]}::uuid[])`;
}

/**
 * Marks a visit as ended, and erases its address, its remembered accounts and the ids of their customers. While recorded
 * calls are left, which another worker may be deleting, a later run marks it.
 */
export async function endVisitRow(tx: Tx, merchantId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE remembered_accounts SET forgotten_at = COALESCE(forgotten_at, app_now()), customer_id = '', iban_sealed = NULL,
      iban_hash = NULL, account_masked = NULL
    WHERE merchant_id = ${merchantId}::uuid`;
  await tx.$executeRaw`
    UPDATE visitors SET ended_at = COALESCE(ended_at, app_now()), address_hash = NULL
    WHERE merchant_id = ${merchantId}::uuid
      AND NOT EXISTS (SELECT FROM api_calls WHERE merchant_id = ${merchantId}::uuid)`;
}
