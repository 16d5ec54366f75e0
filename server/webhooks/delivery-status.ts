import { now } from "../lib/clock";

/** How a delivery can stand: on its way, taken, given up, or with nobody to tell. */
export const DELIVERY_STATUSES = ["waiting", "delivered", "failed", "no_destination"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Whether a worker is trying it just now. A lease that has run out is nobody's: its worker has died. */
export function isInHand({ status, leaseUntil }: { status: string; leaseUntil: Date | null }): boolean {
  return status === "waiting" && leaseUntil !== null && leaseUntil > now();
}
