import { allOf, type Db, type MerchantMode, onlyRow, Prisma, type Tx } from "../../lib/db";
import { afterCursor, keysetOrder, type TimeKey } from "../../lib/keyset";
import { eraseAttemptsOf } from "../attempts/attempt-store";
import { type RequestRow, selectRequestsByIds } from "../requests/store";

/** `key`: `id:` and the merchant's own id, or `mail:` and the address in lower case. */
export type CustomerOwner = MerchantMode & { key: string };

const KEY = Prisma.sql`payment_customer_key(r.customer)`;
const ofScope = ({ merchantId, test }: MerchantMode) =>
  Prisma.sql`r.merchant_id = ${merchantId}::uuid AND r.test = ${test} AND ${KEY} IS NOT NULL`;
const ofCustomer = (owner: CustomerOwner) => Prisma.sql`${ofScope(owner)} AND ${KEY} = ${owner.key}`;

/**
 * SQL of the newest payments that have a customer, from one on: `isNewest`, whether it is the customer's last payment. Of
 * `limit` payments at most, so a page costs the same however often one customer pays.
 */
export function newestSql(scope: MerchantMode, from: TimeKey | null, limit: number): Prisma.Sql {
  const after = from
    ? Prisma.sql`AND (r.created_at, r.id) < (${from.at}::timestamptz, ${from.id}::uuid)`
    : Prisma.empty;
  return Prisma.sql`
    SELECT found.id, found.created_at AS at, found.key, (SELECT n.id FROM payment_requests n
        WHERE n.merchant_id = ${scope.merchantId}::uuid AND n.test = ${scope.test}
          AND payment_customer_key(n.customer) = found.key AND payment_customer_key(n.customer) IS NOT NULL
        ORDER BY n.created_at DESC, n.id DESC LIMIT 1) = found.id AS "isNewest"
    FROM (SELECT r.id, r.created_at, ${KEY} AS key FROM payment_requests r WHERE ${ofScope(scope)} ${after}
      ORDER BY r.created_at DESC, r.id DESC LIMIT ${limit}) AS found
    ORDER BY found.created_at DESC, found.id DESC`;
}

type NewestRow = { id: string; at: Date; key: string; isNewest: boolean };

export function findNewest(db: Db, scope: MerchantMode, from: TimeKey | null, limit: number): Promise<NewestRow[]> {
  return db.$queryRaw<NewestRow[]>(newestSql(scope, from, limit));
}

/** The keys of the customers of payments. */
export async function findKeys(db: Db, scope: MerchantMode, ids: readonly string[]): Promise<string[]> {
  const rows = await db.$queryRaw<Array<{ key: string }>>`
    SELECT DISTINCT ${KEY} AS key FROM payment_requests r WHERE r.id = ANY (${[...ids]}::uuid[]) AND ${ofScope(scope)}`;
  return rows.map(({ key }) => key);
}

/** The payments of a customer, newest first, after one of them. */
export function findKeysOf(db: Db, owner: CustomerOwner, from: TimeKey | null, limit: number): Promise<TimeKey[]> {
  const columns = { at: Prisma.sql`r.created_at`, id: Prisma.sql`r.id` };
  const older = allOf([ofCustomer(owner), ...afterCursor(columns, { towards: "older", from })]);
  return db.$queryRaw<TimeKey[]>`
    SELECT r.id, r.created_at AS at FROM payment_requests r WHERE ${older} ${keysetOrder(columns, "older")} LIMIT ${limit}`;
}

/**
 * Locks the newest payment of a customer that is not to be erased; false: there is none. An erasure waits for the lock, and
 * one that was first leaves no such payment.
 */
