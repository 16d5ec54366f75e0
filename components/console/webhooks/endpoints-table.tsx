import { AddressText } from "../../ui/address";
import { StatusOf, TestTag } from "../../ui/parts";
import type { Outputs } from "../../ui/queries";
import { type Column, RowLink, SubLine, Table } from "../../ui/table";
import table from "../../ui/table.module.css";
import { formatMs } from "../../ui/time/duration";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import s from "./endpoints-table.module.css";
import { endpointLabel, formatSuccessRate } from "./health-labels";
import { SparkBars } from "./spark-bars";
import { formatMode, formatSubscribedEvents } from "./webhook-labels";

type Endpoint = Outputs["webhooks"]["endpoints"]["list"]["defaultUrl"];
type Health = Outputs["webhooks"]["health"]["list"][number];

/** The path of an endpoint's page; null: of the default URL. */
export function endpointPath(name: string | null): string {
  return name === null ? "/console/webhooks/default" : `/console/webhooks/endpoints/${name}`;
}

/** A merchant's endpoints, each with its figures of 24 hours and its health. */
export function EndpointsTable({ endpoints, health }: { endpoints: Endpoint[]; health: readonly Health[] }) {
  const healthOf = ({ id }: Endpoint) => health.find(({ endpointKey }) => endpointKey === id);
  const columns: Column<Endpoint>[] = [
    { head: "Endpoint", phone: "title", title: ({ name }) => name, cell: Name },
    {
      head: "Events",
      width: "11rem",
      drop: "wide",
      muted: true,
      title: ({ eventTypes }) => formatSubscribedEvents(eventTypes),
      cell: ({ eventTypes }) => formatSubscribedEvents(eventTypes, 1),
    },
    {
      head: "Mode",
      width: "6rem",
      cell: ({ environment }) =>
        environment === "Test" ? <TestTag /> : <span className={ui.muted}>{formatMode(environment)}</span>,
    },
    {
      head: "Last 24 hours",
      width: "7.5rem",
      drop: "wide",
      cell: (endpoint) => {
        const day = healthOf(endpoint)?.day;
        return day ? <SparkBars {...day} /> : null;
      },
    },
    {
      head: "Success rate",
      width: "6rem",
      phone: "lineEnd",
      kind: "count",
      cell: (endpoint) => <SuccessRate health={healthOf(endpoint)} />,
    },
    {
      head: "Median time",
      width: "6rem",
      drop: "narrow",
      muted: true,
      kind: "count",
      cell: (endpoint) => {
        const medianMs = healthOf(endpoint)?.day.medianMs;
        return medianMs == null ? <span className={ui.dim}>none</span> : formatMs(medianMs);
      },
    },
    { head: "Status", width: "14rem", phone: "end", cell: (endpoint) => <HealthCell health={healthOf(endpoint)} /> },
    {
      head: "On a phone",
      phone: "only",
      cell: (endpoint) => (
        <>
          <code className={table.whole}>{endpoint.url ?? "not set"}</code>
          <SubLine>
            <Since health={healthOf(endpoint)} />
          </SubLine>
        </>
      ),
    },
  ];
  return (
    <Table
      caption="Webhook endpoints: the default URL first, then by name"
      isTwoLined
      columns={columns}
      rows={endpoints}
      keyOf={({ id }) => id}
    />
  );
}

function SuccessRate({ health }: { health: Health | undefined }) {
  const rate = health ? formatSuccessRate(health.day) : null;
  if (rate === null) return <span className={ui.dim}>none sent</span>;
  return (
    <>
      {rate}
      <span data-phone=""> delivered</span>
    </>
  );
}

function Name({ name, url, signed, isDefault }: Endpoint) {
  return (
    <>
      <span className={ui.tagged}>
        <RowLink href={endpointPath(name)}>{name ?? "Default URL"}</RowLink>
        {isDefault ? (
          <span className={ui.tag} data-quiet="">
            default
          </span>
        ) : null}
        {signed ? null : (
          <span className={ui.tag} data-quiet="">
            unsigned
          </span>
        )}
      </span>
      <SubLine>
        <span className={s.wide}>{url === null ? "not set" : <AddressText url={url} />}</span>
      </SubLine>
    </>
  );
}

function HealthCell({ health }: { health: Health | undefined }) {
  return (
    <>
      <StatusOf label={endpointLabel(health?.state ?? "healthy")} />
      <SubLine>
        <span className={s.wide}>
          <Since health={health} />
        </span>
      </SubLine>
    </>
  );
}

function Since({ health }: { health: Health | undefined }) {
  if (health?.since) {
    return (
      <>
        since <Time at={health.since} />
        {health.nextTryAt && health.state !== "disabled" ? (
          <>
            , next attempt <Time at={health.nextTryAt} as="clock" />
          </>
        ) : null}
      </>
    );
  }
  if (health?.lastSuccessAt) {
    return (
      <>
        last delivered <Time at={health.lastSuccessAt} />
      </>
    );
  }
  return <>none delivered in 30 days</>;
}
