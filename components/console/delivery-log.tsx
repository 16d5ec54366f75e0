"use client";

import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { DeliveryChips } from "./delivery-chips";
import { DeliveryTable } from "./delivery-table";
import { resendLabel } from "./delivery-words";
import { type Counted, without } from "./filter-address";
import { FilterBar, FilterTabs, KeysetPages, NothingFits } from "./filter-list";
import { Section } from "./heading";
import { type DeliveryStatus, type LogFilter, logPath, setParts, totalOf } from "./log-filter";
import { type Outputs, useMerchantId, useTRPC } from "./queries";
import { QueryFailure } from "./query-failure";
import { ResendAll } from "./resend-all";
import ui from "./ui.module.css";

type Log = Outputs["webhooks"]["log"]["search"];

const REFRESH_MS = 4_000;
const TABS: [DeliveryStatus, string][] = [
  ["waiting", "Waiting"],
  ["delivered", "Delivered"],
  ["failed", "Given up"],
  ["no_destination", "No destination"],
];

type LogProps = {
  /** The page that it stands on, whose address carries the filter. */
  path: string;
  filter: LogFilter;
  cursor?: string;
  first: Log;
  /** That page is of one endpoint, which `filter` names: it cannot be taken away. */
  fixed?: boolean;
  /** The endpoints that one can choose from. */
  endpoints?: readonly string[];
};

/** The delivery log, or the part of it that one endpoint has: tabs with counts, what it is narrowed to, a page, a resend of all. */
export function DeliveryLog({ path, filter, cursor, first, fixed = false, endpoints = [] }: LogProps) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const options = trpc.webhooks.log.search.queryOptions(
    { merchantId, ...filter, ...(cursor ? { cursor } : {}) },
    { initialData: first, refetchInterval: REFRESH_MS },
  );
  const { data, isError, error, refetch } = useQuery({ ...options, placeholderData: keepPreviousData });
  const { items, counts, newer, older } = data;
  const label = resendLabel(filter.status, counts);
  const resend = <ResendAll key={JSON.stringify(filter)} label={label} filter={filter} onSent={() => refetch()} />;
  const at = (next: string) => logPath(path, filter, { cursor: next, fixed });
  return (
    <section aria-label="Deliveries">
      {fixed ? <Section title="Deliveries">{resend}</Section> : null}
      {isError ? <QueryFailure what="The log" error={error} retry={() => refetch()} /> : null}
      <Tabs path={path} filter={filter} fixed={fixed} counts={counts} />
      <FilterBar end={fixed ? null : resend}>
        <DeliveryChips path={path} filter={filter} fixed={fixed} endpoints={endpoints} />
      </FilterBar>
      {items.length === 0 ? (
        <Nothing path={path} filter={filter} fixed={fixed} />
      ) : (
        <DeliveryTable deliveries={items} fixed={fixed} />
      )}
      <KeysetPages order="The last recorded first" newer={newer && at(newer)} older={older && at(older)} />
    </section>
  );
}

function Tabs(props: { path: string; filter: LogFilter; fixed: boolean; counts: Log["counts"] }) {
  const { path, filter, fixed, counts } = props;
  const rest = without(filter, "status");
  // What most merchants never see takes no place until it is there.
  const shown = TABS.filter(
    ([status]) => status !== "no_destination" || counts[status].count > 0 || filter.status === status,
  );
  const all = { words: "All", href: logPath(path, rest, { fixed }), isHere: filter.status === undefined };
  const tabs = shown.map(([status, words]) => ({
    words,
    href: logPath(path, { ...rest, status }, { fixed }),
    isHere: filter.status === status,
    count: counts[status],
  }));
  return <FilterTabs label="State" tabs={[all, ...tabs]} />;
}

/** What is true, why, and what taking each part of the filter away would give. */
function Nothing({ path, filter, fixed }: { path: string; filter: LogFilter; fixed: boolean }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const parts = setParts(filter, fixed);
  const others = useQueries({
    queries: parts.map(({ rest }) => trpc.webhooks.log.search.queryOptions({ merchantId, ...rest })),
  });
  if (parts.length === 0) {
    return (
      <section className={ui.empty}>
        <h2>Nothing was told yet</h2>
        <p>
          Each change of a payment is an event, and each event a delivery to every destination that hears of it. The
          first one appears here as soon as it is recorded.
        </p>
      </section>
    );
  }
  const found = (index: number, rest: LogFilter): Counted | null => {
    const counts = others[index]?.data?.counts;
    return counts ? totalOf(counts, rest.status) : null;
  };
  return (
    <NothingFits
      title="No delivery fits"
      lead="Nothing was recorded that is all of this at once. Leave one thing away:"
      parts={parts.map(({ words, rest }, index) => ({
        words,
        href: logPath(path, rest, { fixed }),
        count: found(index, rest),
      }))}
    />
  );
}
