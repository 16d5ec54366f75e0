import { type Db, db, Prisma, type Tx } from "../../server/lib/db";
import { newId } from "../../server/lib/ids";
import { countOf, rowsOf } from "../../server/lib/statements";
import { APPROVAL_LIFETIME_MS } from "./rules";
import type { Scenario } from "./scenarios";

/** The lifetime of an idempotency key, in both standards. */
const KEY_LIFETIME = "24 hours";
const KEPT_COUNTERS = 1_000;

export type Standard = "berlin-group" | "ob-uk";
/** `readAt`: the bank's clock when the row was read, to which its state belongs. */
export type SimPaymentRow = Prisma.SimPaymentGetPayload<object> & { readAt: Date };

export function inSimTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return db().$transaction(work);
}

/** The bank's clock: the database's, so that tests can move it; rounded to milliseconds like every timestamp. */
export async function readNow(client: Db = db()): Promise<Date> {
  const [row] = await client.$queryRaw<{ now: Date }[]>`SELECT app_now()::timestamptz(3) AS now`;
  if (!row) throw new Error("The database returned no time.");
  return row.now;
}

/** Serialises calls with the same idempotency key, until the transaction ends. */
export async function lockRequestId(tx: Tx, bank: string, requestId: string): Promise<void> {
  await countOf(tx, Prisma.sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${bank} ${requestId}`}, 0))`);
}

export async function findRepeated(
  tx: Tx,
  { bank, standard, requestId }: NewSimPayment,
): Promise<SimPaymentRow | null> {
  const rows = await rowsOf<SimPaymentRow>(
    tx,
    Prisma.sql`SELECT ${COLUMNS} FROM sim_payments
      WHERE bank = ${bank} AND standard = ${standard} AND request_id = ${requestId}
        AND created_at > app_now() - ${KEY_LIFETIME}::interval
      ORDER BY created_at DESC, id DESC LIMIT 1`,
  );
  return rows[0] ?? null;
}

export type NewSimPayment = {
  bank: string;
  standard: Standard;
  product: string;
  /** The idempotency key. */
  requestId: string;
  /** SHA-256 of the parts that must be equal when the key is repeated. */
  bodyHash: Uint8Array<ArrayBuffer>;
  endToEndId: string | null;
  /** Minor units. */
  amount: bigint;
  currency: string;
  creditorIban: string;
  creditorName: string;
  debtorIban: string | null;
  remittance: string | null;
  details?: Prisma.InputJsonValue;
  okUri?: string | null;
  nokUri?: string | null;
  notificationUri?: string | null;
  notificationContent?: string[];
  authorisationId?: string | null;
};

export async function insertPayment(tx: Tx, payment: NewSimPayment, scenario: Scenario | null): Promise<SimPaymentRow> {
  const row = await tx.simPayment.create({ data: { id: newId(), ...payment, scenario } });
  // The same clock: in a transaction it stands still.
  return { ...row, readAt: row.createdAt };
}

export type PaymentKey =
  | { bank: string; id: string; product?: string; standard?: Standard }
  | { bank: string; authorisationId: string }
  | { bank: string; orderId: string };

const COLUMNS = Prisma.sql`id, bank, standard, product, request_id AS "requestId", body_hash AS "bodyHash",
  end_to_end_id AS "endToEndId", amount, currency, creditor_iban AS "creditorIban", creditor_name AS "creditorName",
  debtor_iban AS "debtorIban", remittance, details, scenario, ok_uri AS "okUri", nok_uri AS "nokUri",
  notification_uri AS "notificationUri", notification_content AS "notificationContent",
  notified_status AS "notifiedStatus", created_at AS "createdAt", authorisation_id AS "authorisationId",
  debtor_account_id AS "debtorAccountId", approved_at AS "approvedAt", ordered_at AS "orderedAt",
  settles_at AS "settlesAt", refused_at AS "refusedAt", refused_reason AS "refusedReason",
  cancelled_at AS "cancelledAt", order_id AS "orderId", order_key AS "orderKey", order_hash AS "orderHash",
  app_now()::timestamptz(3) AS "readAt"`;

function isPayment(where: PaymentKey): Prisma.Sql {
  const { bank, id, product, standard, authorisationId, orderId } = { ...NO_KEY, ...where };
  const conditions = [
    Prisma.sql`bank = ${bank}`,
    ...(id === undefined ? [] : [Prisma.sql`id = ${id}::uuid`]),
    ...(product === undefined ? [] : [Prisma.sql`product = ${product}`]),
    ...(standard === undefined ? [] : [Prisma.sql`standard = ${standard}`]),
    ...(authorisationId === undefined ? [] : [Prisma.sql`authorisation_id = ${authorisationId}`]),
    ...(orderId === undefined ? [] : [Prisma.sql`order_id = ${orderId}::uuid`]),
  ];
  return Prisma.join(conditions, " AND ");
}

const NO_KEY = {
  id: undefined,
  product: undefined,
  standard: undefined,
  authorisationId: undefined,
  orderId: undefined,
};

export async function findPayment(where: PaymentKey): Promise<SimPaymentRow | null> {
  const rows = await rowsOf<SimPaymentRow>(
    db(),
    Prisma.sql`SELECT ${COLUMNS} FROM sim_payments WHERE ${isPayment(where)}`,
  );
  return rows[0] ?? null;
}

