import type { Ctx } from "../../lib/context";
import { dbOf } from "../../lib/db";
import { countDeliveryQueue, type DeliveryQueueCounts } from "./delivery-queue-store";

export type { DeliveryQueueCounts };

/** The queue of all merchants' deliveries, counted up to `limit`. Deliveries that wait for a merchant's server are `blocked`, not `due`. */
export function readDeliveryQueue(ctx: Ctx, limit: number): Promise<DeliveryQueueCounts> {
  return countDeliveryQueue(dbOf(ctx), limit);
}
