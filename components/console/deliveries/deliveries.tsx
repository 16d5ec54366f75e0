"use client";

import { ExportLink } from "../../ui/export-link";
import { Heading } from "../../ui/heading";
import type { Outputs } from "../../ui/queries";
import { WebhooksTabs } from "../webhooks/webhooks-tabs";
import { DeliveryLog, useDeliveryLog } from "./delivery-log";
import { DELIVERIES_PATH } from "./delivery-path";
import { type LogFilter, logPath } from "./log-filter";

type DeliveriesProps = {
  first: Outputs["webhooks"]["log"]["search"];
  filter: LogFilter;
  cursor?: string | undefined;
  endpoints: readonly string[];
  /** The delivery that the address opens. */
  opened: Outputs["webhooks"]["log"]["get"] | null;
};

/** The log of a merchant's webhook deliveries. */
export function DeliveriesPage(props: DeliveriesProps) {
  const { data } = useDeliveryLog(props);
  return (
    <>
      <Heading
        title="Deliveries"
        action={
          <ExportLink
            address={logPath(`${DELIVERIES_PATH}/export.csv`, props.filter)}
            isEmpty={data.items.length === 0}
          />
        }
        lead="Every webhook attempt and your server’s response"
        samples={data.items}
      />
      <WebhooksTabs here="Deliveries" />
      <DeliveryLog path={DELIVERIES_PATH} {...props} />
    </>
  );
}
