import type { Ctx } from "../../lib/context";
import { type Db, dbOf, firstRow, inScope, onlyRow, Prisma, type TenantScope, type Tx } from "../../lib/db";
import { rowsOf } from "../../lib/statements";
import { SECOND_SCREEN_LEFT } from "../requests/store";

const DAY_MS = 24 * 3_600_000;

export type LinkRow = {
  id: string;
  merchantId: string;
  amount: bigint;
  currency: string;
  paymentReference: string;
  orderId: string;
  locale: string;
  test: boolean;
  successUrl: string | null;
  failureUrl: string | null;
  metadata: Record<string, string>;
  webhookEndpoints: string[];
  viewsCount: number;
  firstViewedAt: Date | null;
  /** Seconds for which the page waits for the second screen that opened its QR code; 0 if it does not. */
  secondScreenForS: number;
  expiresAt: Date;
  usedAt: Date | null;
  cancelledAt: Date | null;
  paymentRequestId: string | null;
  createdAt: Date;
  updatedAt: Date;
  tokenSealed: Uint8Array;
  /** The database's time, which decides the status. */
  dbNow: Date;
};

export const LINK_COLUMNS = Prisma.sql`id, merchant_id AS "merchantId", amount, currency, payment_reference AS "paymentReference",
  order_id AS "orderId", locale, test, success_url AS "successUrl", failure_url AS "failureUrl", metadata,
  webhook_endpoints AS "webhookEndpoints", views_count AS "viewsCount", first_viewed_at AS "firstViewedAt",
  ${SECOND_SCREEN_LEFT} AS "secondScreenForS", expires_at AS "expiresAt", used_at AS "usedAt", cancelled_at AS "cancelledAt",
  payment_request_id AS "paymentRequestId", created_at AS "createdAt", updated_at AS "updatedAt",
  token_sealed AS "tokenSealed", app_now() AS "dbNow"`;

export type NewLink = Pick<
  LinkRow,
  | "id"
  | "merchantId"
  | "currency"
  | "paymentReference"
  | "orderId"
  | "locale"
  | "test"
  | "successUrl"
  | "failureUrl"
  | "webhookEndpoints"
  | "metadata"
> & { amount: number; tokenHash: Uint8Array<ArrayBuffer>; tokenSealed: Uint8Array<ArrayBuffer>; ttlDays: number };

/** Inserts a link; returns its end, by the database's clock. */
export async function insertLink(ctx: Pick<Ctx, "tx" | "oneInsert">, row: NewLink): Promise<{ expiresAt: Date }> {
  if (ctx.oneInsert) {
    const expiresAt = new Date(ctx.oneInsert.now.getTime() + row.ttlDays * DAY_MS);
    ctx.oneInsert.take((from) => insertLinkSql(row, Prisma.sql`${expiresAt}::timestamptz`, from));
    return { expiresAt };
  }
  const end = Prisma.sql`app_now() + make_interval(days => ${row.ttlDays}::int)`;
  return onlyRow(rowsOf(dbOf(ctx), Prisma.sql`${insertLinkSql(row, end)} RETURNING expires_at AS "expiresAt"`));
}

function insertLinkSql(row: NewLink, end: Prisma.Sql, from = Prisma.empty): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO payment_links (id, merchant_id, token_hash, token_sealed, amount, currency, payment_reference, order_id,
      locale, test, success_url, failure_url, metadata, webhook_endpoints, expires_at)
    SELECT ${row.id}::uuid, ${row.merchantId}::uuid, ${row.tokenHash}::bytea, ${row.tokenSealed}::bytea, ${row.amount}::bigint,
      ${row.currency}::text, ${row.paymentReference}::text, ${row.orderId}::text, ${row.locale}::text, ${row.test}::boolean,
      ${row.successUrl}::text, ${row.failureUrl}::text, ${JSON.stringify(row.metadata)}::jsonb,
      ${row.webhookEndpoints}::text[], ${end} ${from}`;
}

function selectLink(db: Db, where: Prisma.Sql): Promise<LinkRow | null> {
  return firstRow(db.$queryRaw<LinkRow[]>`SELECT ${LINK_COLUMNS} FROM payment_links WHERE ${where}`);
}

export function findLinkByTokenHash(db: Db, tokenHash: Uint8Array<ArrayBuffer>): Promise<LinkRow | null> {
  return selectLink(db, Prisma.sql`token_hash = ${tokenHash}`);
}

/** The link of a payment. */
export function findLinkById(db: Db, id: string): Promise<LinkRow | null> {
  return selectLink(db, Prisma.sql`id = ${id}::uuid`);
}

/** The same, locked until the transaction ends. */
export function lockLinkById(tx: Tx, id: string): Promise<LinkRow | null> {
  return selectLink(tx, Prisma.sql`id = ${id}::uuid FOR UPDATE`);
}

/** The same for a caller: null for a link that is not in its scope. */
export function lockLinkInScope(tx: Tx, scope: TenantScope, id: string): Promise<LinkRow | null> {
  return selectLink(tx, Prisma.sql`id = ${id}::uuid AND ${inScope(scope)} FOR UPDATE`);
}

export async function countView(db: Db, id: string): Promise<void> {
  await db.$executeRaw`
    UPDATE payment_links SET views_count = views_count + 1, first_viewed_at = COALESCE(first_viewed_at, app_now())
    WHERE id = ${id}::uuid`;
}

/** A link after a change with an event, and the sequence of that event. */
export type ChangedLink = LinkRow & { eventSequence: number };

const CHANGED = Prisma.sql`${LINK_COLUMNS}, event_sequence AS "eventSequence"`;

/** Marks the link as paid by this request; null if another has paid it. */
export function setUsed(tx: Tx, id: string, paymentRequestId: string): Promise<ChangedLink | null> {
  return firstRow(tx.$queryRaw<ChangedLink[]>`
    UPDATE payment_links SET used_at = app_now(), payment_request_id = ${paymentRequestId}::uuid, updated_at = app_now(),
      event_sequence = event_sequence + 1
    WHERE id = ${id}::uuid AND used_at IS NULL RETURNING ${CHANGED}`);
}

/** Marks the link as cancelled by its merchant; null if it is no longer active. */
export function setCancelled(tx: Tx, id: string): Promise<ChangedLink | null> {
  return firstRow(tx.$queryRaw<ChangedLink[]>`
    UPDATE payment_links SET cancelled_at = app_now(), updated_at = app_now(), event_sequence = event_sequence + 1
    WHERE id = ${id}::uuid AND used_at IS NULL AND cancelled_at IS NULL AND expires_at > app_now()
    RETURNING ${CHANGED}`);
}

/** Links past their end without an event of it. */
export async function findLinksToExpire(db: Db, limit: number): Promise<string[]> {
  const rows = await db.$queryRaw<Array<{ id: string }>>`
    SELECT id FROM payment_links
    WHERE open_until <= app_now()
    ORDER BY open_until LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

/** Marks a link's expiry as recorded; null if it was, or if the link was paid meanwhile. */
export function setExpiryRecorded(tx: Tx, id: string): Promise<ChangedLink | null> {
  return firstRow(tx.$queryRaw<ChangedLink[]>`
    UPDATE payment_links SET expired_event_at = app_now(), updated_at = app_now(), event_sequence = event_sequence + 1
    WHERE id = ${id}::uuid AND open_until <= app_now()
    RETURNING ${CHANGED}`);
}
