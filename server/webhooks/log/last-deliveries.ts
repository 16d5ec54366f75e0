import type { Ctx } from "../../lib/context";
import { dbOf } from "../../lib/db";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { EVENT_TYPES, type EventType, publicEventId, TEST_EVENT_TYPE } from "../events/record-event";
import { readFilter } from "./delivery-filter";
import { findEndpointStops, findLastOfTypes } from "./delivery-log-store";
import { type DeliveryState, deliveryStateOf } from "./delivery-state";
import { isInFlight } from "./delivery-status";

export type LastDelivery = {
  id: string;
  type: EventType | typeof TEST_EVENT_TYPE;
  /** The event's public id. */
  eventId: string;
  createdAt: Date;
  state: DeliveryState;
  test: boolean;
  /** The event's body, as sent. */
  body: string;
};

/**
 * The last delivery of each event type that has one, in both modes. `delivered`: the last successful one.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function lastDeliveries(
  ctx: Ctx,
  input: { merchantId?: string | undefined; delivered?: true },
): Promise<LastDelivery[]> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const types: readonly LastDelivery["type"][] = [...EVENT_TYPES, TEST_EVENT_TYPE];
  const read = await readFilter(ctx, merchant.id, input.delivered ? { status: "delivered" } : {});
  if (!read) return [];
  const rows = await findLastOfTypes(dbOf(ctx), read.filter, types, read.all);
  const stopsOf = await findEndpointStops(dbOf(ctx), merchant.id, rows);
  return types.flatMap((type) => {
    const row = rows.find(({ event }) => event.type === type);
    if (!row) return [];
    const { id, event, createdAt } = row;
    const state = deliveryStateOf({ ...row, ...stopsOf(row.endpointId), inFlight: isInFlight(row) });
    return [{ id, type, eventId: publicEventId(event.id), createdAt, state, test: event.test, body: event.body }];
  });
}
