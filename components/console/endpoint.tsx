"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import { Address } from "./address";
import { EditDefaultUrl, EditEndpoint } from "./edit-endpoint";
import s from "./endpoint.module.css";
import { EndpointNews } from "./endpoint-news";
import { SecretPanel } from "./endpoint-secret";
import { SwitchEndpoint } from "./endpoint-switch";
import { endpointPath } from "./endpoints-table";
import { Crumbs, Section } from "./heading";
import { healthWords } from "./health-words";
import { HoldDestination } from "./hold-destination";
import { Status, TestTag } from "./parts";
import { type Outputs, useMerchantId, useTRPC } from "./queries";
import { QueryFailure } from "./query-failure";
import { HowTried } from "./schedule";
import { Time } from "./time";
import ui from "./ui.module.css";
import { hearsWords, hintWords, worksIn } from "./webhooks-words";

type Endpoint = Outputs["webhooks"]["endpoints"]["get"];
type HealthList = Outputs["webhooks"]["health"]["list"];
type Health = HealthList[number];

const REFRESH_MS = 4_000;

/** One destination: a named endpoint, or, with the name null, the default URL. */
export function EndpointPage({ first, firstHealth }: { first: Endpoint; firstHealth: HealthList }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const polled = { refetchInterval: REFRESH_MS };
  const { data, isError, error, refetch } = useQuery(
    trpc.webhooks.endpoints.get.queryOptions({ merchantId, name: first.name }, { initialData: first, ...polled }),
  );
  const list = useQuery(
    trpc.webhooks.health.list.queryOptions({ merchantId }, { initialData: firstHealth, ...polled }),
  );
  const health = list.data.find(({ destinationId }) => destinationId === data.id);
  const [editing, setEditing] = useState(false);
  const { name, url, terms } = data;
  const close = () => setEditing(false);
  return (
    <>
      <Crumbs href="/console/webhooks" name="Webhooks" here={name ?? "Default URL"} />
      <Top endpoint={data} health={health} onEdit={() => setEditing(true)} />
      {isError ? <QueryFailure what="The endpoint" error={error} retry={() => refetch()} /> : null}
      <Facts endpoint={data} />
      <Section title="Secret" />
      <SecretPanel endpoint={data} />
      {url === null ? null : (
        <>
          <Section title="Is it right?" />
          <Checks name={name} />
        </>
      )}
      <Section title="How a delivery is tried" />
      <HowTried waitsS={terms.scheduleS} />
      {url === null ? null : (
        <>
          <Section title="Stop it" />
          <Stops endpoint={data} health={health} />
        </>
      )}
      {editing && name !== null ? <EditEndpoint endpoint={data} name={name} onClose={close} /> : null}
      {editing && name === null ? <EditDefaultUrl endpoint={data} onClose={close} /> : null}
    </>
  );
}

function Top(props: { endpoint: Endpoint; health: Health | undefined; onEdit: () => void }) {
  const { endpoint, health, onEdit } = props;
  const { name, url, disabledAt } = endpoint;
  const isDisabled = disabledAt !== null;
  const { tone, glyph, word } =
    url === null
      ? ({ tone: "mute", glyph: "stop", word: "Not set" } as const)
      : healthWords({ state: health?.state ?? "healthy", by: health?.by ?? null, disabled: isDisabled });
  const isBroken = !isDisabled && health !== undefined && health.failures > 0;
  return (
    <header className={s.top}>
      <div>
        <h1 className={s.name}>
          {name ?? "Default URL"}{" "}
          <span className={s.state}>
            <Status tone={tone} glyph={glyph}>
              {word}
            </Status>
          </span>
        </h1>
        <p className={s.say}>
          <EndpointNews endpoint={endpoint} health={health} />
        </p>
      </div>
      <div className={ui.actions}>
        <button className={`${ui.button} ${url === null ? ui.primary : ""}`} type="button" onClick={onEdit}>
          {name !== null ? "Edit" : url === null ? "Set the URL" : "Change the URL"}
        </button>
        {!isDisabled && health?.state === "paused" ? <HoldDestination health={health} /> : null}
        {isBroken ? (
          <Link className={`${ui.button} ${ui.primary}`} href={`${endpointPath(name)}/probe`}>
            Find out why
          </Link>
        ) : null}
      </div>
    </header>
  );
}

function Facts({ endpoint }: { endpoint: Endpoint }) {
  const { name, url, eventTypes, environment, signed, secret, isDefault, createdAt } = endpoint;
  const none = <span className={ui.dim}>none</span>;
  return (
    <dl className={s.facts}>
      <Fact name="Address">{url === null ? none : <Address url={url} />}</Fact>
      <Fact name="Hears of">{hearsWords(eventTypes)}</Fact>
      <Fact name="Works in">{environment === "Test" ? <TestTag /> : worksIn(environment)}</Fact>
      <Fact name="Signed">
        {signed && secret ? (
          <>
            with <code>{hintWords(secret.hint)}</code> since <Time at={secret.since} as="date" />
          </>
        ) : (
          "no"
        )}
      </Fact>
      {name === null ? null : <Fact name="Default">{isDefault ? "yes" : "no"}</Fact>}
      {createdAt ? (
        <Fact name="Created">
          <Time at={createdAt} as="date" />
        </Fact>
      ) : null}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The ways to find out whether the server behind it does what it should. */
function Checks({ name }: { name: string | null }) {
  const ways = [
    {
      href: `${endpointPath(name)}/probe`,
      title: "Can we reach it?",
      action: "Probe it",
      text: "Name, connection, certificate, redirects, bot walls, clock: what stands between us and your server.",
    },
    {
      href: `${endpointPath(name)}/exam`,
      title: "Does it do what it should?",
      action: "Examine it",
      text: "Valid, forged, stale, doubled, out of order, slow: what does your server do with each?",
    },
    {
      href: "/console/webhooks/doctor",
      title: "Why does a signature not verify?",
      action: "Signature doctor",
      text: "Paste what your server received, and learn why it does not verify. Nothing leaves your browser.",
    },
  ];
  return (
    <ul className={s.ways}>
      {ways.map(({ href, title, text, action }) => (
        <li key={href}>
          <div>
            <b>{title}</b>
            <p>{text}</p>
          </div>
          <Link className={`${ui.button} ${ui.slim}`} href={href}>
            {action}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Stops({ endpoint, health }: { endpoint: Endpoint; health: Health | undefined }) {
  const { name, disabledAt } = endpoint;
  const isDisabled = disabledAt !== null;
  return (
    <ul className={s.ways}>
      {isDisabled || !health || health.state === "paused" ? null : (
        <li>
          <div>
            <b>Pause it</b>
            <p>
              Payments are accepted as before, and what is to be told waits, up to 30 days. For the hour in which your
              server is being changed.
            </p>
          </div>
          <HoldDestination health={health} />
        </li>
      )}
      {name === null ? null : (
        <li>
          <div>
            <b>{isDisabled ? "It is disabled" : "Disable it"}</b>
            <p>
              {isDisabled
                ? "Enabled again, payments can name it, and it hears of what happens from then on. Nothing is revived: what it missed is sent again from the delivery log."
                : "No payment can name it any more, and nothing is sent to it. Endpoints are never deleted, so that a name cannot come to mean another; it can be enabled again."}
            </p>
          </div>
          <SwitchEndpoint name={name} isDisabled={isDisabled} waiting={health?.waiting} />
        </li>
      )}
    </ul>
  );
}