/** Reads a payment and locks it until the transaction ends. */
export async function lockPayment(tx: Tx, where: PaymentKey): Promise<SimPaymentRow | null> {
  const rows = await rowsOf<SimPaymentRow>(
    tx,
    Prisma.sql`SELECT ${COLUMNS} FROM sim_payments WHERE ${isPayment(where)} FOR UPDATE`,
  );
  return rows[0] ?? null;
}

export async function setAuthorisationId(tx: Tx, id: string, authorisationId: string): Promise<void> {
  await tx.simPayment.update({ where: { id }, data: { authorisationId } });
}

export async function setScenario(tx: Tx, id: string, scenario: Scenario): Promise<void> {
  await tx.simPayment.update({ where: { id }, data: { scenario } });
}

export async function setNotifiedStatus(id: string, from: string | null, to: string): Promise<boolean> {
  const { count } = await db().simPayment.updateMany({
    where: { id, notifiedStatus: from },
    data: { notifiedStatus: to },
  });
  return count === 1;
}

export async function markCancelled(tx: Tx, id: string): Promise<void> {
  await countOf(tx, Prisma.sql`UPDATE sim_payments SET cancelled_at = app_now() WHERE id = ${id}::uuid`);
}

export async function markApproved(tx: Tx, id: string, debtorAccountId: string): Promise<void> {
  await countOf(
    tx,
    Prisma.sql`
    UPDATE sim_payments SET approved_at = app_now(), debtor_account_id = ${debtorAccountId}::uuid WHERE id = ${id}::uuid`,
  );
}

/** The payment is ordered, and credited after `settlementMs`; null: never. */
export async function markOrdered(tx: Tx, id: string, settlementMs: number | null): Promise<void> {
  await countOf(
    tx,
    Prisma.sql`
    UPDATE sim_payments SET ordered_at = app_now(), settles_at = app_now() + ${settlementMs}::float8 * interval '1 millisecond'
    WHERE id = ${id}::uuid`,
  );
}

/** The bank refuses the payment, at once or after `afterMs`. */
export async function markRefused(tx: Tx, id: string, reason: string, afterMs: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE sim_payments SET refused_at = app_now() + ${afterMs}::float8 * interval '1 millisecond', refused_reason = ${reason}
    WHERE id = ${id}::uuid`;
}

export async function setOrder(tx: Tx, id: string, order: { orderKey: string; orderHash: Uint8Array<ArrayBuffer> }) {
  return tx.simPayment.update({ where: { id }, data: { orderId: newId(), ...order } });
}

/** Whether the idempotency key of a submission is still valid. */
export async function isKeyAlive(tx: Tx, orderedAt: Date): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ alive: boolean }[]>`
    SELECT ${orderedAt}::timestamptz > app_now() - ${KEY_LIFETIME}::interval AS alive`;
  return row?.alive ?? false;
}

/** Whether a submission at this bank has used the key, and the key is still valid. */
export async function isOrderKeyUsed(tx: Tx, bank: string, orderKey: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ used: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM sim_payments WHERE bank = ${bank} AND order_key = ${orderKey}
      AND ordered_at > app_now() - ${KEY_LIFETIME}::interval) AS used`;
  return row?.used ?? false;
}

/** Whether a fault that occurs `times` times in a row occurs now. The call after that succeeds and resets the count. */
export async function failsNow(tx: Tx, key: string, times: number): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    INSERT INTO sim_counters (key, count) VALUES (${key}, 1)
    ON CONFLICT (key) DO UPDATE SET count = sim_counters.count + 1 RETURNING count`;
  if ((row?.count ?? 0) <= times) return true;
  await forgetFailures(tx, key);
  return false;
}

/** Counts a request for this key and returns the total. It is never reset. */
export async function countRequests(key: string): Promise<number> {
  const [row] = await db().$queryRaw<{ count: number }[]>`
    INSERT INTO sim_counters (key, count) VALUES (${key}, 1)
    ON CONFLICT (key) DO UPDATE SET count = least(sim_counters.count + 1, ${KEPT_COUNTERS}) RETURNING count`;
  return row?.count ?? 1;
}

export async function forgetFailures(tx: Tx, key: string): Promise<void> {
  await tx.simCounter.deleteMany({ where: { key } });
}

const MAX_OPEN = 20;
/** Digits of an id for comparison by eye (`shortCode` in approval.ts). */
export const CODE_LENGTH = 8;

/** Open payments under a code, newest first. */
export function openPayments(bank: string, code: string) {
  return db().$queryRaw<Pick<SimPaymentRow, "id" | "authorisationId" | "creditorName" | "amount" | "currency">[]>`
    SELECT id, authorisation_id AS "authorisationId", creditor_name AS "creditorName", amount, currency FROM sim_payments
    WHERE bank = ${bank} AND standard = 'berlin-group' AND authorisation_id IS NOT NULL
      AND right(replace(id::text, '-', ''), ${CODE_LENGTH}) = ${code}
      AND approved_at IS NULL AND cancelled_at IS NULL AND created_at > app_now() - ${APPROVAL_LIFETIME_MS} * interval '1 millisecond'
    ORDER BY created_at DESC LIMIT ${MAX_OPEN}`;
}
