"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { AddressText } from "../../ui/address";
import { Button, LinkButton } from "../../ui/button";
import { Crumbs, Section, StateHeading } from "../../ui/heading";
import { Link } from "../../ui/link";
import { Note, StatusOf } from "../../ui/parts";
import { type Outputs, useConsole } from "../../ui/queries";
import { QueryFailure } from "../../ui/query-failure";
import { type Column, RowLink, Table } from "../../ui/table";
import { Time } from "../../ui/time/time";
import { useAction } from "../../ui/use-action";
import { endpointPath } from "../webhooks/endpoints-table";
import { receiverTestLabel } from "./check-labels";
import s from "./checks.module.css";
import { ReceiverTestStep } from "./receiver-test-step";

type ReceiverTests = Outputs["webhooks"]["diagnostics"]["listReceiverTests"];
type ReceiverTest = NonNullable<ReceiverTests["receiverTest"]>;

const REFRESH_MS = 1_000;

type Props = {
  name: string | null;
  /** The endpoint's current URL. */
  url: string | null;
  /** Why the test can't start; null: it can. */
  refusal: string | null;
  /** The ID of the shown run; null: the newest. */
  wanted: string | null;
  first: ReceiverTests;
};

/** The receiver test of an endpoint: its steps with their results, and earlier runs. */
export function ReceiverTestPage({ name, url, refusal, wanted, first }: Props) {
  const { trpc, merchantId } = useConsole();
  const router = useRouter();
  const input = { merchantId, name, ...(wanted === null ? {} : { receiverTest: wanted }) };
  const { data, isError, error, refetch } = useQuery(
    trpc.webhooks.diagnostics.listReceiverTests.queryOptions(input, {
      initialData: first,
      refetchInterval: ({ state }) => (state.data?.history.some((one) => one.state === "running") ? REFRESH_MS : false),
    }),
  );
  const start = useAction(trpc.webhooks.diagnostics.startReceiverTest, {
    unchanged: "Nothing was sent.",
    changes: [trpc.webhooks.diagnostics.listReceiverTests.queryFilter()],
    // The new run replaces an older one on the page.
    onDone: () => (wanted === null ? undefined : router.replace(`${endpointPath(name)}/receiver-test`)),
  });
  const { receiverTest, history } = data;
  const running = history.some(({ state }) => state === "running");
  const begin = refusal === null ? () => start.run({ merchantId, name }) : null;
  return (
    <>
      <Crumbs href={endpointPath(name)} name={name ?? "Default URL"} here="Receiver test" />
      <Top name={name} receiverTest={receiverTest} url={url} begin={begin} busy={start.busy || running} />
      {start.failure ? <Note tone="bad">{start.failure}</Note> : null}
      {refusal ? (
        <Note tone="warn" action={<Link href={endpointPath(name)}>Open endpoint</Link>}>
          {refusal}
        </Note>
      ) : null}
      <QueryFailure what="The receiver test" query={{ isError, error, refetch }} />
      {receiverTest ? (
        <>
          <Section title="Steps" first />
          <ol className={`${s.list} ${s.steps}`}>
            {receiverTest.steps.map((step) => (
              <ReceiverTestStep
                key={step.key}
                step={step}
                url={receiverTest.url}
                running={receiverTest.state === "running"}
              />
            ))}
          </ol>
        </>
      ) : (
        <WhatItDoes />
      )}
      {history.length > 1 ? (
        <div className={s.noPrint}>
          <Section title="Earlier runs" />
          <ReceiverTestHistory history={history} name={name} shown={receiverTest?.id ?? null} />
        </div>
      ) : null}
    </>
  );
}

type TopProps = {
  name: string | null;
  receiverTest: ReceiverTest | null;
  url: string | null;
  begin: (() => void) | null;
  busy: boolean;
};

