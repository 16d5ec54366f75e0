export const DELIVERIES_PATH = "/console/webhooks/deliveries";

/** The page of a delivery. */
export function deliveryPath(id: string): string {
  return `${DELIVERIES_PATH}/${id}`;
}
