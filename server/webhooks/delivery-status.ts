/** How a delivery can stand: on its way, taken, given up, or with nobody to tell. */
export const DELIVERY_STATUSES = ["waiting", "delivered", "failed", "no_destination"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
