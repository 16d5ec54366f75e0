"use client";

import { LinkButton } from "../../ui/button";
import { ExportLink } from "../../ui/export-link";
import { Heading } from "../../ui/heading";
import { type Outputs, useMay } from "../../ui/queries";
import { SendTest } from "../webhooks/send-test";
import { WebhooksTabs } from "../webhooks/webhooks-tabs";
import { DeliveryLog, useDeliveryLog } from "./delivery-log";
import { DELIVERIES_PATH } from "./delivery-path";
import { type LogFilter, logPath } from "./log-filter";

type DeliveriesProps = {
  first: Outputs["webhooks"]["log"]["search"];
  filter: LogFilter;
  cursor?: string | undefined;
  endpoints: readonly string[];
  /** The endpoint that a test event goes to; null: the default URL; undefined: there is none. */
  tested?: string | null | undefined;
  /** The delivery that the address opens. */
  opened: Outputs["webhooks"]["log"]["get"] | null;
};

/** The log of a merchant's webhook deliveries. */
export function DeliveriesPage({ tested, ...props }: DeliveriesProps) {
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
      <DeliveryLog path={DELIVERIES_PATH} start={<Start tested={tested} />} {...props} />
    </>
  );
}

function Start({ tested }: Pick<DeliveriesProps, "tested">) {
  const may = useMay();
  if (tested !== undefined) return may("webhooks.log.sendTest") ? <SendTest name={tested} /> : null;
  if (!may("webhooks.endpoints.create")) return null;
  return (
    <LinkButton look="primary" href="/console/webhooks?new=">
      Add endpoint
    </LinkButton>
  );
}
