"use client";

import { Fragment, useState } from "react";
import { Button } from "../../ui/button";
import { CopyButton, Id } from "../../ui/copy-button";
import { Icon } from "../../ui/icons";
import { None } from "../../ui/parts";
import table from "../../ui/table.module.css";
import { Time, timeText } from "../../ui/time/time";
import { useZone } from "../../ui/time/zone";
import ui from "../../ui/ui.module.css";
import s from "./audit.module.css";
import { AUDIT_COLUMNS } from "./audit-heads";
import { type AuditEntry, changeRows, formatAction, formatActor, formatClient, formatObject } from "./audit-labels";

const SHOWN_HASH = 8;
/** The columns that are shown at every width. */
const FIXED = AUDIT_COLUMNS.filter((column) => !("drop" in column));
const DROPPED = AUDIT_COLUMNS.flatMap((column) => ("drop" in column ? [column] : []));

/** Audit entries grouped by days in the user's zone; each expands. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const zone = useZone();
  const [open, setOpen] = useState<string | null>(null);
  const dayOf = (entry: AuditEntry | undefined) => entry && timeText(entry.at, "weekday", zone);
  return (
    <div className={table.wrap} data-columns="audit">
      <table className={table.table}>
        <caption className={ui.hidden}>Audit log, newest first</caption>
        <colgroup>
          {AUDIT_COLUMNS.map(({ head, widthRem, ...column }) => (
            <col
              key={head}
              data-order={"drop" in column ? column.drop : undefined}
              style={widthRem === null ? undefined : { width: `${widthRem}rem` }}
            />
          ))}
        </colgroup>
        <thead>
          <tr>
            {AUDIT_COLUMNS.map(({ head, ...column }) => (
              <th key={head} scope="col" data-order={"drop" in column ? column.drop : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry, index) => (
            <Fragment key={entry.id}>
              {dayOf(entry) === dayOf(entries[index - 1]) ? null : (
                <tr className={table.group}>
                  <td colSpan={FIXED.length}>
                    <b>{dayOf(entry)}</b>
                  </td>
                  <DroppedCells />
                </tr>
              )}
              <EntryRow
                entry={entry}
                isOpen={open === entry.id}
                toggle={() => setOpen(open === entry.id ? null : entry.id)}
              />
              {open === entry.id ? <EntryDetail entry={entry} /> : null}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function EntryRow({ entry, isOpen, toggle }: { entry: AuditEntry; isOpen: boolean; toggle: () => void }) {
  const who = formatActor(entry);
  const thing = formatObject(entry);
  const how = formatClient(entry);
  return (
    <tr data-open={isOpen ? "" : undefined}>
      <td className={ui.muted}>
        <Time at={entry.at} as="seconds" />
      </td>
      <td title={entry.actor.email ?? undefined}>
        {who.name} {who.as ? <span className={ui.dim}>{who.as}</span> : null}
      </td>
      <td data-on="a">
        <Button look="plain" className={`${table.row} ${s.act}`} aria-expanded={isOpen} onClick={toggle}>
          {formatAction(entry.action)} {thing === null ? null : <b className={s.thing}>{thing}</b>}
        </Button>
      </td>
      <td className={ui.muted} title={how}>
        {how}
      </td>
      <td className={ui.muted} data-order="2">
        {entry.ip === null ? <None /> : <code>{entry.ip}</code>}
      </td>
      <td data-order="1">
        <Id value={entry.hash} label="hash" shown={SHOWN_HASH} />
      </td>
      <td data-on="c" data-phone="">
        <Time at={entry.at} as="clock" />, {who.name}
      </td>
    </tr>
  );
}

/** The changes of an entry, its client, and its hash with the previous entry's hash. */
function EntryDetail({ entry }: { entry: AuditEntry }) {
  const rows = changeRows(entry);
  const hasBefore = entry.before !== null;
  return (
    <tr className={`${table.why} ${s.detail}`}>
      <td colSpan={FIXED.length}>
        <div>
          {rows.length > 0 ? (
            <table className={s.changes}>
              <caption className={ui.hidden}>{hasBefore ? "Before and after" : "Details"}</caption>
              <thead className={hasBefore ? undefined : ui.hidden}>
                <tr>
                  <th scope="col">Field</th>
                  {hasBefore ? <th scope="col">Before</th> : null}
                  <th scope="col">{hasBefore ? "After" : "Value"}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ field, before, after }) => (
                  <tr key={field}>
                    <th scope="row">{field}</th>
                    {hasBefore ? <td>{before === after ? before : <del>{before}</del>}</td> : null}
                    <td>{hasBefore && before !== after ? <ins>{after}</ins> : after}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          ) : null}
          <dl className={s.facts}>
            <Fact name="Entry">
              {entry.seq.toLocaleString("en-GB")} <code>{entry.action}</code>
            </Fact>
            <Fact name="Client">{[entry.ip, formatClient(entry)].filter((part) => part !== null).join(", ")}</Fact>
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
      </td>
      <DroppedCells />
    </tr>
  );
}

/** Empty cells at the end of a row that spans the table: they are hidden with their columns. */
function DroppedCells() {
  return DROPPED.map(({ head, drop }) => <td key={head} data-order={drop} />);
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
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
