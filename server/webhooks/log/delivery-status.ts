import { now } from "../../lib/clock";

/** `waiting`: for an attempt. `no_destination`: the event had no endpoint. */
export const DELIVERY_STATUSES = ["waiting", "delivered", "failed", "no_destination"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Whether a worker holds its lease. An expired lease means that the worker died. */
export function isInFlight({ status, leaseUntil }: { status: string; leaseUntil: Date | null }): boolean {
  return status === "waiting" && leaseUntil !== null && leaseUntil > now();
}
