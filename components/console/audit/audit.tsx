"use client";

import { ExportLink } from "../../ui/export-link";
import { without } from "../../ui/filter/filter-address";
import { ChoiceChip } from "../../ui/filter/filter-chip";
import { chipLinks } from "../../ui/filter/filter-fields";
import { FilterBar, KeysetPages, NoMatches } from "../../ui/filter/filter-list";
import { TimeChip } from "../../ui/filter/filter-time";
import { ListAnswer } from "../../ui/filter/list-answer";
import { SomeChip } from "../../ui/filter/some-chip";
import { Heading } from "../../ui/heading";
import { EmptyState } from "../../ui/parts";
import { plural } from "../../ui/text";
import ui from "../../ui/ui.module.css";
import { type AuditChoices, type AuditOf, type AuditPart, useAuditChoices, useAuditList } from "./audit-calls";
import { AuditChain } from "./audit-chain";
import { ACTION_GROUPS, type AuditFilter, auditInput, auditParts, auditPath, auditValues } from "./audit-filter";
import { AuditTable } from "./audit-table";

type AuditPageProps = {
  of: AuditOf;
  /** The page's path; the export routes are below it. */
  path: string;
  first: AuditPart;
  choices: AuditChoices;
  filter: AuditFilter;
  cursor?: string | undefined;
};

/** The entries of an audit log, newest first, and the check of its chain. */
export function AuditPage({ of, path, first, choices, filter, cursor }: AuditPageProps) {
  const answer = useAuditList(of, { ...auditInput(filter), cursor }, first);
  const present = useAuditChoices(of, choices);
  const { items, newer, older, total } = answer.data;
  const at = (next: string) => auditPath(path, filter, next);
  const exportPath = (ending: string) => {
    const address = auditPath(`${path}/export.${ending}`, filter);
    return "partnerId" in of ? `${address}${address.includes("?") ? "&" : "?"}partner=${of.partnerId}` : address;
  };
  return (
    <>
      <Heading
        title="Audit log"
        lead={leadOf(of, total)}
        samples={items}
        action={
          <div className={ui.actions}>
            <ExportLink address={exportPath("csv")} isEmpty={items.length === 0} />
            <ExportLink address={exportPath("jsonl")} words="Export JSON Lines" isEmpty={items.length === 0} />
          </div>
        }
      />
      <FilterBar
        end={<AuditChain of={of} total={total} />}
        search={{
          path,
          keep: auditValues(without(filter, "about")),
          value: filter.about,
          label: "Search the log",
          placeholder: "E-mail address or ID",
        }}
      >
        <AuditChips path={path} filter={filter} choices={present} />
      </FilterBar>
      <ListAnswer answer={answer} what="The log">
        {items.length === 0 ? <Nothing path={path} filter={filter} /> : <AuditTable entries={items} />}
        <KeysetPages order="Newest first" newer={newer && at(newer)} older={older && at(older)} />
      </ListAnswer>
    </>
  );
}

function leadOf(of: AuditOf, total: number): string {
  const chained = "Each contains the hash of the previous one, so changes and gaps are detected.";
  const signIns = "platform" in of ? " Includes everyone’s sign-ins." : "";
  return `${plural(total, "entry", "entries")}. ${chained}${signIns}`;
}

function Nothing({ path, filter }: { path: string; filter: AuditFilter }) {
  const parts = auditParts(filter);
  if (parts.length > 0) {
    return (
      <NoMatches
        title="No entries match"
        lead="Remove a filter:"
        parts={parts.map(({ words, rest }) => ({ words, href: auditPath(path, rest) }))}
      />
    );
  }
  return (
    <EmptyState title="No entries yet">
      Changes by people and API keys appear here as they happen. Secrets are never included.
    </EmptyState>
  );
}

type AuditChipsProps = { path: string; filter: AuditFilter; choices: AuditChoices };

/** The filters of the log. The choices are the actors and actions in the log. */
function AuditChips({ path, filter, choices }: AuditChipsProps) {
  const to = (next: AuditFilter) => auditPath(path, next);
  const chip = chipLinks(filter, to);
  const { actor, groups } = filter;
  const present = new Set(choices.actions.map((action) => action.split(".")[0] ?? ""));
  const shown = ACTION_GROUPS.filter(
    ({ id, nouns }) => groups?.includes(id) || nouns.some((noun) => present.has(noun)),
  );
  return (
    <>
      <ChoiceChip
        name="Who"
        label="People and API keys"
        choices={choices.actors.map(({ id, name }) => ({ value: id, words: name }))}
        value={actor && (choices.actors.find(({ id }) => id === actor)?.name ?? actor.slice(0, 8))}
        {...chip("actor")}
      />
      <SomeChip name="Action" choices={shown.map(({ id, words }) => ({ value: id, words }))} {...chip("groups")} />
      <TimeChip name="Time" filter={filter} to={to} />
    </>
  );
}
