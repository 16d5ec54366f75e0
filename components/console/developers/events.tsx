"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import { endpointPath } from "../endpoints-table";
import { Heading } from "../heading";
import { Status, TestTag } from "../parts";
import { type Outputs, useMay, useMerchantId, useTRPC } from "../queries";
import { QueryFailure } from "../query-failure";
import { SendTest } from "../send-test";
import { Time } from "../time";
import ui from "../ui.module.css";
import { CodeBox } from "./code-box";
import s from "./events.module.css";
import { JsonText } from "./json-text";

type Listed = Outputs["developers"]["events"]["list"];
type Event = Listed["events"][number];
/** What the guide says of a type. */
type Told = { type: string; words: ReactNode; example: unknown };

const REFRESH_MS = 10_000;
const TEST_EVENT = "webhook.test";
/** Of a payment's success: a shop that hears of nothing else still has to hear of this. */
const MOST_NEEDED = "payment_request.succeeded";

/** Every type of event: when it is sent, what it holds, who of the merchant's own endpoints takes it, and the last one. */
export function EventsPage({ first, told }: { first: Listed; told: readonly Told[] }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const options = trpc.developers.events.list.queryOptions(
    { merchantId },
    { initialData: first, refetchInterval: REFRESH_MS },
  );
  const { data, isError, error, refetch } = useQuery(options);
  return (
    <>
      <Heading
        title="Events"
        lead={leadOf(data)}
        action={
          <a className={ui.button} href="/docs/integrate/events">
            Read the guide
          </a>
        }
      />
      {isError ? <QueryFailure what="The list" error={error} retry={() => refetch()} /> : null}
      <ul className={s.events}>
        {data.events.map((event) => (
          <EventRow
            key={event.type}
            event={event}
            told={told.find(({ type }) => type === event.type)}
            destinations={data.destinations}
          />
        ))}
      </ul>
    </>
  );
}

function leadOf({ events, destinations }: Listed): string {
  if (destinations.length === 0) return "Nobody is told of anything yet. Payments can be asked for by their status.";
  const untold = events.filter(({ takers }) => takers.length === 0);
  if (untold.some(({ type }) => type === MOST_NEEDED)) return "Nobody is told of a payment that succeeded.";
  if (untold.length === 0) return "Each type is taken by somebody. More may be added: pass over what you do not know.";
  return `${untold.length} of ${events.length} types are told to nobody, because no endpoint chose them.`;
}

function EventRow(props: { event: Event; told: Told | undefined; destinations: Listed["destinations"] }) {
  const { event, told, destinations } = props;
  const { type, last } = event;
  const sent =
    last && last.body !== null
      ? [{ name: "Last sent", text: pretty(last.body), drawn: <JsonText value={JSON.parse(last.body)} /> }]
      : [];
  const example = told
    ? [{ name: "Example", text: JSON.stringify(told.example, null, 2), drawn: <JsonText value={told.example} /> }]
    : [];
  return (
    <li>
      <div className={s.words}>
        <h2>
          <code>{type}</code>
        </h2>
        {told?.words}
        <details>
          <summary>Payload</summary>
          <CodeBox label="Payload" versions={[...example, ...sent]} />
        </details>
      </div>
      <dl className={ui.facts}>
        <div>
          <dt>Taken by</dt>
          <dd>
            <Takers event={event} />
          </dd>
        </div>
        <div>
          <dt>Last sent</dt>
          <dd>
            <LastSent last={last} />
          </dd>
        </div>
        {type === TEST_EVENT ? <SendOne destinations={destinations} /> : null}
      </dl>
    </li>
  );
}

function Takers({ event: { takers, type } }: { event: Event }) {
  const may = useMay();
  if (takers.length === 0) return <span className={ui.muted}>nobody</span>;
  if (type === TEST_EVENT) return <>whoever it is sent to</>;
  return (
    <ul>
      {takers.map(({ name, environment }) => (
        <li key={name ?? ""}>
          {may("webhooks.endpoints.get") ? (
            <Link href={endpointPath(name)}>{name ?? "The default URL"}</Link>
          ) : (
            (name ?? "The default URL")
          )}
          {environment === "Both" ? null : <small> {environment === "Test" ? "tests only" : "live only"}</small>}
        </li>
      ))}
    </ul>
  );
}

function LastSent({ last }: { last: Event["last"] }) {
  const may = useMay();
  if (!last) return <span className={ui.muted}>none yet</span>;
  const at = <Time at={last.createdAt} />;
  return (
    <>
      {may("webhooks.log.get") ? <Link href={`/console/webhooks/deliveries/${last.id}`}>{at}</Link> : at}{" "}
      {last.test ? <TestTag /> : null}
      <small>
        {last.status === "delivered" ? (
          <Status tone="good" glyph="done">
            Delivered
          </Status>
        ) : (
          STATUS_WORDS[last.status]
        )}
      </small>
    </>
  );
}

const STATUS_WORDS: Readonly<Record<string, string>> = {
  waiting: "Waiting for its next try",
  failed: "Given up",
  no_destination: "No destination",
};

/** One test event, to a destination that one chooses. */
function SendOne({ destinations }: { destinations: Listed["destinations"] }) {
  const may = useMay();
  const [picked, setPicked] = useState("");
  if (!may("webhooks.log.sendTest")) return null;
  if (destinations.length === 0) {
    return (
      <div>
        <dt>Send one</dt>
        <dd className={ui.muted}>There is nobody to send it to.</dd>
      </div>
    );
  }
  const chosen = destinations.find(({ name }) => (name ?? "") === picked) ?? destinations[0];
  return (
    <div>
      <dt>Send one</dt>
      <dd className={s.send}>
        {destinations.length > 1 ? (
          <label className={ui.input}>
            <span className={ui.hidden}>To</span>
            <select value={chosen?.name ?? ""} onChange={(change) => setPicked(change.target.value)}>
              {destinations.map(({ name }) => (
                <option key={name ?? ""} value={name ?? ""}>
                  {name ?? "The default URL"}
                </option>
              ))}
            </select>
          </label>
        ) : null}
        <SendTest name={chosen?.name ?? null} />
      </dd>
    </div>
  );
}

function pretty(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2);
}