export async function lockNewestPayment(tx: Tx, owner: CustomerOwner): Promise<boolean> {
  const locked = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM payment_requests r WHERE ${ofCustomer(owner)} AND r.erase_requested_at IS NULL
    ORDER BY r.created_at DESC, r.id DESC LIMIT 1 FOR SHARE`;
  return locked.length > 0;
}

/** A customer's last payment, and each field of the newest payment that has it. */
export type CustomerFields = {
  key: string;
  lastId: string;
  name: string | null;
  email: string | null;
  phone: string | null;
  country: string | null;
};

/** SQL of the fields of customers, of `limit` payments of each at most. */
export function fieldsSql(scope: MerchantMode, keys: readonly string[], limit: number): Prisma.Sql {
  const newest = (value: Prisma.Sql) =>
    Prisma.sql`(array_agg(${value} ORDER BY own.created_at DESC, own.id DESC) FILTER (WHERE ${value} <> ''))[1]`;
  return Prisma.sql`
    SELECT one.key, fields.* FROM unnest(${[...keys]}::text[]) AS one(key) CROSS JOIN LATERAL (
      SELECT (array_agg(own.id ORDER BY own.created_at DESC, own.id DESC))[1] AS "lastId",
        ${newest(Prisma.sql`own.customer->>'name'`)} AS name, ${newest(Prisma.sql`own.customer->>'email'`)} AS email,
        ${newest(Prisma.sql`own.customer->>'phone'`)} AS phone, ${newest(Prisma.sql`own.customer->>'country'`)} AS country
      FROM (SELECT r.id, r.created_at, r.customer FROM payment_requests r WHERE ${ofScope(scope)} AND ${KEY} = one.key
        ORDER BY r.created_at DESC, r.id DESC LIMIT ${limit}) AS own
      HAVING count(*) > 0) AS fields`;
}

export function findFields(
  db: Db,
  scope: MerchantMode,
  keys: readonly string[],
  limit: number,
): Promise<CustomerFields[]> {
  return db.$queryRaw<CustomerFields[]>(fieldsSql(scope, keys, limit));
}

/** Whether all payments of a customer that has some are to be erased when they end. */
export async function findErasureWaits(db: Db, owner: CustomerOwner): Promise<boolean> {
  const { waits } = await onlyRow(db.$queryRaw<Array<{ waits: boolean }>>`
    SELECT NOT EXISTS (SELECT FROM payment_requests r WHERE ${ofCustomer(owner)} AND r.erase_requested_at IS NULL) AS waits`);
  return waits;
}

/** The newest payments of a customer. */
export async function findPaymentsOf(db: Db, owner: CustomerOwner, limit: number): Promise<RequestRow[]> {
  const keys = await findKeysOf(db, owner, null, limit);
  return selectRequestsByIds(
    db,
    keys.map(({ id }) => id),
  );
}

/** `returns`: payments of which money was returned. `firstAt`: when the first one was created. */
export type CustomerSum = {
  currency: string;
  payments: number;
  completed: number;
  paid: bigint;
  returned: bigint;
  returns: number;
  firstAt: Date;
};

/** SQL of what a customer paid by currency, of `limit` payments at most. */
export function sumsSql(owner: CustomerOwner, limit: number): Prisma.Sql {
  return Prisma.sql`
    SELECT currency, count(*)::int AS payments, count(*) FILTER (WHERE status = 'completed')::int AS completed,
      COALESCE(sum(amount) FILTER (WHERE status = 'completed'), 0)::bigint AS paid,
      COALESCE(sum(reversed_amount), 0)::bigint AS returned, count(reversed_amount)::int AS returns,
      min(created_at) AS "firstAt"
    FROM (SELECT r.currency, r.status, r.amount, r.reversed_amount, r.created_at FROM payment_requests r WHERE ${ofCustomer(owner)}
      ORDER BY r.created_at DESC, r.id DESC LIMIT ${limit}) AS own
    GROUP BY currency ORDER BY payments DESC, currency`;
}

export function sumPaymentsOf(db: Db, owner: CustomerOwner, limit: number): Promise<CustomerSum[]> {
  return db.$queryRaw<CustomerSum[]>(sumsSql(owner, limit));
}

/** A payment that a customer is erased from, and the address that its mails went to. */
export type ErasedPayment = { id: string; merchantId: string; test: boolean; email: string | null; isEnded: boolean };

/** Ended, or past its end without the worker's event: a live attempt may still pay. */
const ERASABLE = Prisma.sql`(r.status <> 'pending' OR (r.live_attempt_id IS NULL AND r.expires_at <= app_now()))`;
const TO_ERASE = Prisma.sql`SELECT r.id, r.merchant_id AS "merchantId", r.test, r.customer->>'email' AS email,
  ${ERASABLE} AS "isEnded" FROM payment_requests r`;

/** Locks those of these payments that are the customer's still. */
export function lockPaymentsOf(tx: Tx, owner: CustomerOwner, ids: readonly string[]): Promise<ErasedPayment[]> {
  return tx.$queryRaw<ErasedPayment[]>`
    ${TO_ERASE} WHERE r.id = ANY (${[...ids]}::uuid[]) AND ${ofCustomer(owner)} ORDER BY r.id FOR UPDATE`;
}

/** Locks one payment, with or without a customer. */
export function lockPaymentToErase(tx: Tx, id: string): Promise<ErasedPayment> {
  return onlyRow(tx.$queryRaw<ErasedPayment[]>`${TO_ERASE} WHERE r.id = ${id}::uuid FOR UPDATE`);
}

/** `hasData`: personal data that is stored with the payment and is not to be erased yet. */
export type PersonalData = { hasKey: boolean; hasData: boolean };

/** Whether a payment's customer has a key, and so a page, and whether there is something to erase. */
export function findPersonalData(db: Db, id: string): Promise<PersonalData> {
  return onlyRow(db.$queryRaw<PersonalData[]>`
    SELECT ${KEY} IS NOT NULL AS "hasKey", r.erase_requested_at IS NULL AND (r.customer <> '{}' OR r.billing_address <> '{}'
      OR EXISTS (SELECT FROM attempt_payers p JOIN payment_attempts a ON a.id = p.attempt_id
        WHERE a.payment_request_id = r.id AND p.account_masked IS NOT NULL)) IS TRUE AS "hasData"
    FROM payment_requests r WHERE r.id = ${id}::uuid`);
}

/** An attempt that is not final: one that its bank has not stopped yet, after another attempt has paid. */
const HAS_OPEN = Prisma.sql`EXISTS (SELECT FROM payment_attempts a WHERE a.payment_request_id = r.id AND a.final_at IS NULL)`;
/** Not a payment of which only open attempts are left to erase. */
const IS_LEFT = Prisma.sql`(r.customer IS NOT NULL OR NOT ${HAS_OPEN} OR EXISTS (SELECT FROM payment_attempts a
  WHERE a.payment_request_id = r.id AND a.final_at IS NOT NULL AND a.erased_at IS NULL))`;

/** Locks payments that have ended since their customer was erased, or of which another attempt has. */
export function lockPaymentsToErase(tx: Tx, limit: number): Promise<ErasedPayment[]> {
  return tx.$queryRaw<ErasedPayment[]>`
    ${TO_ERASE} WHERE r.erase_requested_at IS NOT NULL AND ${ERASABLE} AND ${IS_LEFT}
    ORDER BY r.id LIMIT ${limit} FOR UPDATE SKIP LOCKED`;
}

/**
 * Erases name, addresses and account from locked payments that have ended, and from their search words (by triggers). The
 * payments are locked before their payers, as a settlement locks them. One with an attempt that is not final stays to be
 * erased: that attempt needs its data.
 */
export async function erasePaymentData(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE attempt_payers p SET remember_consented_at = NULL, account_masked = NULL
    FROM payment_attempts a WHERE p.attempt_id = a.id AND a.payment_request_id = ANY (${[...ids]}::uuid[])`;
  await eraseAttemptsOf(tx, ids);
  await tx.$executeRaw`
    UPDATE payment_requests r SET customer = NULL, billing_address = NULL,
      erase_requested_at = CASE WHEN ${HAS_OPEN} THEN COALESCE(erase_requested_at, app_now()) END
    WHERE r.id = ANY (${[...ids]}::uuid[])`;
}

/**
 * Notes that these locked payments are erased when they have ended. Consents to remember an account are withdrawn now:
 * else it would be stored again when they are paid.
 */
export async function eraseAtEnd(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE attempt_payers p SET remember_consented_at = NULL
    FROM payment_attempts a WHERE p.attempt_id = a.id AND a.payment_request_id = ANY (${[...ids]}::uuid[])`;
  await tx.$executeRaw`
    UPDATE payment_requests SET erase_requested_at = app_now() WHERE id = ANY (${[...ids]}::uuid[])`;
}
