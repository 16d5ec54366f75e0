"use client";

import { DeliveryLog } from "./delivery-log";
import { ExportLink } from "./export-link";
import { Crumbs, Heading } from "./heading";
import { type LogFilter, logPath } from "./log-filter";
import type { Outputs } from "./queries";

type DeliveriesProps = {
  first: Outputs["webhooks"]["log"]["search"];
  filter: LogFilter;
  cursor?: string;
  endpoints: readonly string[];
};

/** The log of a merchant's webhook deliveries. */
export function DeliveriesPage(props: DeliveriesProps) {
  return (
    <>
      <Crumbs href="/console/webhooks" name="Webhooks" here="Deliveries" />
      <Heading
        title="Deliveries"
        action={<ExportLink address={logPath("/console/webhooks/deliveries/export.csv", props.filter)} />}
        lead="Every webhook attempt and your server’s response"
      />
      <DeliveryLog path="/console/webhooks/deliveries" {...props} />
    </>
  );
}
