"use client";

import { Fragment, useState } from "react";
import s from "./audit.module.css";
import { AUDIT_HEADS } from "./audit-heads";
import { type AuditEntry, actWords, changeRows, howWords, thingWords, whoWords } from "./audit-words";
import { CopyButton, Id } from "./copy-button";
import { Icon } from "./icons";
import table from "./table.module.css";
import { Time, timeText } from "./time";
import ui from "./ui.module.css";
import { useZone } from "./zone";

const SHOWN_HASH = 8;

/** Entries by the reader's days; each opens under itself. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const zone = useZone();
  const [open, setOpen] = useState<string | null>(null);
  const dayOf = (entry: AuditEntry | undefined) => entry && timeText(entry.at, "weekday", zone);
  return (
    <div className={table.wrap}>
      <table className={table.table}>
        <caption className={ui.hidden}>Audit log, the latest first</caption>
        <colgroup>
          <col style={{ width: "5rem" }} />
          <col style={{ width: "14rem" }} />
          <col />
          <col data-drop="wide" style={{ width: "12rem" }} />
          <col data-drop="" style={{ width: "8.5rem" }} />
          <col data-drop="" style={{ width: "7rem" }} />
        </colgroup>
        <thead>
          <tr>
            {AUDIT_HEADS.map((head, index) => (
              <th key={head} scope="col" data-drop={index < 3 ? undefined : index === 3 ? "wide" : ""}>
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
                  <td colSpan={AUDIT_HEADS.length}>
                    <b>{dayOf(entry)}</b>
                  </td>
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
  const who = whoWords(entry);
  const thing = thingWords(entry);
  const how = howWords(entry);
  return (
    <tr data-open={isOpen ? "" : undefined}>
      <td className={ui.muted}>
        <Time at={entry.at} as="seconds" />
      </td>
      <td title={entry.actor.email ?? undefined}>
        {who.name} {who.as ? <span className={ui.dim}>{who.as}</span> : null}
      </td>
      <td data-on="a">
        <button className={`${table.row} ${s.act}`} type="button" aria-expanded={isOpen} onClick={toggle}>
          {actWords(entry.action)} {thing === null ? null : <b className={s.thing}>{thing}</b>}
        </button>
      </td>
      <td className={ui.muted} data-drop="wide" title={how}>
        {how}
      </td>
      <td className={ui.muted} data-drop="">
        {entry.ip === null ? <span className={ui.dim}>none</span> : <code>{entry.ip}</code>}
      </td>
      <td data-drop="">
        <Id value={entry.hash} label="hash" shown={SHOWN_HASH} />
      </td>
      <td data-on="c" data-phone="">
        <Time at={entry.at} as="clock" />, {who.name}
      </td>
    </tr>
  );
}

/** What was changed, from where, and how the entry hangs on the one before it. */
function EntryDetail({ entry }: { entry: AuditEntry }) {
  const rows = changeRows(entry);
  const hasBefore = entry.before !== null;
  return (
    <tr className={`${table.why} ${s.detail}`}>
      <td colSpan={AUDIT_HEADS.length}>
        {rows.length > 0 ? (
          <table className={s.changes}>
            <caption className={ui.hidden}>{hasBefore ? "Before and after" : "What is told of it"}</caption>
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
          <Fact name="From">{[entry.ip, howWords(entry)].filter((part) => part !== null).join(", ")}</Fact>
          {entry.actor.email ? <Fact name="Person">{entry.actor.email}</Fact> : null}
          {entry.subjectId ? <CopiedFact name="About" value={entry.subjectId} /> : null}
          {entry.requestId ? <CopiedFact name="Request" value={entry.requestId} /> : null}
        </dl>
        <p className={s.hashes}>
          <span>
            the entry before <code title={entry.prevHash}>{entry.prevHash.slice(0, SHOWN_HASH)}…</code>
          </span>
          <Icon name="arrow" />
          <span>
            this entry <code title={entry.hash}>{entry.hash.slice(0, SHOWN_HASH)}…</code>
          </span>
        </p>
      </td>
    </tr>
  );
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
