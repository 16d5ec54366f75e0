"use client";

import { useQuery } from "@tanstack/react-query";
import { DeliveryTable } from "./delivery-table";
import { Heading, Section } from "./heading";
import { type Outputs, useMerchantId, useTRPC } from "./queries";
import { QueryFailure } from "./query-failure";
import ui from "./ui.module.css";
import { SecretPanel } from "./webhook-secret";
import { UrlForm } from "./webhook-url";

type Config = Outputs["webhooks"]["config"];
type Deliveries = Outputs["webhooks"]["deliveries"];

const REFRESH_MS = 4_000;

/** Where a merchant's news goes, how it is signed, and how the last of it fared. */
export function WebhooksPage({ config, deliveries }: { config: Config; deliveries: Deliveries }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const now = useQuery(trpc.webhooks.config.queryOptions({ merchantId }, { initialData: config }));
  const last = useQuery(
    trpc.webhooks.deliveries.queryOptions({ merchantId }, { initialData: deliveries, refetchInterval: REFRESH_MS }),
  );
  return (
    <>
      <Heading title="Webhooks" lead={leadOf(now.data)} />
      <Section title="Default URL" first />
      <UrlForm config={now.data} />
      <Section title="Signature" />
      <SecretPanel config={now.data} />
      <Section title="Last deliveries" />
      {last.isError ? <QueryFailure what="The list" error={last.error} retry={() => last.refetch()} /> : null}
      {last.data.length === 0 ? (
        <section className={ui.empty}>
          <h2>Nothing was told yet</h2>
          <p>Each change of a payment is an event. The first one appears here as soon as it is sent.</p>
        </section>
      ) : (
        <DeliveryTable deliveries={last.data} />
      )}
    </>
  );
}

function leadOf({ url, activeEndpoints }: Config): string {
  const retries = "What it does not take is tried again, ten times over three days.";
  if (activeEndpoints === 0) {
    return url
      ? `Your server hears of every payment here. ${retries}`
      : "No URL yet. Payments are told to nobody; their status can be asked for.";
  }
  return url
    ? `Your server hears here of every payment that names no endpoint. ${retries}`
    : "No default URL. Only this merchant’s named endpoints hear of payments.";
}
