import Link from "next/link";
import { AddressText } from "../../ui/address";
import { Status, TestTag } from "../../ui/parts";
import { SparkBars } from "../../ui/spark-bars";
import t from "../../ui/table.module.css";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import type { Outputs } from "../frame/queries";
import s from "./endpoints-table.module.css";
import { formatDuration, formatSuccessRate, healthLabel } from "./health-labels";
import { formatMode, formatSubscribedEvents } from "./webhook-labels";

type Endpoint = Outputs["webhooks"]["endpoints"]["list"]["defaultUrl"];
type Health = Outputs["webhooks"]["health"]["list"][number];

/** The path of an endpoint's page; null: of the default URL. */
export function endpointPath(name: string | null): string {
  return name === null ? "/console/webhooks/default" : `/console/webhooks/endpoints/${name}`;
}

/** A merchant's endpoints, each with its figures of 24 hours and its health. */
export function EndpointsTable({ endpoints, health }: { endpoints: Endpoint[]; health: readonly Health[] }) {
  return (
    <div className={t.wrap}>
      <table className={`${t.table} ${s.two}`}>
        <caption className={ui.hidden}>Webhook endpoints: the default URL first, then by name</caption>
        <colgroup>
          <col />
          <col data-drop="wide" style={{ width: "11rem" }} />
          <col style={{ width: "6rem" }} />
          <col data-drop="wide" style={{ width: "7.5rem" }} />
          <col style={{ width: "6rem" }} />
          <col data-drop="" style={{ width: "6rem" }} />
          <col style={{ width: "14rem" }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Endpoint</th>
            <th scope="col" data-drop="wide">
              Events
            </th>
            <th scope="col">Mode</th>
            <th scope="col" data-drop="wide">
              Last 24 hours
            </th>
            <th scope="col" className={s.right}>
              Success rate
            </th>
            <th scope="col" className={s.right} data-drop="">
              Median time
            </th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {endpoints.map((endpoint) => (
            <EndpointRow
              key={endpoint.id}
              endpoint={endpoint}
              health={health.find(({ endpointKey }) => endpointKey === endpoint.id)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function EndpointRow({ endpoint, health }: { endpoint: Endpoint; health: Health | undefined }) {
  const { name, url, signed, environment, eventTypes, isDefault } = endpoint;
  const taken = health ? formatSuccessRate(health.day) : null;
  return (
    <tr>
      <td data-on="a">
        <Link className={t.row} href={endpointPath(name)}>
          {name ?? "Default URL"}
        </Link>
        {isDefault ? <span className={s.mark}>default</span> : null}
        {signed ? null : <span className={s.mark}>unsigned</span>}
        <span className={s.sub}>{url === null ? "not set" : <AddressText url={url} />}</span>
      </td>
      <td className={ui.muted} title={formatSubscribedEvents(eventTypes)} data-drop="wide">
        {formatSubscribedEvents(eventTypes, 1)}
      </td>
      <td>{environment === "Test" ? <TestTag /> : <span className={ui.muted}>{formatMode(environment)}</span>}</td>
      <td data-drop="wide">{health ? <SparkBars {...health.day} /> : null}</td>
      <td className={s.right} data-on="d">
        {taken ?? <span className={ui.dim}>none sent</span>}
      </td>
      <td className={`${ui.muted} ${s.right}`} data-drop="">
        {health?.day.medianMs == null ? <span className={ui.dim}>none</span> : formatDuration(health.day.medianMs)}
      </td>
      <td data-on="b">
        <HealthCell endpoint={endpoint} health={health} />
      </td>
    </tr>
  );
}

function HealthCell({ endpoint: { disabledAt }, health }: { endpoint: Endpoint; health: Health | undefined }) {
  const { tone, glyph, word } = healthLabel({
    state: health?.state ?? "healthy",
    by: health?.by ?? null,
    disabled: disabledAt !== null,
  });
  return (
    <>
      <Status tone={tone} glyph={glyph}>
        {word}
      </Status>
      <span className={s.sub}>
        <Since disabledAt={disabledAt} health={health} />
      </span>
    </>
  );
}

function Since({ disabledAt, health }: { disabledAt: string | null; health: Health | undefined }) {
  if (disabledAt !== null) {
    return (
      <>
        since <Time at={disabledAt} />
      </>
    );
  }
  if (health?.since) {
    return (
      <>
        since <Time at={health.since} />
        {health.nextTryAt ? (
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
  return <>no successful delivery yet</>;
}
