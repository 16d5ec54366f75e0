"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { EndpointsTable, endpointPath } from "./endpoints-table";
import s from "./endpoints-table.module.css";
import { Heading, Section } from "./heading";
import { Icon } from "./icons";
import { NewEndpoint } from "./new-endpoint";
import { type Outputs, useMerchantId, useTRPC } from "./queries";
import { QueryFailure } from "./query-failure";
import { HowTried } from "./schedule";
import { SecretDialog, type ShownOnce } from "./secret-dialog";
import ui from "./ui.module.css";
import { networksWords, newsOfWebhooks, unnamedWords } from "./webhooks-words";

type Destinations = Outputs["webhooks"]["endpoints"]["list"];
type Health = Outputs["webhooks"]["health"]["list"];

const REFRESH_MS = 5_000;

/** Where a merchant's news goes, how each of these takes it, and what the rules are. */
export function WebhooksPage({ first, firstHealth }: { first: Destinations; firstHealth: Health }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const polled = { refetchInterval: REFRESH_MS };
  const list = useQuery(trpc.webhooks.endpoints.list.queryOptions({ merchantId }, { initialData: first, ...polled }));
  const health = useQuery(
    trpc.webhooks.health.list.queryOptions({ merchantId }, { initialData: firstHealth, ...polled }),
  );
  const [making, setMaking] = useState(false);
  const { defaultUrl, endpoints, terms } = list.data;
  const shown = [...(defaultUrl.url === null ? [] : [defaultUrl]), ...endpoints];
  const states = shown.map(({ id, name, disabledAt }) => {
    const found = health.data.find(({ destinationId }) => destinationId === id);
    const { state, lastSuccessAt } = found ?? { state: "healthy" as const, lastSuccessAt: null };
    return { name, disabled: disabledAt !== null, state, lastSuccessAt };
  });
  const create = (
    <button className={`${ui.button} ${ui.primary}`} type="button" data-create="" onClick={() => setMaking(true)}>
      New endpoint
    </button>
  );
  const action = (
    <div className={ui.actions}>
      <Link className={ui.button} href="/console/webhooks/deliveries">
        Deliveries
      </Link>
      <Link className={ui.button} href="/console/webhooks/doctor">
        Signature doctor
      </Link>
      {shown.length > 0 ? create : null}
    </div>
  );
  return (
    <>
      <Heading title="Webhooks" lead={newsOfWebhooks(states)} action={action} />
      {list.isError ? <QueryFailure what="The list" error={list.error} retry={() => list.refetch()} /> : null}
      {shown.length === 0 ? (
        <NoDestination create={create} />
      ) : (
        <>
          <EndpointsTable endpoints={shown} health={health.data} />
          <Below destinations={list.data} />
        </>
      )}
      <Section title="How a delivery is tried" />
      <HowTried waitsS={terms.scheduleS} />
      {making ? <Making terms={terms} onClose={() => setMaking(false)} /> : null}
    </>
  );
}

/** The new endpoint's form, then its secret, then its page. */
function Making({ terms, onClose }: { terms: Destinations["terms"]; onClose: () => void }) {
  const router = useRouter();
  const [made, setMade] = useState<{ name: string; shown: ShownOnce } | null>(null);
  if (made === null) {
    return <NewEndpoint terms={terms} onClose={onClose} onMade={(name, shown) => setMade({ name, shown })} />;
  }
  const leave = () => {
    onClose();
    router.push(endpointPath(made.name));
  };
  return <SecretDialog shown={made.shown} onDone={leave} />;
}

/** What holds for all of them: where what names none goes, and what the operator allows. */
function Below({ destinations: { unnamed, terms, defaultUrl } }: { destinations: Destinations }) {
  const networks = networksWords(terms.allowedNetworks);
  return (
    <ul className={s.below}>
      <li>
        <Icon name="webhook" />
        <span>
          {unnamedWords(unnamed).map(({ before, name, after }) => (
            <span key={before}>
              {before}
              {name ? <b>{name}</b> : null}
              {after}{" "}
            </span>
          ))}
          {defaultUrl.url === null ? <Link href={endpointPath(null)}>Set a default URL</Link> : null}
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

function NoDestination({ create }: { create: React.ReactNode }) {
  return (
    <section className={ui.empty}>
      <h2>No endpoint yet</h2>
      <p>
        Payments are told to nobody; their status can be asked for. Give us an address of your server, and it hears of
        each change of a payment as it happens: signed, and tried again for three days while it does not answer. A
        payment names the endpoints that it tells; one that names none tells the default URL.
      </p>
      <div className={ui.actions}>
        {create}
        <Link className={ui.button} href={endpointPath(null)}>
          Set a default URL
        </Link>
      </div>
    </section>
  );
}
