"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { AuditChain } from "./audit-chain";
import { AuditChips } from "./audit-chips";
import { AUDIT_PATH, type AuditFilter, auditInput, auditParts, auditPath, auditValues } from "./audit-filter";
import { AuditTable } from "./audit-table";
import { ExportLink } from "./export-link";
import { without } from "./filter-address";
import { FilterBar, FilterSearch, KeysetPages, NothingFits } from "./filter-list";
import { Heading } from "./heading";
import { type Outputs, useMerchantId, useTRPC } from "./queries";
import { QueryFailure } from "./query-failure";
import ui from "./ui.module.css";

const REFRESH_MS = 10_000;

type AuditPageProps = {
  first: Outputs["audit"]["list"];
  choices: Outputs["audit"]["choices"];
  filter: AuditFilter;
  cursor?: string;
};

/** Who did what at this merchant, the latest first, and whether the log is whole. */
export function AuditPage({ first, choices, filter, cursor }: AuditPageProps) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const options = trpc.audit.list.queryOptions(
    { merchantId, ...auditInput(filter), ...(cursor ? { cursor } : {}) },
    { initialData: first, refetchInterval: REFRESH_MS },
  );
  const { data, isError, error, refetch } = useQuery({ ...options, placeholderData: keepPreviousData });
  const offered = trpc.audit.choices.queryOptions(
    { merchantId },
    { initialData: choices, refetchInterval: REFRESH_MS },
  );
  const { data: present } = useQuery(offered);
  const { items, newer, older, total } = data;
  const at = (next: string) => auditPath(filter, { cursor: next });
  return (
    <>
      <Heading
        title="Audit log"
        lead={leadOf(total)}
        action={
          <div className={ui.actions}>
            <ExportLink address={auditPath(filter, { path: `${AUDIT_PATH}/export.csv` })} />
            <ExportLink address={auditPath(filter, { path: `${AUDIT_PATH}/export.jsonl` })} words="JSON lines" />
          </div>
        }
      />
      {isError ? <QueryFailure what="The log" error={error} retry={() => refetch()} /> : null}
      <FilterBar end={<AuditChain total={total} />}>
        <FilterSearch
          path={AUDIT_PATH}
          keep={auditValues(without(filter, "about"))}
          value={filter.about}
          label="Search the log"
          placeholder="Mail address, or id of a thing"
        />
        <AuditChips filter={filter} choices={present} />
      </FilterBar>
      {items.length === 0 ? <Nothing filter={filter} /> : <AuditTable entries={items} />}
      <KeysetPages order="The latest first" newer={newer && at(newer)} older={older && at(older)} />
    </>
  );
}

function leadOf(total: number): string {
  const why = "Each entry carries the hash of the one before, so that none is changed or taken out unnoticed.";
  if (total === 0) return `Who did what, when and from where. ${why}`;
  return `${total === 1 ? "One entry" : `${total.toLocaleString("en-GB")} entries`}. ${why}`;
}

function Nothing({ filter }: { filter: AuditFilter }) {
  const parts = auditParts(filter);
  if (parts.length > 0) {
    return (
      <NothingFits
        title="No entry fits"
        lead="Nobody did anything here that is all of this at once. Leave one thing away:"
        parts={parts.map(({ words, rest }) => ({ words, href: auditPath(rest) }))}
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