function Top({ name, receiverTest, url, begin, busy }: TopProps) {
  return (
    <StateHeading
      title="Receiver test"
      summary={<Summary receiverTest={receiverTest} />}
      isLive
      actions={
        <>
          {receiverTest?.state === "unfinished" ? (
            <LinkButton href={`${endpointPath(name)}/probe`}>Test connection</LinkButton>
          ) : null}
          {receiverTest?.state === "finished" ? <Button onClick={() => window.print()}>Print</Button> : null}
          {begin ? (
            <Button look="primary" disabled={busy} onClick={begin}>
              {busy ? "Running" : receiverTest ? "Run again" : "Run receiver test"}
            </Button>
          ) : null}
        </>
      }
    >
      {receiverTest?.state === "running" ? <Progress {...receiverTest.progress} /> : null}
      {receiverTest ? (
        <p className={s.about}>
          <span>
            Run {receiverTest.code}, <Time at={receiverTest.createdAt} as="full" />
          </span>
          <span>
            <AddressText url={receiverTest.url} />
          </span>
          {receiverTest.url === url ? null : <span>The endpoint’s URL has changed since.</span>}
        </p>
      ) : null}
    </StateHeading>
  );
}

function Summary({ receiverTest }: { receiverTest: ReceiverTest | null }) {
  if (!receiverTest) return <>Checks how your server handles valid, forged, old, duplicate and out-of-order events.</>;
  if (receiverTest.state === "running") {
    return (
      <>
        <b>The test is running.</b> It takes up to a minute, and continues if you close this page.
      </>
    );
  }
  const result = receiverTest.summary ?? "";
  return receiverTest.state === "finished" ? (
    <b>{result}</b>
  ) : (
    <>
      <b>The test did not finish.</b> {result}
    </>
  );
}

function Progress({ done, of }: { done: number; of: number }) {
  return (
    <>
      <div
        className={s.progress}
        role="progressbar"
        aria-label="Progress"
        aria-valuemin={0}
        aria-valuemax={of}
        aria-valuenow={done}
      >
        <span style={{ width: `${(100 * done) / of}%` }} />
      </div>
      <p className={s.about}>
        {done} of {of} sent
      </p>
    </>
  );
}

function WhatItDoes() {
  return (
    <>
      <Section title="What it does" first />
      <div className={s.what}>
        <ul>
          <li>Sends about 24 events: valid, forged, old, changed, duplicate, out of order and slow.</li>
          <li>
            Uses test payments of 1.00 EUR that do not exist, with order IDs <code>RECEIVER-TEST-…</code>.
          </li>
          <li>Checks each response. For what only your own system shows, it tells you what to look for.</li>
        </ul>
        <p>
          A server that accepts every event will contain these orders afterwards. The test does not appear in the
          delivery log, and changes no payment and no endpoint status.
        </p>
      </div>
    </>
  );
}

type History = Outputs["webhooks"]["diagnostics"]["listReceiverTests"]["history"];

/** The last receiver tests of an endpoint, newest first. `shown`: the one on this page. */
function ReceiverTestHistory({
  history,
  name,
  shown,
}: {
  history: History;
  name: string | null;
  shown: string | null;
}) {
  const columns: Column<History[number]>[] = [
    {
      head: "Started",
      width: "10rem",
      phone: "title",
      cell: ({ id, createdAt }) => (
        <RowLink
          href={`${endpointPath(name)}/receiver-test?test=${id}`}
          aria-current={id === shown ? "true" : undefined}
        >
          <Time at={createdAt} as="full" />
        </RowLink>
      ),
    },
    { head: "Run", width: "8rem", phone: "end", cell: ({ code }) => <code>{code}</code> },
    { head: "Result", width: "9rem", phone: "lineEnd", cell: (run) => <StatusOf label={receiverTestLabel(run)} /> },
    {
      head: "Details",
      phone: "line",
      muted: true,
      title: (run) => receiverTestLabel(run).more,
      cell: (run) => receiverTestLabel(run).more,
    },
  ];
  return <Table caption="Runs, newest first" columns={columns} rows={history} keyOf={({ id }) => id} />;
}
