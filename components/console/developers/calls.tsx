"use client";

import { useQueries } from "@tanstack/react-query";
import { Beside, useOpenRow } from "../../ui/beside/beside";
import { LinkButton } from "../../ui/button";
import { ExportLink } from "../../ui/export-link";
import { addressOf, formatCount, without } from "../../ui/filter/filter-address";
import { CountTabs, countedParts, FilterBar, KeysetPages, NoMatches } from "../../ui/filter/filter-list";
import { ListAnswer } from "../../ui/filter/list-answer";
import { Heading } from "../../ui/heading";
import { EmptyState } from "../../ui/parts";
import { type Outputs, useConsole, useServedQuery } from "../../ui/queries";
import { CallDetail } from "./call-detail";
import { CallChips } from "./calls-chips";
import {
  CALLS_PATH,
  type CallLog,
  type CallOutcome,
  type CallsFilter,
  callsPath,
  callsSearch,
  setCallsParts,
} from "./calls-filter";
import { CallsTable } from "./calls-table";
import type { KnownOperation } from "./known-operation";

const REFRESH_MS = 4_000;
const TABS: [CallOutcome, string][] = [
  ["taken", "2xx"],
  ["refused", "4xx"],
  ["failed", "5xx"],
];

type CallsPageProps = {
  first: CallLog;
  /** The request that the address opens, with its details. */
  opened: Outputs["developers"]["calls"]["get"] | null;
  filter: CallsFilter;
  cursor?: string | undefined;
  operations: readonly KnownOperation[];
  errorCodes: readonly string[];
  baseUrl: string;
};

const exportOf = (filter: CallsPageProps["filter"]) => addressOf(`${CALLS_PATH}/export.csv`, callsSearch(filter));

/** Every API request of this merchant, with filters, and one of them open beside the list. */
export function CallsPage(props: CallsPageProps) {
  const { first, opened, filter, cursor, operations, errorCodes, baseUrl } = props;
  const { trpc, merchantId, test } = useConsole();
  const input = { merchantId, test, ...filter, cursor };
  const answer = useServedQuery(trpc.developers.calls.search, input, first, REFRESH_MS);
  const open = useOpenRow("call");
  const { items, counts, newer, older, credentials } = answer.data;
  const isFirst = items.length === 0 && setCallsParts(filter).length === 0 && !cursor;
  const hrefOf = (id?: string) => callsPath(filter, { cursor, call: id });
  return (
    <>
      <Heading
        title="Requests"
        lead={leadOf(counts, test)}
        action={<ExportLink address={exportOf(filter)} isEmpty={items.length === 0} />}
      />
      <CountTabs
        label="Response"
        tabs={TABS}
        counts={counts}
        chosen={filter.outcome}
        hrefOf={(outcome) => callsPath(outcome ? { ...filter, outcome } : without(filter, "outcome"))}
      />
      <FilterBar
        search={{
          path: CALLS_PATH,
          keep: callsSearch(without(filter, "search")),
          value: filter.search,
          label: "Search requests",
          placeholder: "Request ID, key or payment ID",
        }}
      >
        <CallChips filter={filter} choices={{ operations, errorCodes }} credentials={credentials} />
      </FilterBar>
      {items.length > 0 ? null : isFirst ? <NoRequests /> : <Nothing filter={filter} test={test} />}
      {items.length > 0 || open ? (
        <Beside
          label="Request"
          all="All requests"
          open={open}
          ids={items.map(({ id }) => id)}
          hrefOf={hrefOf}
          list={
            <ListAnswer answer={answer} what="The list of requests">
              <CallsTable calls={items} open={open} hrefOf={hrefOf} />
              <KeysetPages
                order="Newest first"
                newer={newer && callsPath(filter, { cursor: newer })}
                older={older && callsPath(filter, { cursor: older })}
              />
            </ListAnswer>
          }
        >
          {open ? (
            <CallDetail id={open} {...(opened ? { first: opened } : {})} operations={operations} baseUrl={baseUrl} />
          ) : null}
        </Beside>
      ) : null}
    </>
  );
}

function leadOf(counts: CallLog["counts"], test: boolean): string {
  const { refused, failed } = counts;
  const wrong = { count: refused.count + failed.count, orMore: refused.orMore || failed.orMore };
  const mode = test ? "test" : "live";
  const all = `Every ${mode} API request your servers sent, kept for 30 days. Secrets are redacted.`;
  return wrong.count === 0 ? all : `${formatCount(wrong)} failed. ${all}`;
}

function NoRequests() {
  return (
    <EmptyState
      title="No requests yet"
      action={
        <>
          <LinkButton look="primary" document href="/docs?operation=createPaymentLink">
            Open reference
          </LinkButton>
          <LinkButton document href="/console/api-keys">
            API keys
          </LinkButton>
        </>
      }
    >
      Make your first one with an API key, or send one from the reference.
    </EmptyState>
  );
}

/** No match: the counts without each part of the filter. */
function Nothing({ filter, test }: { filter: CallsFilter; test: boolean }) {
  const { trpc, merchantId } = useConsole();
  const parts = setCallsParts(filter);
  const answers = useQueries({
    queries: parts.map(({ rest }) => trpc.developers.calls.search.queryOptions({ merchantId, test, ...rest })),
  });
  return (
    <NoMatches
      title="No matching requests"
      lead="No request of the last 30 days matches all of these filters. Remove one:"
      parts={countedParts({ parts, hrefOf: callsPath, tabOf: ({ outcome }) => outcome, answers })}
    />
  );
}
