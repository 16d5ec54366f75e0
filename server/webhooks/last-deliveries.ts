import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { findLastOfTypes } from "./last-deliveries-store";
import { readFilter } from "./log-filter";
import { EVENT_TYPES, type EventType, publicEventId, TEST_EVENT_TYPE } from "./record-event";

export type LastDelivery = {
  id: string;
  type: EventType | typeof TEST_EVENT_TYPE;
  /** The event's, as merchants see it. */
  eventId: string;
  createdAt: Date;
  status: string;
  test: boolean;
  /** The event's, as it was sent. */
  body: string;
};

/**
 * The last delivery of each type of event that there ever was one of, of tests and live alike. `delivered`: the last that
 * was taken.
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
  return types.flatMap((type) => {
    const row = rows.find(({ event }) => event.type === type);
    if (!row) return [];
    const { id, event, createdAt, status } = row;
    return [{ id, type, eventId: publicEventId(event.id), createdAt, status, test: event.test, body: event.body }];
  });
}
