"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { Address, AddressText } from "./address";
import s from "./checks.module.css";
import { findingWords, TOPIC_NAMES } from "./checks-words";
import { endpointPath } from "./endpoints-table";
import { GivenAnswer, SentRequest } from "./exchange";
import { Crumbs, Section } from "./heading";
import { Note, Status } from "./parts";
import { failureOf, type Outputs, useMerchantId, useTRPC } from "./queries";
import { Time } from "./time";
import ui from "./ui.module.css";

type Probe = NonNullable<Outputs["webhooks"]["exam"]["lastProbe"]>;
type Finding = Probe["report"]["findings"][number];

/** Looks at a destination from outside, and says what a delivery meets on its way. `url`: as it is saved now. */
export function ProbePage({ name, url, first }: { name: string | null; url: string | null; first: Probe | null }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const queries = useQueryClient();
  const input = { merchantId, name };
  const last = useQuery(trpc.webhooks.exam.lastProbe.queryOptions(input, { initialData: first }));
  const probe = useMutation(
    trpc.webhooks.exam.probe.mutationOptions({
      onSuccess: (found) => queries.setQueryData(trpc.webhooks.exam.lastProbe.queryKey(input), found),
    }),
  );
  const found = last.data ?? null;
  const failure = probe.error ? failureOf(probe.error).message : null;
  return (
    <>
      <Crumbs href={endpointPath(name)} name={name ?? "Default URL"} here="Probe" />
      <header className={s.top}>
        <div>
          <h1>Can we reach it?</h1>
          <p className={ui.say} role="status">
            <News found={found} busy={probe.isPending} />
          </p>
          {found && !probe.isPending ? <About found={found} url={url} /> : null}
        </div>
        {url === null ? null : (
          <div className={ui.actions}>
            <Link className={ui.button} href={`${endpointPath(name)}/exam`}>
              Examine it
            </Link>
            <button
              className={`${ui.button} ${ui.primary}`}
              type="button"
              disabled={probe.isPending}
              onClick={() => probe.mutate(input)}
            >
              {probe.isPending ? "Probing" : found ? "Probe again" : "Probe it"}
            </button>
          </div>
        )}
      </header>
      {failure ? <Note tone="bad">{failure}</Note> : null}
      {url === null ? (
        <Note tone="warn" action={<Link href={endpointPath(name)}>Set the URL</Link>}>
          There is no URL yet, so there is nothing to probe.
        </Note>
      ) : null}
      {found ? <Report found={found} name={name} busy={probe.isPending} /> : <WhatItDoes />}
    </>
  );
}

function News({ found, busy }: { found: Probe | null; busy: boolean }) {
  if (busy) return <>A signed event is on its way, three times. This takes 20 s at most.</>;
  if (!found) return <>A probe sends one signed event and tells what it met on the way, in plain words.</>;
  return <b>{found.report.news}</b>;
}

function About({ found, url }: { found: Probe; url: string | null }) {
  return (
    <p className={s.about}>
      <span>
        Probed <Time at={found.createdAt} as="full" />
      </span>
      <span>
        <AddressText url={found.url} />
      </span>
      {found.url === url ? null : <span>This was the address then. It is another one now.</span>}
    </p>
  );
}

function Report({ found, name, busy }: { found: Probe; name: string | null; busy: boolean }) {
  const { findings, request, answer } = found.report;
  const { pathname, search } = new URL(found.url);
  return (
    <div aria-busy={busy}>
      <Section title="What was found" first />
      <ol className={s.list}>
        {findings.map((finding) => (
          <FindingRow key={finding.topic} finding={finding} name={name} />
        ))}
      </ol>
      {request ? (
        <>
          <Section title="What was sent, and what came" />
          <div className={s.pair}>
            <SentRequest path={pathname + search} headers={request.headers} body={request.body} />
            {answer ? <GivenAnswer {...answer} /> : <p className={ui.muted}>No answer came.</p>}
          </div>
        </>
      ) : null}
    </div>
  );
}

function FindingRow({ finding, name }: { finding: Finding; name: string | null }) {
  const { topic, state, found, why, todo, suggestion } = finding;
  const { tone, glyph, word } = findingWords(state);
  return (
    <li data-quiet={state === "unreached" ? "" : undefined}>
      <div className={s.topic}>
        {TOPIC_NAMES[topic]}
        <small>
          <Status tone={tone} glyph={glyph}>
            {word}
          </Status>
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
            <Link href={endpointPath(name)}>Change the address</Link>
          </div>
        ) : null}
      </div>
    </li>
  );
}

function WhatItDoes() {
  return (
    <>
      <Section title="What it looks at" first />
      <div className={s.what}>
        <ul>
          <li>Whether the name resolves, and to addresses that webhooks may reach.</li>
          <li>Whether a connection stands, and whose certificate it shows.</li>
          <li>Whether a redirect, a bot wall or a page to sign in on stands in front of your receiver.</li>
          <li>What your receiver answers to a signed event, how soon, and what its clock says.</li>
        </ul>
        <p>
          The event is of the type <code>webhook.test</code> and is sent up to three times, with one id. It is no
          delivery: it is not tried again, and no payment and no health changes.
        </p>
      </div>
    </>
  );
}
