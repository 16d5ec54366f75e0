"use client";

import type { RefObject } from "react";
import { useRef } from "react";
import { Button, LinkButton } from "../../ui/button";
import { Crumbs, Section, StateHeading } from "../../ui/heading";
import { useOpenLayer } from "../../ui/layers/open-layer";
import { Link } from "../../ui/link";
import { Note, StatusOf } from "../../ui/parts";
import { type Outputs, useConsole, useMay, useServedQuery } from "../../ui/queries";
import { QueryFailure } from "../../ui/query-failure";
import { isSample } from "../../ui/sample";
import { type Action, useAction } from "../../ui/use-action";
import { DeliveryLog } from "../deliveries/delivery-log";
import { deliveryPath } from "../deliveries/delivery-path";
import type { LogFilter } from "../deliveries/log-filter";
import { EditDefaultUrl, EditEndpoint } from "./edit-endpoint";
import s from "./endpoint.module.css";
import { DayFacts, Facts } from "./endpoint-facts";
import { EndpointMenu } from "./endpoint-menu";
import { SecretPanel } from "./endpoint-secret";
import { EndpointState, type StateProps } from "./endpoint-state";
import { Checks } from "./endpoint-ways";
import { endpointPath } from "./endpoints-table";
import { endpointLabel, isStopped } from "./health-labels";
import { RetrySchedule, useRetriedDelivery } from "./schedule";
import { SendTest } from "./send-test";

type Endpoint = Outputs["webhooks"]["endpoints"]["get"];
type HealthList = Outputs["webhooks"]["health"]["list"];

const REFRESH_MS = 4_000;

type EndpointPageProps = {
  first: Endpoint;
  firstHealth: HealthList;
  /** The filter in the address, and the first page of deliveries. */
  log: { filter: LogFilter; cursor?: string | undefined; first: Outputs["webhooks"]["log"]["search"] };
};

/** One endpoint; with the name null, the default URL. */
export function EndpointPage({ first, firstHealth, log }: EndpointPageProps) {
  const { trpc, merchantId } = useConsole();
  const query = useServedQuery(trpc.webhooks.endpoints.get, { merchantId, name: first.name }, first, REFRESH_MS);
  const { data } = query;
  const list = useServedQuery(trpc.webhooks.health.list, { merchantId }, firstHealth, REFRESH_MS);
  const health = list.data.find(({ endpointKey }) => endpointKey === data.id);
  const retried = useRetriedDelivery(data.name, (health?.failures ?? 0) > 0);
  const { open, show, close } = useOpenLayer("edit");
  const { name, url, policy } = data;
  const hasSamples = log.first.items.some(({ id }) => isSample(id));
  const canEdit = useMay()(name === null ? "webhooks.setUrl" : "webhooks.endpoints.edit");
  return (
    <>
      <Crumbs href="/console/webhooks" name="Webhooks" here={name ?? "Default URL"} />
      <Top endpoint={data} health={health} hasSamples={hasSamples} onEdit={canEdit ? () => show("edit") : null} />
      <QueryFailure what="The endpoint" query={query} />
      <Facts endpoint={data} />
      <div className={s.parts}>
        <div>
          <Section title="Retry schedule">
            {retried ? (
              <Link href={deliveryPath(retried.id)}>
                {[retried.event.type, retried.about.orderId].filter(Boolean).join(", ")}
              </Link>
            ) : null}
          </Section>
          <RetrySchedule waitsS={policy.scheduleS} present={retried} />
          <DeliveryLog path={endpointPath(name)} fixed {...log} />
        </div>
        <aside aria-label="Health, secret and tools">
          {url === null || !health ? null : <DayFacts day={health.day} />}
          <Section title="Secret" />
          <SecretPanel endpoint={data} />
          {url === null ? null : <Checks name={name} />}
        </aside>
      </div>
      {open === "edit" && canEdit && name !== null ? (
        <EditEndpoint endpoint={data} name={name} onClose={close} />
      ) : null}
      {open === "edit" && canEdit && name === null ? <EditDefaultUrl endpoint={data} onClose={close} /> : null}
    </>
  );
}

/** `onEdit`: null where the role may not change the endpoint. */
function Top({ onEdit, ...shown }: StateProps & { onEdit: (() => void) | null }) {
  const { endpoint, health } = shown;
  const may = useMay();
  const { name, url } = endpoint;
  const title = useRef<HTMLHeadingElement>(null);
  const state = health?.state ?? "healthy";
  const label = url === null ? ({ tone: "mute", glyph: "stop", word: "Not set" } as const) : endpointLabel(state);
  return (
    <StateHeading
      title={name ?? "Default URL"}
      titleRef={title}
      state={<StatusOf label={label} />}
      summary={<EndpointState {...shown} />}
      actions={
        <>
          {url !== null && state !== "disabled" && may("webhooks.log.sendTest") ? <SendTest name={name} /> : null}
          {url === null && onEdit ? (
            <Button look="primary" onClick={onEdit}>
              Set URL
            </Button>
          ) : null}
          {url === null ? null : <EndpointMenu name={name} health={health} onEdit={onEdit} />}
          {name !== null && state === "disabled" && may("webhooks.endpoints.switch") ? (
            <EnableEndpoint name={name} stayAt={title} />
          ) : null}
          {health && isStopped(state) && may("webhooks.health.resume") ? (
            <ResumeEndpoint health={health} stayAt={title} />
          ) : null}
          {(state === "failing" || state === "circuit_open") && may("webhooks.diagnostics.lastProbe") ? (
            <LinkButton look="primary" href={`${endpointPath(name)}/probe`}>
              Diagnose
            </LinkButton>
          ) : null}
        </>
      }
    />
  );
}

type Health = Pick<Outputs["webhooks"]["health"]["list"][number], "name" | "state">;

/** `stayAt` takes the focus once the button is gone. */
type StayAt = { stayAt: RefObject<HTMLElement | null> };

/** Ends a person's pause, or closes the open circuit. */
function ResumeEndpoint({ health: { name, state }, stayAt }: StayAt & { health: Health }) {
  const { trpc, merchantId } = useConsole();
  const resume = useAction(trpc.webhooks.health.resume, {
    unchanged: "Nothing was changed.",
    changes: [trpc.webhooks.health.pathFilter()],
    onDone: () => stayAt.current?.focus(),
  });
  return <AtOnce act={resume} input={{ merchantId, name }} label={state === "paused" ? "Resume" : "Retry now"} />;
}

/** Enables a disabled endpoint. */
function EnableEndpoint({ name, stayAt }: StayAt & { name: string }) {
  const { trpc, merchantId } = useConsole();
  const enable = useAction(trpc.webhooks.endpoints.switch, {
    unchanged: "It is still disabled.",
    changes: [trpc.webhooks.endpoints.pathFilter(), trpc.webhooks.health.pathFilter()],
    onDone: () => stayAt.current?.focus(),
  });
  return <AtOnce act={enable} input={{ merchantId, name, to: "enabled" as const }} label="Enable endpoint" />;
}

function AtOnce<Input>({ act, input, label }: { act: Action<Input>; input: Input; label: string }) {
  return (
    <div>
      {act.failure ? <Note tone="bad">{act.failure}</Note> : null}
      <Button disabled={act.busy} onClick={() => act.run(input)}>
        {label}
      </Button>
    </div>
  );
}
