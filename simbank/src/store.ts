import { type Db, db, Prisma, type Tx } from "../../server/lib/db";
import { newId } from "../../server/lib/ids";
import { type Executor as Connected, countOf, inPgTransaction, rowsOf } from "../../server/lib/statements";
import { APPROVAL_LIFETIME_MS } from "./rules";
import type { Scenario } from "./scenarios";

/** The lifetime of an idempotency key, in both standards. */
export const KEY_LIFETIME_H = 24;
const KEY_LIFETIME = `${KEY_LIFETIME_H} hours`;
const KEPT_COUNTERS = 1_000;

export type Standard = "berlin-group" | "ob-uk";
/** `readAt`: the bank's clock when the row was read, to which its state belongs. */
export type SimPaymentRow = Prisma.SimPaymentGetPayload<object> & { debtorAccountIban: string | null; readAt: Date };
/** Where a statement runs: an open transaction, or the pool. */
export type Executor = Connected;

/** A transaction of statements without Prisma, as payments have them. */
export const inPaymentTransaction = inPgTransaction;

export function inSimTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return db().$transaction(work);
}

/** The bank's clock: the database's, so that tests can move it; rounded to milliseconds like every timestamp. */
export async function readNow(client: Db = db()): Promise<Date> {
  const [row] = await client.$queryRaw<{ now: Date }[]>`SELECT app_now()::timestamptz(3) AS now`;
  if (!row) throw new Error("The database returned no time.");
  return row.now;
}

/** The payment that has the key, within the key's lifetime. */
export async function findRepeated({ bank, standard, requestId }: NewSimPayment): Promise<SimPaymentRow | null> {
  return onePayment(
    db(),
    Prisma.sql`SELECT ${COLUMNS} FROM sim_payments
      WHERE bank = ${bank} AND standard = ${standard} AND request_id = ${requestId}
        AND created_at > app_now() - ${KEY_LIFETIME}::interval`,
  );
}

/** The payment of a statement that returns at most one. */
async function onePayment(on: Executor, statement: Prisma.Sql): Promise<SimPaymentRow | null> {
  const [row] = await rowsOf<SimPaymentRow>(on, statement);
  return row ?? null;
}

