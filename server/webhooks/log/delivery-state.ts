/**
 * The state of a delivery as every list, page, badge and file shows it. `endpoint_disabled`: it fails when it is due, paused
 * or not, unless the endpoint is enabled before; `endpoint_paused`: a person paused the endpoint;
 * `endpoint_failing`: its circuit is open, so that only half-open trials are sent; `pending`: no attempt yet.
 */
export type DeliveryState =
  | "delivered"
  | "failed"
  | "no_endpoint"
  | "sending"
  | "endpoint_disabled"
  | "endpoint_paused"
  | "endpoint_failing"
  | "retrying"
  | "pending";

/** What stops the deliveries of an endpoint; all null: nothing. */
export type EndpointStops = { disabledAt: Date | null; pausedAt: Date | null; circuitOpenedAt: Date | null };

export type DeliveryFacts = EndpointStops & {
  status: string;
  tries: number;
  /** A worker is sending it now. */
  inFlight: boolean;
  /** A person requested the next attempt: it is sent even if the endpoint is paused or its circuit is open. */
  priority: boolean;
};

/** The only place where a delivery's state is decided. */
export function deliveryStateOf(delivery: DeliveryFacts): DeliveryState {
  const { status, tries, inFlight, priority, disabledAt, pausedAt, circuitOpenedAt } = delivery;
  if (status === "delivered" || status === "failed") return status;
  if (status === "no_destination") return "no_endpoint";
  if (inFlight) return "sending";
  if (disabledAt !== null) return "endpoint_disabled";
  if (!priority && pausedAt !== null) return "endpoint_paused";
  if (!priority && circuitOpenedAt !== null) return "endpoint_failing";
  return tries > 0 ? "retrying" : "pending";
}
