"use client";

import health from "../../console/webhooks/health.module.css";
import { Fact, Stat, Stats } from "../../ui/fact";
import { Heading, Section } from "../../ui/heading";
import { Glyph } from "../../ui/icons";
import { Link } from "../../ui/link";
import { Note, StatusOf } from "../../ui/parts";
import { type Outputs, useServedQuery, useTRPC } from "../../ui/queries";
import { QueryFailure } from "../../ui/query-failure";
import { type Column, Table } from "../../ui/table";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { LastHour } from "./last-hour";
import { QueueTable } from "./queue-table";
import {
  type ActionItem,
  formatAge,
  formatAuditWeaknesses,
  formatQueueCount,
  formatSize,
  formatSystemStatus,
  formatWorkers,
  listActionItems,
  sumQueues,
} from "./system-labels";

type System = Outputs["platform"]["system"]["read"];
type Hour = Outputs["platform"]["system"]["lastHour"];

const REFRESH_MS = 5_000;

/** The state of the installation: problems first, then queues, workers and database. */
export function SystemPage({ first, hour }: { first: System; hour: Hour }) {
  const trpc = useTRPC();
  const query = useServedQuery(trpc.platform.system.read, undefined, first, REFRESH_MS);
  const { data } = query;
  const items = listActionItems(data);
  return (
    <>
      <Heading
        title="System"
        lead={
          <>
            {formatSystemStatus(data)} Updated <Time at={data.at} as="seconds" />.
          </>
        }
      />
      <QueryFailure what="The system" query={query} />
      <Figures system={data} />
      {items.length > 0 ? (
        <>
          <Section title="Needs attention" />
          <ActionItems items={items} />
        </>
      ) : null}
      <LastHour first={hour} />
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
  const { workers, countedRows, downBanks, openExceptions } = system;
  const { due, oldestForS } = sumQueues(system);
  return (
    <Stats>
      <Stat name="Workers running" value={workers.filter(({ alive }) => alive).length}>
        {formatWorkers(workers)}
      </Stat>
      <Stat name="Due now" value={formatQueueCount(due, countedRows)}>
        {due === 0 ? "nothing is due" : `oldest due for ${formatAge(oldestForS)}`}
      </Stat>
      <Stat name="Open bank circuits" value={downBanks.length}>
        {downBanks.length === 0 ? "no circuit is open" : "retried automatically"}
      </Stat>
      <Stat name="Exceptions" value={formatQueueCount(openExceptions, countedRows)}>
        {openExceptions === 0 ? "none to review" : "to review"}
      </Stat>
    </Stats>
  );
}

function ActionItems({ items }: { items: ActionItem[] }) {
  return (
    <ul className={health.need}>
      {items.map(({ tone, fact, why, href, action }) => (
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
  const { version, sizeBytes, connections, maxConnections, oldestTransaction, schema, clockAheadMs } = database;
  return (
    <dl className={ui.facts}>
      <Fact name="Bankside">{versions.product}</Fact>
      <Fact name="Node.js">{versions.node}</Fact>
      <Fact name="PostgreSQL">{version}</Fact>
      <Fact name="Schema">{schema ? <code>{schema}</code> : "unknown"}</Fact>
      <Fact name="Size">{formatSize(sizeBytes)}</Fact>
      <Fact name="Connections">
        {connections} of {maxConnections}
      </Fact>
      <Fact name="Transactions">
        {oldestTransaction === null || oldestTransaction.forS < 1
          ? "none open for longer than 1 s"
          : `the oldest open for ${formatAge(oldestTransaction.forS)}: ${oldestTransaction.holder}`}
      </Fact>
      <Fact name="Clock">
        {Math.abs(clockAheadMs) < 1_000 ? "same as this server’s" : `${formatAge(Math.abs(clockAheadMs) / 1_000)} off`}
      </Fact>
      <Fact name="Audit log">
        {auditWeaknesses.length === 0
          ? "append-only for this installation’s database role"
          : `can be changed by this installation’s database role: ${formatAuditWeaknesses(auditWeaknesses)}`}
      </Fact>
    </dl>
  );
}

type Worker = System["workers"][number];

const RUNNING = { tone: "good", glyph: "done", word: "Running" } as const;
const SILENT = { tone: "warn", glyph: "warn", word: "No heartbeat" } as const;

/** Workers with a heartbeat within a day, without those that were stopped. */
function WorkerTable({ workers, at }: { workers: Worker[]; at: string }) {
  if (workers.length === 0) {
    return (
      <Note tone="bad">
        <b>No worker is running.</b> Payment statuses are not fetched and webhooks are not sent. Start a process with{" "}
        <code>ROLE=worker</code> or <code>ROLE=all</code>.
      </Note>
    );
  }
  const unknown = <span className={ui.dim}>unknown</span>;
  const columns: Column<Worker>[] = [
    { head: "Process", phone: "title", title: ({ id }) => id, cell: ({ host }) => host ?? unknown },
    {
      head: "Status",
      width: "10rem",
      phone: "end",
      cell: ({ alive }) => <StatusOf label={alive ? RUNNING : SILENT} />,
    },
    { head: "Version", width: "6rem", phone: "line", cell: ({ version }) => version ?? unknown },
    { head: "Started", width: "9rem", muted: true, cell: ({ startedAt }) => <Time at={startedAt} /> },
    {
      head: "Last heartbeat",
      width: "9rem",
      phone: "lineEnd",
      muted: true,
      cell: ({ beatAt }) => `${formatAge((Date.parse(at) - Date.parse(beatAt)) / 1_000)} ago`,
    },
  ];
  return <Table caption="Workers, last heartbeat first" columns={columns} rows={workers} keyOf={({ id }) => id} />;
}
