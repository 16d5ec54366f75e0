"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Address, AddressText } from "../../ui/address";
import { Button, LinkButton } from "../../ui/button";
import { Crumbs, Section, StateHeading } from "../../ui/heading";
import { Link } from "../../ui/link";
import { Note, StatusOf } from "../../ui/parts";
import { type Outputs, useConsole, useServedQuery } from "../../ui/queries";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { useAction } from "../../ui/use-action";
import { ReceivedResponse, SentRequest } from "../deliveries/exchange";
import { endpointPath } from "../webhooks/endpoints-table";
import { FINDING_LABELS, TOPIC_NAMES } from "./check-labels";
import s from "./checks.module.css";

type Probe = NonNullable<Outputs["webhooks"]["diagnostics"]["lastProbe"]>;
type Finding = Probe["report"]["findings"][number];

/** The connection test of an endpoint, with its last result. `url`: the current one. */
export function ProbePage({ name, url, first }: { name: string | null; url: string | null; first: Probe | null }) {
  const { trpc, merchantId } = useConsole();
  const queries = useQueryClient();
  const input = { merchantId, name };
  const last = useServedQuery(trpc.webhooks.diagnostics.lastProbe, input, first);
  const probe = useAction(trpc.webhooks.diagnostics.probe, {
    unchanged: "Nothing was sent.",
    onDone: (found) => void queries.setQueryData(trpc.webhooks.diagnostics.lastProbe.queryKey(input), found),
  });
  const found = last.data ?? null;
  return (
    <>
      <Crumbs href={endpointPath(name)} name={name ?? "Default URL"} here="Connection test" />
      <StateHeading
        title="Connection test"
        summary={<Summary found={found} busy={probe.busy} />}
        isLive
        actions={
          url === null ? null : (
            <>
              <LinkButton href={`${endpointPath(name)}/receiver-test`}>Run receiver test</LinkButton>
              <Button look="primary" disabled={probe.busy} onClick={() => probe.run(input)}>
                {probe.busy ? "Testing" : found ? "Test again" : "Test connection"}
              </Button>
            </>
          )
        }
      >
        {found && !probe.busy ? <About found={found} url={url} /> : null}
      </StateHeading>
      {probe.failure ? <Note tone="bad">{probe.failure}</Note> : null}
      {url === null ? (
        <Note tone="warn" action={<Link href={endpointPath(name)}>Set URL</Link>}>
          No URL is set yet. Set one to test the connection.
        </Note>
      ) : null}
      {found ? <Report found={found} name={name} busy={probe.busy} /> : <WhatItDoes />}
    </>
  );
}

function Summary({ found, busy }: { found: Probe | null; busy: boolean }) {
  if (busy) return <>Sending a signed event up to three times. This takes up to 20 s.</>;
  if (!found) return <>Sends one signed event and checks everything between us and your server.</>;
  return <b>{found.report.summary}</b>;
}

function About({ found, url }: { found: Probe; url: string | null }) {
  return (
    <p className={s.about}>
      <span>
        Tested <Time at={found.createdAt} as="full" />
      </span>
      <span>
        <AddressText url={found.url} />
      </span>
      {found.url === url ? null : <span>The endpoint’s URL has changed since.</span>}
    </p>
  );
}

function Report({ found, name, busy }: { found: Probe; name: string | null; busy: boolean }) {
  const { findings, request, answer } = found.report;
  return (
    <div aria-busy={busy}>
      <Section title="Results" first />
      <ol className={s.list}>
        {findings.map((finding) => (
          <FindingRow key={finding.topic} finding={finding} name={name} />
        ))}
      </ol>
      {request ? (
        <>
          <Section title="Request and response" />
          <div className={s.pair}>
            <SentRequest url={found.url} headers={request.headers} body={request.body} />
            {answer ? <ReceivedResponse {...answer} /> : <p className={ui.muted}>No response</p>}
          </div>
        </>
      ) : null}
    </div>
  );
}

function FindingRow({ finding, name }: { finding: Finding; name: string | null }) {
  const { topic, state, found, why, todo, suggestion } = finding;
  return (
    <li data-quiet={state === "unreached" ? "" : undefined}>
      <div className={s.topic}>
        {TOPIC_NAMES[topic]}
        <small>
          <StatusOf label={FINDING_LABELS[state]} />
        </small>
      </div>
      <div className={s.text}>
        <p className={s.found}>{found}</p>
        {why ? <p>{why}</p> : null}
        {todo ? (
          <p>
            <b>{todo}</b>
          </p>
        ) : null}
        {suggestion ? (
          <div className={s.suggestion}>
            <Address url={suggestion} />
            <Link href={endpointPath(name)}>Change URL</Link>
          </div>
        ) : null}
      </div>
    </li>
  );
}

function WhatItDoes() {
  return (
    <>
      <Section title="What it checks" first />
      <div className={s.what}>
        <ul>
          <li>DNS: the host name resolves to public addresses</li>
          <li>Connection and TLS certificate</li>
          <li>Redirects, bot protection and sign-in pages in front of your server</li>
          <li>Your server’s response to a signed event, its duration, and its clock</li>
        </ul>
        <p>
          Sends an event of type <code>webhook.test</code> up to three times with the same ID. It does not appear in the
          delivery log, is not retried, and changes no payment and no endpoint status.
        </p>
      </div>
    </>
  );
}
