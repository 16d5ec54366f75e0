import type { Ctx } from "../../lib/context";
import { type Db, dbOf } from "../../lib/db";
import {
  type Counted,
  countedTo,
  type KeysetPage,
  keysetPage,
  type PageCursors,
  type PageRequest,
} from "../../lib/keyset";
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
  /** Attempts that a person brought forward, beside those of the schedule. */
  resent: number;
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

/** `counts`: in each status, for the filter without its status. */
type DeliveryLog = PageCursors & {
  items: LoggedDelivery[];
  counts: Record<DeliveryStatus, Counted>;
};

type SearchInput = LogFilterInput & { merchantId?: string | undefined };

/**
 * A page of a merchant's deliveries, newest first, with counts by status. `cursor`: from an earlier page.
 * @throws AppError VALIDATION_ERROR, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function searchDeliveries(
  ctx: Ctx,
  input: SearchInput & { cursor?: string | undefined },
): Promise<DeliveryLog> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const read = await readFilter(ctx, merchant.id, input);
  const { rows, newer, older } = await pageOf(ctx, read, { cursor: input.cursor, limit: PAGE_SIZE });
  const counts = read
    ? await countDeliveries(dbOf(ctx), read.filter, MAX_COUNTED + 1, read.all)
    : { waiting: 0, delivered: 0, failed: 0, no_destination: 0 };
  return { items: rows, newer, older, counts: countedTo(MAX_COUNTED, counts) };
}

/**
 * A page of the same list without the counts.
 * @throws AppError VALIDATION_ERROR, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function readDeliveryPage(
  ctx: Ctx,
  input: SearchInput & PageRequest,
): Promise<KeysetPage<LoggedDelivery>> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  return pageOf(ctx, await readFilter(ctx, merchant.id, input), input);
}

/** `read` null: the filter matches no delivery. */
async function pageOf(ctx: Ctx, read: ReadFilter, page: PageRequest): Promise<KeysetPage<LoggedDelivery>> {
  const db = dbOf(ctx);
  const { rows, ...cursors } = await keysetPage(page, keyOf, async (query) =>
    read ? findDeliveries(db, read.filter, query, read.all) : [],
  );
  return { ...cursors, rows: read ? await itemsOf(db, read.filter.merchantId, rows) : [] };
}

type ReadFilter = Awaited<ReturnType<typeof readFilter>>;
type Row = Awaited<ReturnType<typeof findDeliveries>>[number];

function keyOf({ createdAt, id }: Row) {
  return { at: createdAt, id };
}

async function itemsOf(db: Db, merchantId: string, rows: readonly Row[]): Promise<LoggedDelivery[]> {
  const stopsOf = await findEndpointStops(db, merchantId, rows);
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
