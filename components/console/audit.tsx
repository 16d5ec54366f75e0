"use client";

import { type AuditChoices, type AuditOf, type AuditPart, useAuditChoices, useAuditList } from "./audit-calls";
import { AuditChain } from "./audit-chain";
import { AuditChips } from "./audit-chips";
import { type AuditFilter, auditInput, auditParts, auditPath, auditValues } from "./audit-filter";
import { AuditTable } from "./audit-table";
import { ExportLink } from "./export-link";
import { without } from "./filter-address";
import { FilterBar, FilterSearch, KeysetPages, NothingFits } from "./filter-list";
import { Heading } from "./heading";
import { QueryFailure } from "./query-failure";
import ui from "./ui.module.css";

type AuditPageProps = {
  of: AuditOf;
  /** Where the page is; its exports are below it. */
  path: string;
  first: AuditPart;
  choices: AuditChoices;
  filter: AuditFilter;
  cursor?: string;
};

/** Who did what in a log, the latest first, and whether it is whole. */
export function AuditPage({ of, path, first, choices, filter, cursor }: AuditPageProps) {
  const list = useAuditList(of, { ...auditInput(filter), ...(cursor ? { cursor } : {}) }, first);
  const { data, isError, error, refetch } = list;
  const present = useAuditChoices(of, choices);
  const { items, newer, older, total } = data;
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
        action={
          <div className={ui.actions}>
            <ExportLink address={exportPath("csv")} />
            <ExportLink address={exportPath("jsonl")} words="JSON lines" />
          </div>
        }
      />
      {isError ? <QueryFailure what="The log" error={error} retry={() => refetch()} /> : null}
      <FilterBar end={<AuditChain of={of} total={total} />}>
        <FilterSearch
          path={path}
          keep={auditValues(without(filter, "about"))}
          value={filter.about}
          label="Search the log"
          placeholder="Mail address, or id of a thing"
        />
        <AuditChips path={path} filter={filter} choices={present} />
      </FilterBar>
      {items.length === 0 ? <Nothing path={path} filter={filter} /> : <AuditTable entries={items} />}
      <KeysetPages order="The latest first" newer={newer && at(newer)} older={older && at(older)} />
    </>
  );
}

function leadOf(of: AuditOf, total: number): string {
  const whole = "Each entry carries the hash of the one before, so that none is changed or taken out unnoticed.";
  const why = "platform" in of ? `Everybody's sign-ins stand here too. ${whole}` : whole;
  if (total === 0) return `Who did what, when and from where. ${why}`;
  return `${total === 1 ? "One entry" : `${total.toLocaleString("en-GB")} entries`}. ${why}`;
}

function Nothing({ path, filter }: { path: string; filter: AuditFilter }) {
  const parts = auditParts(filter);
  if (parts.length > 0) {
    return (
      <NothingFits
        title="No entry fits"
        lead="Nobody did anything here that is all of this at once. Leave one thing away:"
        parts={parts.map(({ words, rest }) => ({ words, href: auditPath(path, rest) }))}
      />
    );
  }
  return (
    <section className={ui.empty}>
      <h2>Nothing was done yet</h2>
      <p>
        Whoever changes something here is written down as it happens: people by their name, programs by their
        credential. Secrets are left out. The first entry stands here as soon as there is one.
      </p>
    </section>
  );
}
