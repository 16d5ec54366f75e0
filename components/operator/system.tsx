"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Fact } from "../console/fact";
import { Heading, Section } from "../console/heading";
import { Glyph } from "../console/icons";
import { type Outputs, useTRPC } from "../console/queries";
import { QueryFailure } from "../console/query-failure";
import { Time } from "../console/time";
import ui from "../console/ui.module.css";
import s from "./operator.module.css";
import { QueueTable } from "./queue-table";
import { ageWords, auditWeaknessText, type Need, needsOf, queueCount, sizeWords, systemNews } from "./system-words";
import { WorkerTable } from "./worker-table";

type System = Outputs["platform"]["system"]["read"];

const REFRESH_MS = 5_000;

/** How the installation is: what needs somebody, then the proof of it. */
export function SystemPage({ first }: { first: System }) {
  const trpc = useTRPC();
  const options = trpc.platform.system.read.queryOptions(undefined, {
    initialData: first,
    refetchInterval: REFRESH_MS,
  });
  const { data, isError, error, refetch } = useQuery(options);
  const needs = needsOf(data);
  return (
    <>
      <Heading
        title={systemNews(data)}
        lead={
          <>
            The whole installation, as it was at <Time at={data.at} as="seconds" />.
          </>
        }
      />
      {isError ? <QueryFailure what="The system" error={error} retry={() => refetch()} /> : null}
      <Figures system={data} />
      {needs.length > 0 ? (
        <>
          <Section title="Needs attention" />
          <Needs needs={needs} />
        </>
      ) : null}
      <div id="queues">
        <Section title="Queues" />
        <QueueTable system={data} />
      </div>
      <div id="workers">
        <Section title="Workers" />
        <WorkerTable workers={data.workers} at={data.at} />
      </div>
      <div id="database">
        <Section title="Database and versions" />
        <DatabaseFacts system={data} />
      </div>
    </>
  );
}

function Figures({ system }: { system: System }) {
  const { workers, queues, countedRows, downBanks, openAnomalies } = system;
  const alive = workers.filter((worker) => worker.alive).length;
  const due = queues.reduce(
    (sum, queue) => sum + (queue.name === "mail.send" && !system.mailLeaves ? 0 : queue.due),
    0,
  );
  const oldest = Math.max(0, ...queues.map((queue) => (queue.name === "mail.send" ? 0 : (queue.oldestDueForS ?? 0))));
  return (
    <dl className={s.figures}>
      <div>
        <dt>Workers alive</dt>
        <dd>{alive}</dd>
        <dd>{workers.length > alive ? `${workers.length - alive} not heard of lately` : "all that there are"}</dd>
      </div>
      <div>
        <dt>Due now</dt>
        <dd>{queueCount(due, countedRows)}</dd>
        <dd>{due === 0 ? "nothing waits for a worker" : `the longest for ${ageWords(oldest)}`}</dd>
      </div>
      <div>
        <dt>Banks left alone</dt>
        <dd>{downBanks.length}</dd>
        <dd>{downBanks.length === 0 ? "all that are connected answer" : "tried again by themselves"}</dd>
      </div>
      <div>
        <dt>To look at</dt>
        <dd>{queueCount(openAnomalies, countedRows)}</dd>
        <dd>{openAnomalies === 0 ? "no payment waits for a person" : "notes on payments"}</dd>
      </div>
    </dl>
  );
}

function Needs({ needs }: { needs: Need[] }) {
  return (
    <ul className={s.needs}>
      {needs.map(({ tone, fact, why, href, action }) => (
        <li key={fact} data-tone={tone}>
          <Glyph name={tone === "bad" ? "fail" : "warn"} />
          <p>
            <b>{fact}</b> {why}
          </p>
          {href === undefined ? null : <Link href={href}>{action}</Link>}
        </li>
      ))}
    </ul>
  );
}

function DatabaseFacts({ system: { database, versions, auditWeaknesses } }: { system: System }) {
  const { version, sizeBytes, connections, maxConnections, longestTransactionS, schema, clockAheadMs } = database;
  return (
    <dl className={ui.facts}>
      <Fact name="Bankside">{versions.product}</Fact>
      <Fact name="Node.js">{versions.node}</Fact>
      <Fact name="PostgreSQL">{version}</Fact>
      <Fact name="Schema">{schema ? <code>{schema}</code> : "none noted"}</Fact>
      <Fact name="Size">{sizeWords(sizeBytes)}</Fact>
      <Fact name="Connections">
        {connections} of {maxConnections}
      </Fact>
      <Fact name="Oldest open">
        {longestTransactionS < 1
          ? "no transaction is older than a second"
          : `a transaction, ${ageWords(longestTransactionS)}`}
      </Fact>
      <Fact name="Clock">
        {Math.abs(clockAheadMs) < 1_000
          ? "in step with this machine’s"
          : `${ageWords(Math.abs(clockAheadMs) / 1_000)} off`}
      </Fact>
      <Fact name="Audit log">
        {auditWeaknesses.length === 0
          ? "this installation’s database role can only add to it"
          : `this installation’s database role can change it: ${auditWeaknessText(auditWeaknesses)}`}
      </Fact>
    </dl>
  );
}