export type NewSimPayment = {
  bank: string;
  standard: Standard;
  product: string;
  /** The idempotency key; null: the bank has no idempotency. */
  requestId: string | null;
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

/**
 * Stores a payment, or finds the one that has its idempotency key: a unique index decides between concurrent calls. A
 * payment gives the key up after the key's lifetime.
 */
export async function insertPayment(
  payment: NewSimPayment,
  scenario: Scenario | null,
): Promise<{ payment: SimPaymentRow; isNew: boolean }> {
  const { bank, standard, requestId, details, okUri, nokUri, notificationUri, authorisationId } = payment;
  const inserted = await onePayment(
    db(),
    Prisma.sql`
    INSERT INTO sim_payments (id, bank, standard, request_id, product, body_hash, end_to_end_id, amount, currency,
      creditor_iban, creditor_name, debtor_iban, remittance, details, scenario, ok_uri, nok_uri,
      notification_uri, notification_content, authorisation_id)
    VALUES (${newId()}::uuid, ${bank}, ${standard}, ${requestId}, ${payment.product}, ${payment.bodyHash}, ${payment.endToEndId},
      ${payment.amount}, ${payment.currency}, ${payment.creditorIban}, ${payment.creditorName}, ${payment.debtorIban}, ${payment.remittance},
      ${details === undefined ? null : JSON.stringify(details)}::jsonb, ${scenario}, ${okUri ?? null}, ${nokUri ?? null},
      ${notificationUri ?? null}, ${payment.notificationContent ?? []}, ${authorisationId ?? null})
    ON CONFLICT (bank, standard, request_id) DO NOTHING RETURNING ${COLUMNS}`,
  );
  if (inserted) return { payment: inserted, isNew: true };
  const repeated = await findRepeated(payment);
  if (repeated) return { payment: repeated, isNew: false };
  await countOf(
    db(),
    Prisma.sql`UPDATE sim_payments SET request_id = NULL
      WHERE bank = ${bank} AND standard = ${standard} AND request_id = ${requestId}
        AND created_at <= app_now() - ${KEY_LIFETIME}::interval`,
  );
  return insertPayment(payment, scenario);
}

export type PaymentKey =
  | { bank: string; id: string; product?: string; standard?: Standard }
  | { bank: string; authorisationId: string }
  | { bank: string; orderId: string };

export const COLUMNS = Prisma.sql`id, bank, standard, product, request_id AS "requestId", body_hash AS "bodyHash",
  end_to_end_id AS "endToEndId", amount, currency, creditor_iban AS "creditorIban", creditor_name AS "creditorName",
  debtor_iban AS "debtorIban", remittance, details, scenario, ok_uri AS "okUri", nok_uri AS "nokUri",
  notification_uri AS "notificationUri", notification_content AS "notificationContent",
  notified_status AS "notifiedStatus", created_at AS "createdAt", authorisation_id AS "authorisationId",
  debtor_account_id AS "debtorAccountId",
  (SELECT iban FROM sim_accounts WHERE id = debtor_account_id) AS "debtorAccountIban", approved_at AS "approvedAt", ordered_at AS "orderedAt",
  settles_at AS "settlesAt", refused_at AS "refusedAt", refused_reason AS "refusedReason",
  cancelled_at AS "cancelledAt", order_id AS "orderId", order_key AS "orderKey", order_hash AS "orderHash",
  app_now()::timestamptz(3) AS "readAt"`;

const CONDITIONS = {
  bank: (bank: string) => Prisma.sql`bank = ${bank}`,
  id: (id: string) => Prisma.sql`id = ${id}::uuid`,
  product: (product: string) => Prisma.sql`product = ${product}`,
  standard: (standard: string) => Prisma.sql`standard = ${standard}`,
  authorisationId: (id: string) => Prisma.sql`authorisation_id = ${id}`,
  orderId: (id: string) => Prisma.sql`order_id = ${id}::uuid`,
};

export function isPayment(where: PaymentKey): Prisma.Sql {
  const names = Object.keys(where) as (keyof typeof CONDITIONS)[];
  const values: Partial<Record<string, string>> = where;
  return Prisma.join(
    names.map((name) => CONDITIONS[name](values[name] ?? "")),
    " AND ",
  );
}

export function findPayment(where: PaymentKey): Promise<SimPaymentRow | null> {
  return onePayment(db(), Prisma.sql`SELECT ${COLUMNS} FROM sim_payments WHERE ${isPayment(where)}`);
}

const IS_OPEN = Prisma.sql`approved_at IS NULL AND cancelled_at IS NULL
  AND created_at >= app_now()::timestamptz(3) - ${APPROVAL_LIFETIME_MS} * interval '1 millisecond'`;

export type Change = {
  scenario?: string | null;
  authorisationId?: string | null;
  isCancelled?: boolean;
  /** The account that an approval chose. */
  approvedFrom?: string | null;
};

/** Changes a payment that is still open. Null: there is none, or it was answered. An authorisation is set once. */
export function changeOpenPayment(
  where: PaymentKey,
  { scenario = null, authorisationId = null, isCancelled = false, approvedFrom = null }: Change,
  on: Executor = db(),
): Promise<SimPaymentRow | null> {
  return onePayment(
    on,
    Prisma.sql`
    UPDATE sim_payments SET scenario = coalesce(${scenario}, scenario),
      authorisation_id = coalesce(authorisation_id, ${authorisationId}),
      cancelled_at = CASE WHEN ${isCancelled}::boolean THEN app_now() END,
      approved_at = CASE WHEN ${approvedFrom}::uuid IS NOT NULL THEN app_now() END, debtor_account_id = ${approvedFrom}::uuid
    WHERE ${isPayment(where)} AND ${IS_OPEN} RETURNING ${COLUMNS}`,
  );
}

export async function setNotifiedStatus(id: string, from: string | null, to: string): Promise<boolean> {
  const { count } = await db().simPayment.updateMany({
    where: { id, notifiedStatus: from },
    data: { notifiedStatus: to },
  });
  return count === 1;
}

/** Serialises submissions with the same idempotency key, until the transaction ends. */
export async function lockOrderKey(on: Executor, bank: string, orderKey: string): Promise<void> {
  await countOf(on, Prisma.sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${bank} ${orderKey}`}, 0))`);
}

/** Whether a submission at this bank has used the key, and the key is still valid. */
export async function isOrderKeyUsed(on: Executor, bank: string, orderKey: string): Promise<boolean> {
  const rows = await rowsOf(
    on,
    Prisma.sql`SELECT 1 FROM sim_payments WHERE bank = ${bank} AND order_key = ${orderKey}
      AND ordered_at > app_now() - ${KEY_LIFETIME}::interval LIMIT 1`,
  );
  return rows.length > 0;
}

/** Whether a fault that occurs `times` times in a row occurs now. The call after that succeeds and resets the count. */
export async function failsNow(key: string, times: number): Promise<boolean> {
  if ((await countRequests(key)) <= times) return true;
  await forgetFailures(key);
  return false;
}

/** Counts a request for this key and returns the total. */
export async function countRequests(key: string): Promise<number> {
  const [row] = await db().$queryRaw<{ count: number }[]>`
    INSERT INTO sim_counters (key, count) VALUES (${key}, 1)
    ON CONFLICT (key) DO UPDATE SET count = least(sim_counters.count + 1, ${KEPT_COUNTERS}) RETURNING count`;
  return row?.count ?? 1;
}

export async function forgetFailures(key: string): Promise<void> {
  await db().simCounter.deleteMany({ where: { key } });
}

/** Approvals that the bank's app lists. */
export const MAX_OPEN = 20;
/** Digits of an id for comparison by eye (`shortCode` in approval.ts). */
export const CODE_LENGTH = 8;

/** Open payments under a code, newest first. */
export function openPayments(bank: string, code: string) {
  return db().$queryRaw<Pick<SimPaymentRow, "id" | "authorisationId" | "creditorName" | "amount" | "currency">[]>`
    SELECT id, authorisation_id AS "authorisationId", creditor_name AS "creditorName", amount, currency FROM sim_payments
    WHERE ${hasCode(bank, code)} AND ${IS_OPEN} ORDER BY created_at DESC LIMIT ${MAX_OPEN}`;
}

/** Condition for a payment or a consent that its shopper finds by this code in the bank's app. */
export function hasCode(bank: string, code: string): Prisma.Sql {
  return Prisma.sql`bank = ${bank} AND standard = 'berlin-group' AND authorisation_id IS NOT NULL
    AND right(replace(id::text, '-', ''), ${CODE_LENGTH}) = ${code}`;
}
