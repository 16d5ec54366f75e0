"use client";

import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { ExportLink } from "../export-link";
import { addressOf, type Counted, countWords, without } from "../filter-address";
import { FilterBar, FilterSearch, FilterTabs, KeysetPages, NothingFits } from "../filter-list";
import { Heading } from "../heading";
import { Status } from "../parts";
import { type Outputs, useMerchantId, useMode, useTRPC } from "../queries";
import { QueryFailure } from "../query-failure";
import ui from "../ui.module.css";
import { CallDetail, type KnownOperation } from "./call-detail";
import { CallChips } from "./calls-chips";
import {
  CALLS_PATH,
  type CallLog,
  type CallOutcome,
  type CallsFilter,
  callsPath,
  callsSearch,
  readCallsSearch,
  setCallsParts,
} from "./calls-filter";
import { CallsTable } from "./calls-table";
import s from "./developers.module.css";

const REFRESH_MS = 4_000;
const TABS: [CallOutcome, string][] = [
  ["taken", "Taken"],
  ["refused", "Refused"],
  ["failed", "Failed"],
];

type CallsPageProps = {
  first: CallLog;
  /** The call that is open in the address, in full. */
  opened: Outputs["developers"]["calls"]["get"] | null;
  filter: CallsFilter;
  cursor?: string;
  operations: readonly KnownOperation[];
  errorCodes: readonly string[];
  baseUrl: string;
};

/** Every call of the API that was made for this merchant, narrowed as one likes, with one of them open beside the list. */
export function CallsPage(props: CallsPageProps) {
  const { first, opened, filter, cursor, operations, errorCodes, baseUrl } = props;
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const test = useMode() === "test";
  const options = trpc.developers.calls.search.queryOptions(
    { merchantId, test, ...filter, ...(cursor ? { cursor } : {}) },
    { initialData: first, refetchInterval: REFRESH_MS },
  );
  const { data, isError, error, refetch } = useQuery({ ...options, placeholderData: keepPreviousData });
  const open = useOpenCall();
  const { items, counts, newer, older, credentials } = data;
  const isFirst = items.length === 0 && setCallsParts(filter).length === 0 && !cursor;
  const hrefOf = (id?: string) => callsPath(filter, { cursor, call: id });
  return (
    <>
      <Heading
        title="API log"
        lead={leadOf(counts, test)}
        action={<ExportLink address={addressOf(`${CALLS_PATH}/export.csv`, callsSearch(filter))} />}
      />
      {isError ? <QueryFailure what="The log" error={error} retry={() => refetch()} /> : null}
      <Tabs filter={filter} counts={counts} />
      <FilterBar end={cursor || isError ? null : <Following />}>
        <FilterSearch
          path={CALLS_PATH}
          keep={callsSearch(without(filter, "search"))}
          value={filter.search}
          label="Search calls"
          placeholder="Request id, key or payment id"
        />
        <CallChips filter={filter} choices={{ operations, errorCodes }} credentials={credentials} />
      </FilterBar>
      {isFirst ? <FirstCall /> : null}
      {items.length === 0 && !isFirst ? <Nothing filter={filter} test={test} /> : null}
      {items.length > 0 || open ? (
        <div className={s.split} data-open={open ? "" : undefined}>
          <div className={s.list}>
            <CallsTable
              calls={items}
              open={open}
              hrefOf={hrefOf}
              onOpen={(id) => window.history.pushState(null, "", hrefOf(id))}
            />
            <KeysetPages
              order="The last first"
              newer={newer && callsPath(filter, { cursor: newer })}
              older={older && callsPath(filter, { cursor: older })}
            />
          </div>
          {open ? (
            <CallDetail
              id={open}
              {...(opened ? { first: opened } : {})}
              operations={operations}
              baseUrl={baseUrl}
              back={hrefOf()}
            />
          ) : (
            <NoCallChosen />
          )}
        </div>
      ) : null}
    </>
  );
}

function NoCallChosen() {
  return (
    <section className={s.side} aria-label="The call">
      <p className={s.hint}>
        Choose a call: what was sent, what was answered and why, as curl and as TypeScript, and the way to send it again
        in test.
      </p>
    </section>
  );
}

/** The call that the address names: it changes without a page being loaded. */
function useOpenCall(): string | undefined {
  return readCallsSearch({ call: useSearchParams().get("call") ?? undefined }).call;
}

function Following() {
  return (
    <Status tone="good" glyph="done">
      Following live
    </Status>
  );
}

function leadOf(counts: CallLog["counts"], test: boolean): string {
  const { refused, failed } = counts;
  const wrong = { count: refused.count + failed.count, orMore: refused.orMore || failed.orMore };
  const all = `Every call ${test ? "in test mode" : "of live payments"}, as it came and as it was answered, for 30 days.`;
  if (wrong.count === 0) return `${all} Secrets and what is personal are left out.`;
  return `${countWords(wrong)} ${wrong.count === 1 ? "was" : "were"} not taken. ${all}`;
}

function totalOf(counts: CallLog["counts"], outcome?: CallOutcome): Counted {
  const all = outcome ? [counts[outcome]] : Object.values(counts);
  return { count: all.reduce((sum, { count }) => sum + count, 0), orMore: all.some(({ orMore }) => orMore) };
}

function Tabs({ filter, counts }: { filter: CallsFilter; counts: CallLog["counts"] }) {
  const rest = without(filter, "outcome");
  const all = { words: "All", href: callsPath(rest), isHere: filter.outcome === undefined, count: totalOf(counts) };
  const tabs = TABS.map(([outcome, words]) => ({
    words,
    href: callsPath({ ...rest, outcome }),
    isHere: filter.outcome === outcome,
    count: counts[outcome],
  }));
  return <FilterTabs label="How it ended" tabs={[all, ...tabs]} />;
}

function FirstCall() {
  return (
    <section className={ui.empty}>
      <h2>No call yet</h2>
      <p>
        As soon as your program calls the API, each call stands here with what it sent and what it was answered. Make a
        credential, or try an operation in the reference: that is a call like any other.
      </p>
      <div className={ui.actions}>
        <a className={`${ui.button} ${ui.primary}`} href="/console/reference?operation=createPaymentLink">
          Try an operation
        </a>
        <a className={ui.button} href="/console/credentials">
          Make a credential
        </a>
      </div>
    </section>
  );
}

/** What is true, and what taking each part of the filter away would give. */
function Nothing({ filter, test }: { filter: CallsFilter; test: boolean }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const parts = setCallsParts(filter);
  const answers = useQueries({
    queries: parts.map(({ rest }) => trpc.developers.calls.search.queryOptions({ merchantId, test, ...rest })),
  });
  return (
    <NothingFits
      title="No call fits"
      lead="Nothing that came in 30 days is all of this at once. Leave one thing away:"
      parts={parts.map(({ words, rest }, index) => {
        const counts = answers[index]?.data?.counts;
        return { words, href: callsPath(rest), count: counts ? totalOf(counts, rest.outcome) : null };
      })}
    />
  );
}
