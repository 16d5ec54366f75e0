import type { Ctx } from "../../lib/context";
import { dbOf } from "../../lib/db";
import { isUuid } from "../../lib/ids";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { publicEventId } from "../events/record-event";
import { findEndpointStops, findEvents } from "./delivery-log-store";
import { deliveryStateOf } from "./delivery-state";
import { isInFlight } from "./delivery-status";

/**
 * The events of one payment request or link in order, each with its deliveries and attempts. Empty for unknown ones and
 * those of another merchant.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function listDeliveries(ctx: Ctx, input: { subjectId: string; merchant_id?: string | undefined }) {
  const merchant = await resolveMerchant(ctx, input.merchant_id);
  if (!isUuid(input.subjectId)) return [];
  const events = await findEvents(dbOf(ctx), merchant.id, input.subjectId);
  const all = events.flatMap(({ deliveries }) => deliveries);
  const stopsOf = await findEndpointStops(dbOf(ctx), merchant.id, all);
  return events.map(({ deliveries, ...event }) => ({
    ...event,
    id: publicEventId(event.id),
    deliveries: deliveries.map(({ leaseUntil, priority, endpointId, ...delivery }) => {
      const inFlight = isInFlight({ status: delivery.status, leaseUntil });
      return { ...delivery, state: deliveryStateOf({ ...delivery, ...stopsOf(endpointId), inFlight, priority }) };
    }),
  }));
}
