import { useState } from "react";
import { Button } from "../../ui/button";
import { CopyButton, Id } from "../../ui/copy-button";
import { Fact } from "../../ui/fact";
import { Icon } from "../../ui/icons";
import { None } from "../../ui/parts";
import { Tagged } from "../../ui/sample";
import { type Column, Table } from "../../ui/table";
import table from "../../ui/table.module.css";
import { Time, timeText } from "../../ui/time/time";
import { useZone } from "../../ui/time/zone";
import ui from "../../ui/ui.module.css";
import s from "./audit.module.css";
import { AUDIT_COLUMNS } from "./audit-heads";
import { type AuditEntry, changeRows, formatAction, formatActor, formatClient, formatObject } from "./audit-labels";

const SHOWN_HASH = 8;

/** Audit entries grouped by days in the user's zone; each expands. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const zone = useZone();
  const [open, setOpen] = useState<string | null>(null);
  const dayOf = (entry: AuditEntry) => timeText(entry.at, "weekday", zone);
  const cells: Record<(typeof AUDIT_COLUMNS)[number]["head"], Omit<Column<AuditEntry>, "head">> = {
    Time: { muted: true, cell: ({ at }) => <Time at={at} as="seconds" /> },
    Who: { title: ({ actor }) => actor.email, cell: Who },
    Action: {
      phone: "title",
      cell: (entry) => (
        <Action entry={entry} isOpen={open === entry.id} toggle={() => setOpen(open === entry.id ? null : entry.id)} />
      ),
    },
    Client: { muted: true, title: formatClient, cell: (entry) => formatClient(entry) ?? <None /> },
    "IP address": { muted: true, cell: ({ ip }) => (ip === null ? <None /> : <code>{ip}</code>) },
    Hash: { cell: ({ hash }) => <Id value={hash} label="hash" shown={SHOWN_HASH} /> },
  };
  const columns: Column<AuditEntry>[] = AUDIT_COLUMNS.map((column) => ({ ...column, ...cells[column.head] }));
  return (
    <Table
      caption="Audit log, newest first"
      breakpoints="audit"
      columns={[...columns, { head: "On a phone", phone: "only", cell: OnPhone }]}
      rows={entries}
      keyOf={({ id }) => id}
      rowProps={({ id }) => ({ "data-open": open === id ? "" : undefined })}
      group={(entry, before) => (before && dayOf(before) === dayOf(entry) ? null : dayOf(entry))}
      under={(entry) => (open === entry.id ? <EntryDetail entry={entry} /> : null)}
      underClass={s.detail}
    />
  );
}

function Who(entry: AuditEntry) {
  const { name, as } = formatActor(entry);
  return (
    <>
      {name} {as ? <span className={ui.dim}>{as}</span> : null}
    </>
  );
}

function OnPhone(entry: AuditEntry) {
  return (
    <>
      <Time at={entry.at} as="clock" />, {formatActor(entry).name}
    </>
  );
}

function Action({ entry, isOpen, toggle }: { entry: AuditEntry; isOpen: boolean; toggle: () => void }) {
  const thing = formatObject(entry);
  return (
    <Button look="plain" className={`${table.row} ${s.act}`} aria-expanded={isOpen} onClick={toggle}>
      <Tagged id={entry.id}>
        <span>
          {formatAction(entry.action)} {thing === null ? null : <b className={s.thing}>{thing}</b>}
        </span>
      </Tagged>
    </Button>
  );
}

type Change = ReturnType<typeof changeRows>[number];
const FIELD: Column<Change> = { head: "Field", kind: "name", cell: ({ field }) => field };
const GIVEN: Column<Change>[] = [
  { ...FIELD, headHidden: true },
  { head: "Value", headHidden: true, cell: ({ after }) => after },
];
const CHANGED: Column<Change>[] = [
  FIELD,
  { head: "Before", cell: ({ before, after }) => (before === after ? before : <del>{before}</del>) },
  { head: "After", cell: ({ before, after }) => (before === after ? after : <ins>{after}</ins>) },
];

/** The changes of an entry, its client, and its hash with the previous entry's hash. */
function EntryDetail({ entry }: { entry: AuditEntry }) {
  const client = [entry.ip, formatClient(entry)].filter((part) => part !== null).join(", ");
  const rows = changeRows(entry);
  const hasBefore = entry.before !== null;
  return (
    <div>
      {rows.length > 0 ? (
        <Table
          plain
          caption={hasBefore ? "Before and after" : "Details"}
          className={hasBefore ? s.changes : `${s.changes} ${s.given}`}
          columns={hasBefore ? CHANGED : GIVEN}
          rows={rows}
          keyOf={({ field }) => field}
        />
      ) : null}
      <dl className={s.facts}>
        <Fact name="Entry">
          {entry.seq.toLocaleString("en-GB")} <code>{entry.action}</code>
        </Fact>
        {client === "" ? null : <Fact name="Client">{client}</Fact>}
        {entry.actor.email ? <Fact name="E-mail">{entry.actor.email}</Fact> : null}
        {entry.subjectId ? <CopiedFact name="Object" value={entry.subjectId} /> : null}
        {entry.requestId ? <CopiedFact name="Request" value={entry.requestId} /> : null}
      </dl>
      <p className={s.hashes}>
        <span>
          previous entry <code title={entry.prevHash}>{entry.prevHash.slice(0, SHOWN_HASH)}…</code>
        </span>
        <Icon name="arrow" />
        <span>
          this entry <code title={entry.hash}>{entry.hash.slice(0, SHOWN_HASH)}…</code>
        </span>
      </p>
    </div>
  );
}

function CopiedFact({ name, value }: { name: string; value: string }) {
  return (
    <Fact name={name}>
      <code>{value}</code>
      <span data-over="">
        <CopyButton text={value} label={name.toLowerCase()} />
      </span>
    </Fact>
  );
}
