"use client";

import { type ReactNode, useState } from "react";
import { LinkButton } from "../../ui/button";
import { CodeBox } from "../../ui/code/code-box";
import { Fact } from "../../ui/fact";
import { Select } from "../../ui/fields";
import { Heading } from "../../ui/heading";
import { Icon } from "../../ui/icons";
import { Link } from "../../ui/link";
import { StatusOf } from "../../ui/parts";
import { type Outputs, useConsole, useMay, useServedQuery } from "../../ui/queries";
import { QueryFailure } from "../../ui/query-failure";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { deliveryLabel } from "../deliveries/delivery-labels";
import { readable } from "../deliveries/delivery-message";
import { deliveryPath } from "../deliveries/delivery-path";
import { OtherModeTag } from "../frame/mode-switch";
import { endpointPath } from "../webhooks/endpoints-table";
import { SendTest } from "../webhooks/send-test";
import { WebhooksTabs } from "../webhooks/webhooks-tabs";
import s from "./events.module.css";
import { JsonText } from "./json-text";

type Listed = Outputs["developers"]["events"]["list"];
type Event = Listed["events"][number];
/** The guide's text about a type. */
type Documented = { type: string; text: ReactNode; example: unknown };

const REFRESH_MS = 10_000;
const TEST_EVENT = "webhook.test";
/** The event that every shop needs. */
const MOST_NEEDED = "payment_request.succeeded";

/** Every event type: when it is sent, its payload, the merchant's endpoints that receive it, and the last one. */
export function EventsPage({ first, documented }: { first: Listed; documented: readonly Documented[] }) {
  const { trpc, merchantId } = useConsole();
  const query = useServedQuery(trpc.developers.events.list, { merchantId }, first, REFRESH_MS);
  const { data } = query;
  return (
    <>
      <Heading
        title="Events"
        lead={leadOf(data)}
        action={
          <LinkButton document href="/docs/integrate/events">
            Read the guide
          </LinkButton>
        }
      />
      <WebhooksTabs here="Events" />
      <QueryFailure what="The list of events" query={query} />
      <ul className={s.events}>
        {data.events.map((event) => (
          <EventRow
            key={event.type}
            event={event}
            documented={documented.find(({ type }) => type === event.type)}
            endpoints={data.endpoints}
          />
        ))}
      </ul>
    </>
  );
}

function leadOf({ events, endpoints }: Listed): string {
  if (endpoints.length === 0) return "No webhooks are sent yet. You can still poll for status.";
  const unsent = events.filter(({ takers }) => takers.length === 0);
  if (unsent.some(({ type }) => type === MOST_NEEDED)) return `No endpoint receives ${MOST_NEEDED}.`;
  if (unsent.length === 0) return "All event types have a subscriber. Ignore types you don’t recognise.";
  return `${unsent.length} of ${events.length} event types have no subscriber. Ignore types you don’t recognise.`;
}

function EventRow(props: { event: Event; documented: Documented | undefined; endpoints: Listed["endpoints"] }) {
  const { event, documented, endpoints } = props;
  const { type, last } = event;
  const sent =
    last && last.body !== null
      ? [{ name: "Last sent", text: readable(last.body), drawn: <JsonText value={JSON.parse(last.body)} /> }]
      : [];
  const example = documented
    ? [
        {
          name: "Example",
          text: JSON.stringify(documented.example, null, 2),
          drawn: <JsonText value={documented.example} />,
        },
      ]
    : [];
  return (
    <li>
      <div className={s.words}>
        <h2>
          <code>{type}</code>
        </h2>
        {documented?.text}
        <details>
          <summary>
            <Icon name="right" />
            Payload
          </summary>
          <CodeBox label="Payload" versions={[...example, ...sent]} />
        </details>
      </div>
      <dl className={ui.facts}>
        <Fact name="Sent to">
          <Subscribers event={event} />
        </Fact>
        <Fact name="Last sent">
          <LastSent last={last} />
        </Fact>
        {type === TEST_EVENT ? <SendOne endpoints={endpoints} /> : null}
      </dl>
    </li>
  );
}

function Subscribers({ event: { takers, type } }: { event: Event }) {
  const may = useMay();
  if (takers.length === 0) return <span className={ui.muted}>No endpoint</span>;
  if (type === TEST_EVENT) return <>The endpoint you choose</>;
  return (
    <ul>
      {takers.map(({ name, environment }) => (
        <li key={name ?? ""}>
          {may("webhooks.endpoints.get") ? (
            <Link href={endpointPath(name)}>{name ?? "Default URL"}</Link>
          ) : (
            (name ?? "Default URL")
          )}
          {environment === "Both" ? null : <small> {environment === "Test" ? "test only" : "live only"}</small>}
        </li>
      ))}
    </ul>
  );
}

function LastSent({ last }: { last: Event["last"] }) {
  const may = useMay();
  if (!last) return <span className={ui.muted}>None yet</span>;
  const at = <Time at={last.createdAt} />;
  return (
    <>
      {may("webhooks.log.get") ? <Link href={deliveryPath(last.id)}>{at}</Link> : at} <OtherModeTag test={last.test} />
      <small>
        <StatusOf label={deliveryLabel(last.state)} />
      </small>
    </>
  );
}

/** Sends a test event to a chosen endpoint. */
function SendOne({ endpoints }: { endpoints: Listed["endpoints"] }) {
  const may = useMay();
  const [picked, setPicked] = useState("");
  if (!may("webhooks.log.sendTest")) return null;
  if (endpoints.length === 0) {
    return (
      <Fact name="Send one">
        <span className={ui.muted}>no endpoint yet</span>
      </Fact>
    );
  }
  const chosen = endpoints.find(({ name }) => (name ?? "") === picked) ?? endpoints[0];
  return (
    <div>
      <dt>Send one</dt>
      <dd className={s.send}>
        {endpoints.length > 1 ? (
          <Select
            aria-label="Endpoint"
            value={chosen?.name ?? ""}
            onChange={(change) => setPicked(change.target.value)}
          >
            {endpoints.map(({ name }) => (
              <option key={name ?? ""} value={name ?? ""}>
                {name ?? "Default URL"}
              </option>
            ))}
          </Select>
        ) : null}
        <SendTest name={chosen?.name ?? null} />
      </dd>
    </div>
  );
}
