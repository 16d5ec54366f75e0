"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { CreateButton, LinkButton } from "../../ui/button";
import { Heading, Section } from "../../ui/heading";
import { Icon } from "../../ui/icons";
import { SecretDialog } from "../../ui/layers/layers";
import { useOpenLayer } from "../../ui/layers/open-layer";
import type { ShownOnce } from "../../ui/layers/secret-dialog";
import { Link } from "../../ui/link";
import { EmptyState } from "../../ui/parts";
import { type Outputs, useConsole, useMay, useServedQuery } from "../../ui/queries";
import { QueryFailure } from "../../ui/query-failure";
import { EndpointsTable, endpointPath } from "./endpoints-table";
import s from "./endpoints-table.module.css";
import { NewEndpoint } from "./new-endpoint";
import { RetrySchedule } from "./schedule";
import { formatAllowedNetworks, formatDefaultEndpoint, formatWebhooksSummary } from "./webhook-labels";
import { WebhooksTabs } from "./webhooks-tabs";

type AllEndpoints = Outputs["webhooks"]["endpoints"]["list"];
type Health = Outputs["webhooks"]["health"]["list"];

const REFRESH_MS = 5_000;

/** A merchant's endpoints with their health, and the retry schedule. */
export function WebhooksPage({ first, firstHealth }: { first: AllEndpoints; firstHealth: Health }) {
  const { trpc, merchantId } = useConsole();
  const canCreate = useMay()("webhooks.endpoints.create");
  const list = useServedQuery(trpc.webhooks.endpoints.list, { merchantId }, first, REFRESH_MS);
  const health = useServedQuery(trpc.webhooks.health.list, { merchantId }, firstHealth, REFRESH_MS);
  const { open, show, close } = useOpenLayer("new");
  const { defaultUrl, endpoints, policy } = list.data;
  const shown = [...(defaultUrl.url === null ? [] : [defaultUrl]), ...endpoints];
  const states = shown.map(({ id, signed }) => {
    const found = health.data.find(({ endpointKey }) => endpointKey === id);
    return { signed, state: found?.state ?? "healthy", lastSuccessAt: found?.lastSuccessAt ?? null };
  });
  const create = canCreate ? <CreateButton onClick={() => show("new")}>Add endpoint</CreateButton> : null;
  return (
    <>
      <Heading title="Webhooks" lead={formatWebhooksSummary(states)} action={shown.length > 0 ? create : null} />
      <WebhooksTabs here="Endpoints" />
      <QueryFailure what="The list of endpoints" query={list} />
      {shown.length === 0 ? (
        <NoEndpoint create={create} />
      ) : (
        <>
          <EndpointsTable endpoints={shown} health={health.data} />
          <Notes endpoints={list.data} />
        </>
      )}
      <Section title="Retry schedule" />
      <RetrySchedule waitsS={policy.scheduleS} />
      {open === "new" && canCreate ? <AddEndpoint policy={policy} onClose={close} /> : null}
    </>
  );
}

/** The form of a new endpoint, then its secret, then its page. */
function AddEndpoint({ policy, onClose }: { policy: AllEndpoints["policy"]; onClose: () => void }) {
  const router = useRouter();
  const [made, setMade] = useState<{ name: string; shown: ShownOnce } | null>(null);
  if (made === null) {
    return <NewEndpoint policy={policy} onClose={onClose} onMade={(name, shown) => setMade({ name, shown })} />;
  }
  // In place of the form, so that Back leads to the list.
  return <SecretDialog shown={made.shown} onDone={() => router.replace(endpointPath(made.name))} />;
}

/** The endpoint of payments that name none, and the networks that the operator allows. */
function Notes({ endpoints: { defaultEndpoint, policy, defaultUrl } }: { endpoints: AllEndpoints }) {
  const may = useMay();
  const networks = formatAllowedNetworks(policy.allowedNetworks);
  return (
    <ul className={s.below}>
      <li>
        <Icon name="webhook" />
        <span>
          {formatDefaultEndpoint(defaultEndpoint).map(({ before, name, after }) => (
            <span key={before}>
              {before}
              {name ? <b>{name}</b> : null}
              {after}{" "}
            </span>
          ))}
          {defaultUrl.url === null && may("webhooks.setUrl") ? (
            <Link href={endpointPath(null)}>Set a default URL</Link>
          ) : null}
        </span>
      </li>
      {networks ? (
        <li>
          <Icon name="server" />
          <span>
            {networks.before}
            <code>{networks.networks}</code>
            {networks.after}
          </span>
        </li>
      ) : null}
    </ul>
  );
}

function NoEndpoint({ create }: { create: React.ReactNode }) {
  const may = useMay();
  return (
    <EmptyState
      title="No webhooks are sent yet"
      action={
        <>
          {create}
          {may("webhooks.setUrl") ? <LinkButton href={endpointPath(null)}>Set a default URL</LinkButton> : null}
        </>
      }
    >
      You can still poll for status.
    </EmptyState>
  );
}
