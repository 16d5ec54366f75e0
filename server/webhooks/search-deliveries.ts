import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { keysetPage, readCursor, writeCursor } from "../lib/keyset";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { type DeliveryStatus, isInHand } from "./delivery-status";
import { type EventSubject, subjectOf } from "./event-subject";
import { type LogFilterInput, readFilter } from "./log-filter";
import { countDeliveries, findDeliveries } from "./log-store";
import { publicEventId } from "./record-event";

const PAGE_SIZE = 25;
/** Beyond it nobody needs to know how many: a count costs what it counts. */
const MAX_COUNTED = 10_000;

export type LoggedDelivery = {
  id: string;
  status: string;
  /** Why it failed, or still waits. */
  reason: string | null;
  tries: number;
  dueAt: Date;
  createdAt: Date;
  doneAt: Date | null;
  /** Being tried just now. */
  inHand: boolean;
  /** The delivery that it repeats. */
  resendOf: string | null;
  /** Null: the default URL. */
  endpoint: string | null;
  event: { id: string; type: string; test: boolean };
  about: EventSubject;
  lastTry: { at: Date; status: number | null; error: string | null; durationMs: number } | null;
};

/** `orMore`: there are more than were counted. */
export type Counted = { count: number; orMore: boolean };

export type DeliveryLog = {
  items: LoggedDelivery[];
  /** Of all that the filter without its status lets through. */
  counts: Record<DeliveryStatus, Counted>;
  /** Cursors of the pages beside this one. */
  newer: string | null;
  older: string | null;
};

const NOTHING = { count: 0, orMore: false };

/**
 * A page of a merchant's deliveries, the last recorded first, and how many of each status there are. `cursor`: one that
 * a page before gave out.
 * @throws AppError VALIDATION_ERROR, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function searchDeliveries(
  ctx: Ctx,
  input: LogFilterInput & { merchantId?: string | undefined; cursor?: string | undefined },
): Promise<DeliveryLog> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const cursor = input.cursor === undefined ? null : readCursor(input.cursor);
  const read = await readFilter(ctx, merchant.id, input);
  if (!read) {
    const counts = { waiting: NOTHING, delivered: NOTHING, failed: NOTHING, no_destination: NOTHING };
    return { items: [], counts, newer: null, older: null };
  }
  const db = dbOf(ctx);
  const page = await keysetPage(cursor, { size: PAGE_SIZE, placeOf }, (towards, from) =>
    findDeliveries(db, read.filter, { towards, from, limit: PAGE_SIZE + 1 }, read.all),
  );
  const counts = await countDeliveries(db, read.filter, MAX_COUNTED + 1, read.all);
  const counted = (count: number) => ({ count: Math.min(count, MAX_COUNTED), orMore: count > MAX_COUNTED });
  return {
    ...page,
    items: page.rows.map(itemOf),
    counts: {
      waiting: counted(counts.waiting),
      delivered: counted(counts.delivered),
      failed: counted(counts.failed),
      no_destination: counted(counts.no_destination),
    },
  };
}

/**
 * The deliveries after a cursor, without counting: a log read to its end. Null as the cursor: from the last recorded on; as
 * `next`: these were the first ones. @throws AppError VALIDATION_ERROR, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function listDeliveriesAfter(
  ctx: Ctx,
  input: LogFilterInput & { merchantId?: string | undefined; limit: number },
  after: string | null,
): Promise<{ rows: LoggedDelivery[]; next: string | null }> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const from = after === null ? null : readCursor(after).from;
  const read = await readFilter(ctx, merchant.id, input);
  if (!read) return { rows: [], next: null };
  const walk = { towards: "older", from, limit: input.limit } as const;
  const rows = await findDeliveries(dbOf(ctx), read.filter, walk, read.all);
  const last = rows.length < input.limit ? undefined : rows.at(-1);
  return { rows: rows.map(itemOf), next: last ? writeCursor({ towards: "older", from: placeOf(last) }) : null };
}

type Row = Awaited<ReturnType<typeof findDeliveries>>[number];

function placeOf({ createdAt, id }: Row) {
  return { at: createdAt, id };
}

function itemOf({ event, endpoint, attempts, leaseUntil, ...row }: Row): LoggedDelivery {
  return {
    ...row,
    inHand: isInHand({ status: row.status, leaseUntil }),
    endpoint: endpoint?.name ?? null,
    event: { id: publicEventId(event.id), type: event.type, test: event.test },
    about: subjectOf(event),
    lastTry: attempts[0] ?? null,
  };
}
