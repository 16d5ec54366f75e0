"use client";

import { DeliveryLog } from "./delivery-log";
import { Crumbs, Heading } from "./heading";
import type { LogFilter } from "./log-filter";
import type { Outputs } from "./queries";

type DeliveriesProps = {
  first: Outputs["webhooks"]["log"]["search"];
  filter: LogFilter;
  cursor?: string;
  endpoints: readonly string[];
};

/** Everything that a merchant's server was told, or was to be told, and what came of it. */
export function DeliveriesPage(props: DeliveriesProps) {
  return (
    <>
      <Crumbs href="/console/webhooks" name="Webhooks" here="Deliveries" />
      <Heading
        title="Deliveries"
        lead="What your servers were told, and what they said to it. Times are yours, with UTC behind each."
      />
      <DeliveryLog path="/console/webhooks/deliveries" {...props} />
    </>
  );
}
