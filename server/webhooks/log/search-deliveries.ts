import type { Ctx } from "../../lib/context";
import { type Db, dbOf } from "../../lib/db";
import { type Counted, countedTo, keysetBatch, keysetPage, readCursor } from "../../lib/keyset";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { type EventSubject, subjectOf } from "../events/event-subject";
import { publicEventId } from "../events/record-event";
import { type LogFilterInput, readFilter } from "./delivery-filter";
import { countDeliveries, findDeliveries, findEndpointStops } from "./delivery-log-store";
import { type DeliveryState, deliveryStateOf, type EndpointStops } from "./delivery-state";
import { type DeliveryStatus, isInFlight } from "./delivery-status";

const PAGE_SIZE = 25;
/** Counting stops here, because its cost grows with the count. */
const MAX_COUNTED = 10_000;

export type LoggedDelivery = {
  id: string;
  status: string;
  state: DeliveryState;
  /** Why it failed or still waits. */
  reason: string | null;
  tries: number;
  dueAt: Date;
  createdAt: Date;
  doneAt: Date | null;
  /** A worker holds its lease. */
  inFlight: boolean;
  /** The delivery that it repeats. */
  resendOf: string | null;
  /** Null: the default URL. */
  endpoint: string | null;
  event: { id: string; type: string; test: boolean };
  about: EventSubject;
  lastTry: { at: Date; status: number | null; error: string | null; durationMs: number } | null;
};

export type DeliveryLog = {
  items: LoggedDelivery[];
  /** In each status, for the filter without its status. */
  counts: Record<DeliveryStatus, Counted>;
  /** Cursors of the adjacent pages. */
  newer: string | null;
  older: string | null;
};

/**
 * A page of a merchant's deliveries, newest first, with counts by status. `cursor`: from an earlier page.
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
    const counts = countedTo(MAX_COUNTED, { waiting: 0, delivered: 0, failed: 0, no_destination: 0 });
    return { items: [], counts, newer: null, older: null };
  }
  const db = dbOf(ctx);
  const page = await keysetPage(cursor, { size: PAGE_SIZE, keyOf }, (towards, from) =>
    findDeliveries(db, read.filter, { towards, from, limit: PAGE_SIZE + 1 }, read.all),
  );
  const counts = await countDeliveries(db, read.filter, MAX_COUNTED + 1, read.all);
  const items = await itemsOf(db, merchant.id, page.rows);
  return { ...page, items, counts: countedTo(MAX_COUNTED, counts) };
}

/**
 * The deliveries after a cursor, without counts, for exports. `cursor` null: from the newest; `next` null: the end.
 * @throws AppError VALIDATION_ERROR, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function listDeliveriesAfter(
  ctx: Ctx,
  input: LogFilterInput & { merchantId?: string | undefined; limit: number },
  after: string | null,
): Promise<{ rows: LoggedDelivery[]; next: string | null }> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const read = await readFilter(ctx, merchant.id, input);
  if (!read) return { rows: [], next: null };
  const { limit } = input;
  const { rows, next } = await keysetBatch(after, { size: limit, keyOf }, (from) =>
    findDeliveries(dbOf(ctx), read.filter, { towards: "older", from, limit }, read.all),
  );
  return { rows: await itemsOf(dbOf(ctx), merchant.id, rows), next };
}

type Row = Awaited<ReturnType<typeof findDeliveries>>[number];

function keyOf({ createdAt, id }: Row) {
  return { at: createdAt, id };
}

async function itemsOf(db: Db, merchantId: string, rows: readonly Row[]): Promise<LoggedDelivery[]> {
  const stopsOf = await findEndpointStops(
    db,
    merchantId,
    rows.map(({ endpointId }) => endpointId),
  );
  return rows.map((row) => itemOf(row, stopsOf(row.endpointId)));
}

function itemOf({ event, endpoint, endpointId: _, attempts, leaseUntil, priority, ...row }: Row, stops: EndpointStops) {
  const inFlight = isInFlight({ status: row.status, leaseUntil });
  return {
    ...row,
    inFlight,
    state: deliveryStateOf({ ...row, ...stops, inFlight, priority }),
    endpoint: endpoint?.name ?? null,
    event: { id: publicEventId(event.id), type: event.type, test: event.test },
    about: subjectOf(event),
    lastTry: attempts[0] ?? null,
  };
}
